"""Practice tables: a position of a game, dealt again as far as its viewer could not know it, against bots."""

from __future__ import annotations

import secrets
from functools import partial
from typing import Any
from uuid import UUID, uuid5

from asgard_pbem.tables.errors import ServiceError
from asgard_pbem.tables.guards import limits
from asgard_pbem.tables.keys import crypto
from asgard_pbem.tables.models import Game, GameSecret, Player
from asgard_pbem.tables.models import Seat as SeatRow
from asgard_pbem.tables.reading import history
from asgard_pbem.tables.reading.logfile import json_of
from asgard_pbem.tables.services.seating.seats import sit_down, usual_bot
from asgard_pbem.tables.services.seating.tables import made_once, title_of
from asgard_pbem.tables.store.acting import Acting
from asgard_pbem.tables.store.append import append
from engine.core.chance import SeededChance, commitment
from engine.core.moves import Seat
from engine.log.chain import GENESIS
from engine.table.events import GameOpened
from engine.table.table import Table


def fork(
    game_id: UUID, *, moment: int, viewer: Seat | None, player: Player, cause: UUID, seat: Seat | None = None
) -> Game:
    """A practice table that goes on from public moment `moment`, with bots on the other seats.

    `viewer`: the seat whose knowledge is kept (all else is dealt again) and which `player` takes; None: a spectator's,
    who takes `seat`, or the first one. Only a seat's holder keeps its knowledge while the game runs.
    Raises ServiceError E_NO_GAME, E_NO_SEAT, E_NOT_YOURS, E_PRIVATE, E_MOMENT, E_GAME_OVER, E_NOT_STARTED,
    E_UNKNOWN_RULES, E_MANY_OPENED, E_MANY_TABLES.
    """
    source = Game.objects.filter(pk=game_id).first()
    if source is None:
        raise ServiceError("E_NO_GAME")
    _may_fork(source, viewer, player)
    sits = viewer if viewer is not None else seat or 0
    if not 0 <= sits < source.seats:
        raise ServiceError("E_NO_SEAT", seat=sits)
    table = history.table_at_moment(game_id, moment)
    if table.state is None:
        raise ServiceError("E_NOT_STARTED")
    if table.rules.result(table.state) is not None or table.ended is not None:
        raise ServiceError("E_GAME_OVER")
    chance = SeededChance(secrets.token_bytes(32))
    given = json_of(table.rules.redeal(table.state, viewer, chance))
    return _open(source, table, given, moment=moment, seat=sits, player=player, cause=cause)


def _may_fork(source: Game, viewer: Seat | None, player: Player) -> None:
    holders = {row.seat: row.player_id for row in source.holders.all()}
    if viewer is not None and viewer not in holders:
        raise ServiceError("E_NO_SEAT", seat=viewer)
    knows = player.pk in {*holders.values(), source.opened_by_id}
    if source.visibility == Game.Visibility.PRIVATE and not knows:
        raise ServiceError("E_PRIVATE")
    over = source.status in Game.ENDED
    if not over and viewer is not None and holders[viewer] != player.pk:
        raise ServiceError("E_NOT_YOURS", seat=viewer)


def _open(source: Game, table: Table, given: Any, *, moment: int, seat: Seat, player: Player, cause: UUID) -> Game:
    fork_id, seed = uuid5(cause, "game"), secrets.token_bytes(32)

    def make() -> None:
        limits.fork(player)
        game = Game.objects.create(
            id=fork_id, key=source.key, rules_version=table.rules.version, title=title_of(source), seats=source.seats,
            opened_by=player, options=source.options, names=[""] * source.seats, visibility=Game.Visibility.PRIVATE,
            practice=True, forked_from=source.pk, forked_moment=moment, days_per_decision=None,
            commitment=commitment(seed), head_hash=GENESIS,
        )  # fmt: skip
        GameSecret.objects.create(game=game, seed=crypto.encrypt(seed))
        SeatRow.objects.bulk_create(SeatRow(game=game, seat=one) for one in range(game.seats))
        opened = GameOpened(
            game=game.key, rules=table.rules.version, options=table.options.model_dump(mode="json"), seats=game.seats,
            commitment=game.commitment, pins=table.rules.pins(table.options), forked_from=str(source.pk),
        )  # fmt: skip
        append(fork_id, partial(_begin, opened, given, seat, player), cause=cause, within=True)

    return made_once(fork_id, make)


def _begin(opened: GameOpened, given: Any, seat: Seat, player: Player, acting: Acting) -> None:
    acting.session.record(opened)
    acting.given = given
    bot = usual_bot(acting.course.table.game.bots)
    for one in range(acting.game.seats):
        sit_down(acting, one, player=player if one == seat else None, bot="" if one == seat else bot)
