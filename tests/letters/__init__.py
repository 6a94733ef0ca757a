"""Every mail we send, as its reader gets it."""
