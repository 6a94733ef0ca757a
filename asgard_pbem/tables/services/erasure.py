"""Forgetting a person, while the others keep their games and every log still verifies."""

from __future__ import annotations

from uuid import uuid4

from django.db import transaction
from django.utils import timezone

from asgard_pbem.tables.models import AuthorKey, Game, Invitation, Outbox, Player
from asgard_pbem.tables.models import Seat as SeatRow

from .people import rename_at_tables
from .seats import leave_table, resign


def erase_player(player: Player) -> None:
    """Forget a person: name and address go, press becomes unreadable, bots play the seats on. The logs stay."""
    with transaction.atomic():
        _get_up(player)
        AuthorKey.objects.filter(player=player).delete()
        player.reply_tokens.all().delete()
        Outbox.objects.filter(player=player, state=Outbox.State.QUEUED).update(state=Outbox.State.DROPPED)
        Invitation.objects.filter(player=player, state=Invitation.State.OPEN).update(state=Invitation.State.LAPSED)
        player.email, player.name = f"{player.pk.hex}@erased.invalid", ""
        player.is_active, player.mail_state, player.erased_at = False, Player.MailState.STOPPED, timezone.now()
        player.save()
        rename_at_tables(player)


def _get_up(player: Player) -> None:
    held = SeatRow.objects.filter(player=player)
    for game_id in set(held.filter(game__status=Game.Status.OPEN).values_list("game_id", flat=True)):
        leave_table(game_id, player=player, cause=uuid4())
    for game_id, seat in held.filter(game__status=Game.Status.RUNNING).values_list("game_id", "seat"):
        resign(game_id, seat=seat, player=player, cause=uuid4(), confirmed=True)
