"""What is stored encrypted, and under whose key."""
