"""Games that are played in tests alone: each shows what no installed game needs."""
