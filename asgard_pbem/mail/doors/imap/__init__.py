"""The door for those who have nothing but a mailbox: mail is fetched from it by IMAP (RFC 3501)."""
