"""Boards as pixels: what is painted of parts that are kept, in which colours, and how it is packed as PNG."""
