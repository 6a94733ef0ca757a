"""What was played, as a file that proves itself."""
