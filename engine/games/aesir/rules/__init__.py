"""The rules, by chapter. `R` numbers are those of rules.md."""
