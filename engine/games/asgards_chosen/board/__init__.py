"""The board in letters."""
