"""What mails say about who sits at a table: those who are asked, those who come, and those who are new."""
