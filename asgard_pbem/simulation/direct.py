"""Complete games played by bots through the write path, for `manage.py simulate`."""

from __future__ import annotations

import hashlib
import random
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID, uuid4, uuid5

from asgard_pbem.simulation.tally import Tally
from asgard_pbem.tables import notify, services
from asgard_pbem.tables.models import Game, Logged
from asgard_pbem.tables.reading import history
from engine.table.registry import game as find_game


@dataclass(frozen=True, slots=True)
class Played:
    """One complete game. The names of the fields are those of `simulate --json`."""

    game: str  # id
    key: str
    seats: int
    seed: int
    rounds: int
    winners: tuple[int, ...]
    scores: tuple[int, ...]  # empty where nobody scores
    causes: tuple[str, ...]  # why it was over
    moves: int
    events: int
    mails_in: int
    mails_out: int
    answers: tuple[int, ...]  # mails answered, per seat
    seconds: float
    asked: Mapping[str, Tally] = field(default_factory=dict)  # of a game by mail, by kind of question


def seed_bytes(seed: int) -> bytes:
    """The table's secret seed for a number from the command line: the same number deals the same cards."""
    return hashlib.sha256(f"asgard-pbem/simulation/{seed}".encode()).digest()


def visibility(*, public: bool) -> str:
    """Of a table of bots."""
    return Game.Visibility.PUBLIC if public else Game.Visibility.PRIVATE


def summary(
    game_id: UUID,
    seed: int,
    *,
    seconds: float,
    answers: Sequence[int],
    mails_in: int = 0,
    mails_out: int = 0,
    asked: Mapping[str, Tally] | None = None,
) -> Played:
    """What a game that is over came to."""
    game = Game.objects.get(pk=game_id)
    moves = Logged.objects.filter(game_id=game_id, kind="move_made").count()
    return Played(
        str(game.pk), game.key, game.seats, seed, game.round, tuple(game.winners or ()), tuple(game.scores),
        _causes(game), moves, game.head_seq, mails_in, mails_out, tuple(answers), round(seconds, 3), asked or {},
    )  # fmt: skip


def _causes(game: Game) -> tuple[str, ...]:
    ended = history.table_now(game.pk).ended
    return ended.causes if ended is not None else ()


def play_directly(
    *,
    key: str,
    seats: int,
    seed: int,
    bots: Sequence[str],
    options: Mapping[str, Any] | None = None,
    on_move: Callable[[], None] = lambda: None,
    public: bool = False,
) -> Played:
    """Open a table of bots (`bots` in turn round the seats) and let them play to the end, no mail involved.

    `public`: whether it is listed on the web, and anybody may look at it.
    """
    began = time.perf_counter()
    with notify.quietly():
        sitting = {seat: bots[seat % len(bots)] for seat in range(seats)}
        game = services.open_table(
            opened_by=None, key=key, seats=seats, cause=uuid4(), bots=sitting, days_per_decision=None,
            visibility=visibility(public=public), seed=seed_bytes(seed), title="Simulation", options=options,
        )  # fmt: skip
        _play_out(game, sitting, seed, on_move)
    return summary(game.pk, seed, seconds=time.perf_counter() - began, answers=[0] * seats)


def _play_out(game: Game, sitting: dict[int, str], seed: int, on_move: Callable[[], None]) -> None:
    players = find_game(game.key).bots
    whims = {seat: random.Random(f"{seed}/{seat}") for seat in sitting}  # noqa: S311 - bots, not the game's chance
    while pending := history.table_now(game.pk).pending():
        seat = pending[0].seat
        desk = history.desk(game.pk, seat)
        assert desk is not None
        move = players[sitting[seat]].move(desk, whims[seat])
        services.submit_bot_move(game.pk, seat=seat, move=move, cause=uuid5(game.pk, f"{uuid4()}"))
        on_move()
