"""The queue's side of the bots."""

from __future__ import annotations

from functools import partial
from uuid import UUID

from celery import shared_task

from asgard_pbem.tables import notify
from asgard_pbem.tables.guards import aside, clocks

from .driver import play

BESIDE = 2  # workers are told of one game by each move of a person, and at once; the game's lock decides


@shared_task(acks_late=True, ignore_result=True)
def play_bots(game_id: str) -> int:
    """Let the bots of one game answer; how many moves. Safe to run twice, also at once: the game's lock decides.

    What they have no time for waits behind whatever has been queued meanwhile.
    """
    game = UUID(game_id)
    run = aside.tried(game, partial(play, game), at=clocks.now(), doing="the bots", beside=BESIDE)
    if run is None:
        return 0
    if run.more:
        notify.tell(notify.PLAY_BOTS, game_id)
    return run.made
