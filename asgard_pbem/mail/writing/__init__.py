"""Letters as data, then as text, HTML and pictures."""
