"""`make soak`: the processes of production under a real broker, played by mail while any of them is killed."""
