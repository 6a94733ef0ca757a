"""The queue's side of the bots."""

from __future__ import annotations

from uuid import UUID

from celery import shared_task

from .driver import play


@shared_task(acks_late=True, ignore_result=True)
def play_bots(game_id: str) -> int:
    """Let the bots of one game answer. Safe to run twice, also at once: the game's lock decides."""
    return play(UUID(game_id))
