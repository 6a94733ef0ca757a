"""What is made before anything runs: at set-up translations, typefaces, packed styles; once for a game its colours."""
