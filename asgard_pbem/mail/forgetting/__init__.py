"""What of mails goes: with the person who wrote them, and with time; and what of them is handed to that person."""
