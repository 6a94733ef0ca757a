"""Orders as text."""
