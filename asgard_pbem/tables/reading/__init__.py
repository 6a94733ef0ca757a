"""What may be read of games: states, histories, logs, checks. Nothing here writes moves."""
