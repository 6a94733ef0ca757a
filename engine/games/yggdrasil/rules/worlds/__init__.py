"""The nine worlds, a file each: what its action needs, does, and offers (R8)."""
