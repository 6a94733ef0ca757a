"""Set-up: board, starting items, Tisch, heroes (R3)."""
