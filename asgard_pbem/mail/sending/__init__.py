"""From an owed mail to a sent one, and what comes back of it."""
