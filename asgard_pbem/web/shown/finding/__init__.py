"""Finding games: the archive, persons, small boards, and the sample games of the house."""
