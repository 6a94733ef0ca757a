"""Persons as operators name them."""

from __future__ import annotations

from uuid import UUID

from django.core.management.base import CommandError
from django.db.models import Q

from asgard_pbem.tables.models import Player


def person(who: str) -> Player | None:
    """By address or id. None: there is no such person."""
    try:
        match = Q(pk=UUID(who))
    except ValueError:
        match = Q(email=who.strip().casefold())
    return Player.objects.filter(match).first()


def here(who: str) -> Player:
    """The same, of those who were not erased. Raises CommandError."""
    found = person(who)
    if found is None:
        raise CommandError(f"There is no such person: {who}.")
    if found.erased_at is not None:
        raise CommandError(f"{who} was erased.")
    return found
