"""Bots: they see their desk only."""
