"""Where a mail comes from: who sent it, whether a person did, and which prompt it may answer. Pure."""
