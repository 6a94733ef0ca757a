"""A battle, from the militia to where the beaten hero goes (R8, R9)."""
