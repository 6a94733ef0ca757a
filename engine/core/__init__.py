"""The contract between games and the service, and the machinery common to all games."""
