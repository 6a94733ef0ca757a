"""One package a game. A game imports `engine.core` and nothing of another game."""
