"""A battle, from the choice of cards to its end (R10.4-R10.9)."""
