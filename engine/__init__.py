"""The rules engine: pure Python, no database, no mail, no clock, no randomness of its own."""
