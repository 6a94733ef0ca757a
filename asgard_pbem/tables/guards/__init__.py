"""What every service asks first: locks, limits, and which games are set aside."""
