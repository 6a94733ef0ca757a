"""Asgard PBEM: Norse board games played by email."""
