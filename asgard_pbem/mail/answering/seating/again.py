"""`again`, in answer to the mail that ended a game: the same table anew, for the same people and bots."""

from __future__ import annotations

from typing import TYPE_CHECKING

from asgard_pbem.mail.answering.seating import joining
from asgard_pbem.mail.messages import Item
from asgard_pbem.mail.reading.grammar.commands import Command
from asgard_pbem.tables import services
from asgard_pbem.tables.models import Game
from asgard_pbem.tables.models.games import next_of

if TYPE_CHECKING:
    from asgard_pbem.mail.answering.work import Work

# What has become of the one table that follows a game, where nobody can sit down at it any more.
GONE = {Game.Status.OVER: "again_over", Game.Status.CLOSED: "again_closed"}


def again(work: Work, command: Command) -> None:
    """Open the table, or take the seat that is offered there, if another of its people has opened it before."""
    before, seat = work.writer.place
    player = work.writer.player
    known = Game.objects.filter(pk=next_of(before.pk)).exists()
    table = services.open_next(before, player=player)
    if table.status in GONE:
        params = {"key": table.key, "seats": table.seats}
        work.refuse(command.line, command.text, Item(code=GONE[Game.Status(table.status)], params=params))
        return
    own = list(table.holders.filter(player=player).order_by("seat").values_list("seat", flat=True))
    if not own:
        _sit_down(work, command, table, seat)
        return
    work.game, work.seat = table, seat if seat in own else own[0]
    runs = known and table.status == Game.Status.RUNNING
    work.did(command, "again_runs" if runs else "opened_again", game=str(table.pk), seat=work.seat)
    if table.opened_by_id == player.pk and not runs:
        joining.say_opened(work, table)
        _invite_all(work, before, table, command)
    joining.say_waits(work)


def _sit_down(work: Work, command: Command, table: Game, seat: int) -> None:
    """By the invitation, also one that was declined: its reader has thought better of it. Without one as anybody does,
    where the table lets them.
    """
    player, cause = work.writer.player, work.writer.cause_of(command)
    sent = joining.message_id(work.writer)
    offered = table.invitations.filter(player=player).first()
    if offered is not None:
        taken = services.accept_invitation(offered.pk, player=player, cause=cause, entropy=sent.encode())
    else:
        taken = services.take_seat(table.pk, player=player, cause=cause, seat=seat, entropy=sent.encode())
    work.game, work.seat = table, taken
    work.did(command, "invitation_accepted", seat=taken)
    joining.say_part(work, table, taken, sent=sent)
    joining.say_waits(work)


def _invite_all(work: Work, before: Game, table: Game, command: Command) -> None:
    """All others who sat there; whom one may not invite is passed over, and said to be. Who was asked before is not."""
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
        except services.ServiceError as why:
            missed += why.code != "E_INVITED"
    if invited:
        work.did(command, "invited", count=invited)
    if missed:
        work.notes.append(Item(code="not_invited", params={"count": missed}))
