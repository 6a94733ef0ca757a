"""Playing again: the one table that follows a game, for whoever opens it and for whoever comes to it after them."""

from __future__ import annotations

from typing import NamedTuple
from uuid import UUID, uuid5

from asgard_pbem.tables.errors import ServiceError
from asgard_pbem.tables.models import Game, Player
from asgard_pbem.tables.services.seating.inviting import accept_invitation, invite
from asgard_pbem.tables.services.seating.seats import take_seat
from asgard_pbem.tables.services.seating.tables import open_next
from engine.core.moves import Seat


class Anew(NamedTuple):
    """The table that follows, and what was done there."""

    table: Game  # where it has ended too, nothing was
    sat: Seat | None = None  # the seat that was taken just now; None: one sits there since it was opened
    invited: int = 0  # of the others, now
    missed: int = 0  # whom one may not invite; who was asked before is in neither


def play_again(before: Game, *, player: Player, seat: Seat, cause: UUID, entropy: bytes = b"") -> Anew:
    """Open the same table anew after a game that is over, and offer the others their seats; or sit down there, at
    `seat` if nobody has offered one, where another of its people has opened it before.

    Raises ServiceError E_NOT_OVER, E_NOT_YOURS (to whoever did not sit there), and as `open_table`,
    `accept_invitation` and `take_seat`.
    """
    if before.status != Game.Status.OVER:
        raise ServiceError("E_NOT_OVER")
    if not before.holders.filter(player=player).exists():
        raise ServiceError("E_NOT_YOURS")
    table = open_next(before, player=player)
    if table.status in Game.ENDED:
        return Anew(table)
    if not table.holders.filter(player=player).exists():
        return Anew(table, sat=_sit_down(table, player, seat, cause, entropy))
    if table.opened_by_id != player.pk or table.status != Game.Status.OPEN:
        return Anew(table)
    return _invite_all(table, before, player, cause)


def _sit_down(table: Game, player: Player, seat: Seat, cause: UUID, entropy: bytes) -> Seat:
    """By the invitation, also one that was declined: its reader has thought better of it. Without one too: the table is
    for all who sat there before, also whom its opener could not invite, or is only about to.
    """
    offered = table.invitations.filter(player=player).first()
    if offered is not None:
        return accept_invitation(offered.pk, player=player, cause=cause, entropy=entropy)
    return take_seat(table.pk, player=player, cause=cause, seat=seat, entropy=entropy, wanted=True)


def _invite_all(table: Game, before: Game, by: Player, cause: UUID) -> Anew:
    """All others who sat there, each in their language."""
    invited = missed = 0
    others = before.holders.exclude(player=None).exclude(player=by).select_related("player")
    for one in others.order_by("seat"):  # in which they hear of it
        assert one.player is not None
        try:
            invite(
                table.pk, by=by, email=one.player.email, seat=one.seat, language=one.player.language,
                cause=uuid5(cause, str(one.seat)),
            )  # fmt: skip
            invited += 1
        except ServiceError as why:
            sits = table.holders.filter(player=one.player).exists()  # they came by themselves just now
            missed += why.code != "E_INVITED" and not sits
    return Anew(table, invited=invited, missed=missed)
