"""A mail, from bytes to what it says: pure, and but for its commands all of it runs in the sandbox."""
