"""Lets bots answer. A bot sees its desk and nothing else; what it does goes through the same service as any move."""

from __future__ import annotations

import logging
import random
from uuid import UUID, uuid5

from django.utils.crypto import salted_hmac

from asgard_pbem.tables import history, services
from asgard_pbem.tables.models import Game
from asgard_pbem.tables.services.people import holders_of
from engine.core.contract import Desk, Seat
from engine.core.registry import UnknownRules
from engine.core.registry import game as find_game

_log = logging.getLogger(__name__)
MOVES_LIMIT = 2000  # in one run; a game of bots alone goes on in the next


def play(game_id: UUID, *, limit: int = MOVES_LIMIT) -> int:
    """Let the bots of a game move until only people are asked. Returns how many moves were made. Safe to run twice."""
    made = 0
    while made < limit and (turn := next_turn(game_id)) is not None:
        seat, bot, desk = turn
        try:
            if not _move(game_id, seat, bot, desk):
                break
        except services.ServiceError:
            break  # the game went on without us: whoever moved it has told us again
        made += 1
    return made


def next_turn(game_id: UUID) -> tuple[Seat, str, Desk] | None:
    """The first bot that is asked, and its desk. None: no bot is, or nobody here can play the game."""
    game = Game.objects.filter(pk=game_id, status=Game.Status.RUNNING).first()
    if game is None:
        return None
    bots = {holder.seat: holder.bot for holder in holders_of(game_id) if holder.bot}
    try:
        for decision in history.table_now(game_id).pending():
            if decision.seat in bots and (desk := history.desk(game_id, decision.seat)) is not None:
                return decision.seat, bots[decision.seat], desk
    except UnknownRules:
        return None
    return None


def _move(game_id: UUID, seat: Seat, name: str, desk: Desk) -> bool:
    """One move. False: another process has just made it."""
    row = history.row_of(game_id)
    bot = find_game(row.key).bots[name]
    move = bot.move(desk, rng(game_id, seat, row.head_seq))
    cause = uuid5(game_id, f"bot {seat} {row.head_hash}")
    try:
        return not services.submit_bot_move(game_id, seat=seat, move=move, cause=cause).repeated
    except services.IllegalMove as why:
        if history.row_of(game_id).head_seq != row.head_seq:
            return False
        _log.error("bot %s of %s answers with a refused move: %s", name, row.key, why.code)
    return not _default(game_id, seat, cause).repeated


def _default(game_id: UUID, seat: Seat, cause: UUID) -> services.SubmitResult:
    """What a time-out would answer: no game stands still because of a bot."""
    table = history.table_now(game_id)
    decision = next(one for one in table.pending() if one.seat == seat)
    move = table.rules.default(table.state, decision)
    return services.submit_bot_move(game_id, seat=seat, move=move, cause=uuid5(cause, "default"))


def rng(game_id: UUID, seat: Seat, seq: int) -> random.Random:
    """The bot's own dice: another run at the same place throws the same, and nobody outside can throw them."""
    secret = salted_hmac("asgard_pbem.bots", f"{game_id}/{seat}/{seq}", algorithm="sha256").digest()
    return random.Random(secret)  # noqa: S311 - a bot's whim; the game's chance is engine.core.chance
