"""What a person wrote in a reply, apart from what was quoted, forwarded or signed. Pure."""
