"""What happened, what is asked, what was refused: sentences in every language."""
