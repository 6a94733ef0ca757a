"""Text to moves and plans, and back."""
