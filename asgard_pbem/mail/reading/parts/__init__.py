"""From the bytes of a mail to its parts: limits first, then headers, parts and charsets; one kind of text. Pure."""
