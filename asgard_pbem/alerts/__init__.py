"""Calls to the table beside mail: a calendar of one's deadlines, and notices by the browser."""
