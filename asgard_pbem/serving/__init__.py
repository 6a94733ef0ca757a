"""What every request and every log line meets: health, logs, headers."""
