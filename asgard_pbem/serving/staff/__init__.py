"""What operators may look at on the web: read only, off unless STAFF names somebody (docs/operating.md)."""
