"""The board of a view: as a picture, in letters, and read out."""
