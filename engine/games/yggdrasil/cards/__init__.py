"""What is printed on sheets, counters and cards: gods, Enemies, Frost Giants, runes."""
