"""The rules, one module a chapter of the rule book; `game` says who decides what and which of them answers."""
