"""The muster phase: turns, events, and paying for cards (R10)."""
