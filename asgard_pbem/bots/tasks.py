"""The queue's side of the bots."""

from __future__ import annotations

from uuid import UUID

from celery import shared_task
from django.db import DatabaseError, connection
from django.utils import timezone

from asgard_pbem.tables.guards import aside

from .driver import play


@shared_task(acks_late=True, ignore_result=True)
def play_bots(game_id: str) -> int:
    """Let the bots of one game answer. Safe to run twice, also at once: the game's lock decides."""
    game = UUID(game_id)
    try:
        made = play(game)
    except Exception as why:  # the sweep would ask for this game again and again, before all others
        if isinstance(why, DatabaseError) and not connection.is_usable():
            raise
        aside.attempt(game, timezone.now(), anyway=True)
        aside.failed(game, why, doing="the bots")
        return 0
    aside.succeeded(game)
    return made
