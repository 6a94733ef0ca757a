"""The legal answers to every decision, and what a time-out answers."""
