"""What every process and every request meets: health, metrics, logs, headers."""
