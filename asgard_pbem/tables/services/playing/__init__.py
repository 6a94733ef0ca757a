"""What is done in a running game, by those who sit there and by its clock."""
