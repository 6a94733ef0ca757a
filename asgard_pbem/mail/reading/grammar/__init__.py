"""What the lines of a mail ask for: its commands, and the notes, days and places within them. Pure."""
