"""What people send from pages, checked."""
