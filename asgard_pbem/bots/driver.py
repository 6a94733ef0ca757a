"""Lets bots answer. A bot sees its desk and nothing else; what it does goes through the same service as any move."""

from __future__ import annotations

import logging
import random
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from uuid import UUID, uuid5

from django.conf import settings
from django.utils.crypto import salted_hmac

from asgard_pbem.tables import services
from asgard_pbem.tables.reading import history
from asgard_pbem.tables.reading.holders import holders_of
from asgard_pbem.tables.store.rows import GameRow
from engine.core.contract import Desk
from engine.core.moves import Move, Seat
from engine.table.registry import UnknownRules
from engine.table.registry import game as find_game

_log = logging.getLogger(__name__)
MOVES_LIMIT, SECONDS_LIMIT = 2000, 20.0  # in one run; a game of bots alone goes on in the next


@dataclass(frozen=True, slots=True)
class Turn:
    """A bot that is asked, at one head of the log."""

    row: GameRow
    seat: Seat
    bot: str
    desk: Desk
    default: Callable[[], Move]  # what a time-out would answer: a whole menu for some questions, and seldom wanted

    @property
    def cause(self) -> UUID:
        """One move a seat and head: two workers that think of it at once make it once."""
        return uuid5(self.row.id, f"bot {self.seat} {self.row.head_hash}")


@dataclass(frozen=True, slots=True)
class Run:
    """How many moves were made, and whether a bot may be asked still."""

    made: int
    more: bool


def play(game_id: UUID, *, limit: int = MOVES_LIMIT, seconds: float = SECONDS_LIMIT) -> Run:
    """Let the bots of a game move until only people are asked, or one of the limits is reached. Safe to run twice."""
    made, end = 0, time.monotonic() + seconds
    while (turn := next_turn(game_id)) is not None:
        if made >= limit or (made and time.monotonic() >= end):
            return Run(made, more=True)
        try:
            if not _move(turn):
                break
        except services.ServiceError:
            break  # the game went on without us: whoever moved it has told us again
        made += 1
    return Run(made, more=False)


def next_turn(game_id: UUID) -> Turn | None:
    """The first bot that is asked, and its desk. None: no bot is, or nobody here can play the game."""
    bots = {holder.seat: holder.bot for holder in holders_of(game_id) if holder.bot}
    if not bots:
        return None
    try:
        row, table = history.at_head(game_id)
    except UnknownRules:
        return None
    for decision in table.pending():
        seat = decision.seat
        if seat in bots:
            default = partial(table.rules.default, table.state, decision)
            return Turn(row, seat, bots[seat], table.desk(seat, tuple(row.names)), default)
    return None


def _move(turn: Turn) -> bool:
    """One move. False: the game has gone on, by another process."""
    row, seat = turn.row, turn.seat
    turn.desk.enough = _until(settings.BOT_THINKS_MS)
    move = find_game(row.key).bots[turn.bot].move(turn.desk, rng(row.id, seat, row.head_seq))
    try:
        return not services.submit_bot_move(row.id, seat=seat, move=move, cause=turn.cause).repeated
    except services.IllegalMove as why:
        if history.row_of(row.id).head_seq != row.head_seq:
            return False
        _log.error("bot %s of %s answers with a refused move: %s", turn.bot, row.key, why.code)
    # No game stands still because of a bot.
    cause = uuid5(turn.cause, "default")
    return not services.submit_bot_move(row.id, seat=seat, move=turn.default(), cause=cause).repeated


def _until(ms: int) -> Callable[[], bool]:
    """The clock that the engine has not: says from `ms` milliseconds from now on that a bot has thought enough."""
    end = time.monotonic() + ms / 1000
    return lambda: time.monotonic() >= end


def rng(game_id: UUID, seat: Seat, seq: int) -> random.Random:
    """The bot's own dice: another run at the same place throws the same, and nobody outside can throw them."""
    secret = salted_hmac("asgard_pbem.bots", f"{game_id}/{seat}/{seq}", algorithm="sha256").digest()
    return random.Random(secret)  # noqa: S311 - a bot's whim; the game's chance is engine.core.chance
