"""From the parts of a mail to its text in plain lines: which part it is, flowed lines, HTML. Pure."""
