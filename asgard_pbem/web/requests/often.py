"""How often somebody asks, kept per process: what costs computing is bounded, not what is known about anybody."""

from __future__ import annotations

from django.core.cache import cache

MINUTE_S = 60


def too_often(asked: str, most: int) -> bool:
    """Whether this was asked more than `most` times within a minute, now included."""
    cache.add(asked, 0, timeout=MINUTE_S)
    try:
        return int(cache.incr(asked)) > most
    except ValueError:  # its minute ended just now
        return False
