"""Sentences in English and Russian."""
