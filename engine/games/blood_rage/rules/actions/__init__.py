"""The actions of a turn (R5-R10, R12)."""
