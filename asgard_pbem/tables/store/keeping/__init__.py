"""How long things are kept, what goes when it is old, and what becomes of the log of a game that has settled."""
