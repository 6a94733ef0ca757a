"""What states are made of: data read from files, names, the texts of cards, the places where cards lie, and copies."""
