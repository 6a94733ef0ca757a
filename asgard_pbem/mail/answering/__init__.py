"""From what was read to acts, and to one receipt."""
