"""The rules, one module a chapter of the rule book; the skills of the gods have a room of their own."""
