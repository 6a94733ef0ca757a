"""The rules, a file a chapter. `R` numbers are those of rules.md."""
