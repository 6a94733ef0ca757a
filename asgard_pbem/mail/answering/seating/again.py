"""`again`, in answer to the mail that ended a game: the same table anew, for the same people and bots."""

from __future__ import annotations

from typing import TYPE_CHECKING

from asgard_pbem.mail.answering.seating import joining
from asgard_pbem.mail.messages import Item
from asgard_pbem.mail.reading.grammar.commands import Command
from asgard_pbem.tables import services
from asgard_pbem.tables.models import Game, Invitation

if TYPE_CHECKING:
    from asgard_pbem.mail.answering.work import Work


def again(work: Work, command: Command) -> None:
    """Open the table, or take the seat that is offered there, if another of its people has opened it before."""
    before, seat = work.writer.place
    table = services.open_next(before, player=work.writer.player, seat=seat)
    offered = table.invitations.filter(player=work.writer.player, state=Invitation.State.OPEN).first()
    if offered is not None:
        taken = services.accept_invitation(
            offered.pk, player=work.writer.player, cause=work.writer.cause_of(command),
            entropy=joining.message_id(work.writer).encode(),
        )  # fmt: skip
        work.game, work.seat = table, taken
        work.did(command, "invitation_accepted", seat=taken)
        joining.say_part(work, table, taken, sent=joining.message_id(work.writer))
        joining.say_waits(work)
        return
    work.game, work.seat = table, seat
    work.did(command, "opened_again", game=str(table.pk), seat=seat)
    if table.opened_by_id == work.writer.player.pk:
        joining.say_opened(work, table)
        _invite_all(work, before, table, command)
    joining.say_waits(work)


def _invite_all(work: Work, before: Game, table: Game, command: Command) -> None:
    """All others who sat there; whom one may not invite is passed over, and said to be."""
    own = work.writer.player
    invited = missed = 0
    others = before.holders.exclude(player=None).exclude(player=own).select_related("player")
    for one in others.order_by("seat"):  # in which they hear of it
        assert one.player is not None
        try:
            services.invite(
                table.pk, by=own, email=one.player.email, seat=one.seat, language=one.player.language,
                cause=work.writer.cause_of(Command(str(one.seat), command.line, "")),
            )  # fmt: skip
            invited += 1
        except services.ServiceError:
            missed += 1
    if invited:
        work.did(command, "invited", count=invited)
    if missed:
        work.notes.append(Item(code="not_invited", params={"count": missed}))
