"""Pictures: the look shared by pages, mails and boards, and the way from a view to SVG and PNG."""
