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
    player, sent = work.writer.player, joining.message_id(work.writer)
    known = Game.objects.filter(pk=next_of(before.pk)).exists()
    anew = services.play_again(
        before, player=player, seat=seat, cause=work.writer.cause_of(command), entropy=sent.encode()
    )
    table = anew.table
    if table.status in GONE:
        params = {"key": table.key, "seats": table.seats}
        work.refuse(command.line, command.text, Item(code=GONE[Game.Status(table.status)], params=params))
        return
    if anew.sat is not None:
        work.game, work.seat = table, anew.sat
        work.did(command, "invitation_accepted", seat=anew.sat)
        joining.say_part(work, table, anew.sat, sent=sent)
        joining.say_waits(work)
        return
    own = list(table.holders.filter(player=player).order_by("seat").values_list("seat", flat=True))
    work.game, work.seat = table, seat if seat in own else own[0]
    runs = known and table.status == Game.Status.RUNNING
    work.did(command, "again_runs" if runs else "opened_again", game=str(table.pk), seat=work.seat)
    if table.opened_by_id == player.pk and not runs:
        joining.say_opened(work, table)
    if anew.invited:
        work.did(command, "invited", count=anew.invited)
    if anew.missed:
        work.notes.append(Item(code="not_invited", params={"count": anew.missed}))
    joining.say_waits(work)
