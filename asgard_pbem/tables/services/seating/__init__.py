"""Tables: opened, joined, left, copied for practice."""
