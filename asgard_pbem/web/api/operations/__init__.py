"""What can be asked for, by subject. Each reads what was sent, calls one service or one reading, and answers."""
