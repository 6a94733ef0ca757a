"""Whoever is gone for good gets up from every table: bots play their games on, and no table waits for them."""

from __future__ import annotations

import logging
from functools import partial
from uuid import UUID, uuid4

from django.db import DatabaseError

from asgard_pbem.tables.errors import ServiceError
from asgard_pbem.tables.models import Game, Player
from asgard_pbem.tables.models import Seat as SeatRow
from asgard_pbem.tables.models.games import tables_of
from asgard_pbem.tables.services.seating.seats import leave_table, resign
from asgard_pbem.tables.services.seating.tables import close_table

_log = logging.getLogger(__name__)


def get_up(player: Player) -> int:
    """Leave what waits, and give up what runs. Returns at how many seats of running games that failed."""
    waiting = Game.objects.filter(tables_of(player), status=Game.Status.OPEN).order_by("pk")
    for game_id in list(waiting.values_list("pk", flat=True)):
        _leave(player, game_id)
    running = SeatRow.objects.filter(player=player, game__status=Game.Status.RUNNING).order_by("game_id", "seat")
    return [_resign(player, *one) for one in list(running.values_list("game_id", "seat"))].count(False)


def _leave(player: Player, game_id: UUID) -> None:
    steps = [partial(_close_if_empty, game_id)]
    if SeatRow.objects.filter(game_id=game_id, player=player).exists():
        steps.insert(0, partial(leave_table, game_id, player=player, cause=uuid4()))
    for step in steps:
        try:
            step()
        except ServiceError as why:
            if why.code not in {"E_STARTED", "E_GAME_OVER", "E_NOT_YOURS"}:
                raise
            # It has begun meanwhile, and is among those that run; or they, perhaps the last, sit there no more.


def _close_if_empty(game_id: UUID) -> None:
    if not SeatRow.objects.filter(game_id=game_id, player__isnull=False).exists():  # nobody waits there for a game
        close_table(game_id, by=None, cause=uuid4())


def _resign(player: Player, game_id: UUID, seat: int) -> bool:
    try:
        resign(game_id, seat=seat, player=player, cause=uuid4(), confirmed=True)
    except DatabaseError:
        raise  # not the game's fault: whoever asked for this does it again
    except Exception as why:  # noqa: BLE001 - a game that cannot go on must not keep its person here
        _log.error("nobody takes seat %s of game %s over: %s", seat, game_id, type(why).__name__)
        return False
    return True
