"""The board, drawn and in letters."""
