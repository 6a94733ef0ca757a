"""What of mails goes: with the person who wrote them, and with time."""
