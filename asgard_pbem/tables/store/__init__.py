"""The write path: the log, the states made of it, and what is projected from both."""
