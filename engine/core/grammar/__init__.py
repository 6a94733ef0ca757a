"""Orders as text: verbs declared once for reading and writing, and the words and values they are made of."""
