"""A table that waits for people: who sits there, who was asked and what they said, and how it is filled."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from asgard_pbem.mail.writing.letter import Section
from asgard_pbem.tables.models import Game, Invitation, Outbox, Player, Seat
from engine.core.speech import isolated


def headline(game: Game) -> str:
    """How many seats are free."""
    free = _free(game)
    said = ngettext("%(count)d seat of your table is free", "%(count)d seats of your table are free", free)
    return said % {"count": free}


def sections(game: Game, reader: Player) -> list[Section]:
    """Nothing of a table that has begun. Addresses are told to whoever wrote them to us, and to nobody else."""
    if game.status != Game.Status.OPEN:
        return []
    holders = sorted(game.holders.all(), key=lambda one: one.seat)
    seats = tuple((_seat(one.seat), _who(one, reader)) for one in holders)
    asked = Invitation.objects.filter(game=game).select_related("player", "by").order_by("created_at")
    answers: dict[str, str] = {
        Invitation.State.OPEN: _("invited, no answer yet"),
        Invitation.State.DECLINED: _("has declined (and may change their mind while a seat is free)"),
        Invitation.State.LAPSED: _("the invitation has lapsed"),
    }
    back = _came_back(game)
    told = tuple(
        (_called(one, reader), _("the mail could not be delivered") if str(one.pk) in back else answers[one.state])
        for one in asked
        if one.state in answers
    )
    how = _("The game begins when every seat is taken. To fill one, answer “invite” and an address, or “bots 1”.")
    return [Section(_("Your table"), (how,), facts=(*seats, *told), told=True)]


def _seat(seat: int) -> str:
    """Number and word stay together where the column is narrow, on a phone."""
    return (_("Seat %(seat)d") % {"seat": seat + 1}).replace(" ", "\u00a0")


def _came_back(game: Game) -> set[str]:
    """Ids of invitations that nobody will read."""
    rows = Outbox.objects.filter(game=game, purpose=Outbox.Purpose.INVITATION, state=Outbox.State.FAILED)
    return set(rows.values_list("payload__invitation", flat=True))


def _who(holder: Seat, reader: Player) -> str:
    player = holder.player
    if holder.bot:
        return _("a bot")
    if player is None:
        return _("free")
    return _("you") if player.pk == reader.pk else isolated(player.name) or _("taken, by somebody who has no name yet")


def _called(one: Invitation, reader: Player) -> str:
    name = isolated(one.player.name)
    if one.by_id != reader.pk or not one.by_address:
        return name or _("somebody")
    return f"{name} ({one.player.email})" if name else one.player.email


def _free(game: Game) -> int:
    return sum(not one.taken for one in game.holders.all())
