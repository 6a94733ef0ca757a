"""Figures of a game: curves over its moments, and after the end the chances it had and where the points came from."""
