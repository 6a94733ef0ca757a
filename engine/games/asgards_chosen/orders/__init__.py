"""Text to moves and back."""
