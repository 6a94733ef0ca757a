"""Games that ended long ago, in rows alone: what lists show of them needs no log."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import uuid4

from asgard_pbem.tables.models import Game, Player, Seat

FIRST = datetime(2024, 3, 1, 12, tzinfo=UTC)


def games_of_the_past(number: int, *seats: Player | str, first: datetime = FIRST, **fields: Any) -> list[Game]:
    """So many games with these people and bots on their seats, each a day after the one before; the oldest first."""
    games = [_row(seats, first + timedelta(days=day), fields) for day in range(number)]
    Game.objects.bulk_create(games)
    Seat.objects.bulk_create(_seat(game, seat, one) for game in games for seat, one in enumerate(seats))
    return games


def _row(seats: Sequence[Player | str], ended: datetime, fields: dict[str, Any]) -> Game:
    names = [one.name if isinstance(one, Player) else one.capitalize() for one in seats]
    given = {
        "key": "aesir", "rules_version": 1, "status": "over", "seats": len(seats), "names": names, "moment": 40,
        "opened_at": ended - timedelta(days=30), "started_at": ended - timedelta(days=29), "moved_at": ended,
        "ended_at": ended, "winners": [0], "scores": list(range(len(seats))), "commitment": "", "head_hash": "",
    }  # fmt: skip
    return Game(id=uuid4(), **{**given, **fields})


def _seat(game: Game, seat: int, one: Player | str) -> Seat:
    who = {"player": one} if isinstance(one, Player) else {"bot": one}
    return Seat(game=game, seat=seat, taken_at=game.started_at, **who)
