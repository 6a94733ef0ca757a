"""A table in play: its state, what each event does to it, orders as text, taking back."""
