"""What is stored encrypted and under whose key, and what is kept of reply tokens."""
