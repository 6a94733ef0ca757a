"""Addresses as they are given away: whole ones, which hold wherever they are read."""

from __future__ import annotations

from django.conf import settings


def absolute(path: str) -> str:
    """An address of ours with scheme and host."""
    return f"{settings.PUBLIC_URL}{path}"
