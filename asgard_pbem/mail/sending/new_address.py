"""Asking at another address whether a player may be written to there; `answering.pending` settles what comes of it."""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from uuid import UUID

from django.dispatch import receiver
from django.utils import timezone

from asgard_pbem.mail.models import Pending
from asgard_pbem.tables import services
from asgard_pbem.tables.keys import crypto
from asgard_pbem.tables.models import Outbox, Player
from asgard_pbem.tables.signals import address_wanted

LIFE = timedelta(days=3)
MOST_ASKED = 3  # mails to one address, whatever comes from there that is neither yes nor no
ADDRESS_ASKED, ADDRESS_LOST = "address_asked", "address_lost"  # notices to the present one


@receiver(address_wanted)
def ask_there(sender: object, *, player: Player, address: str, told: bool, **_: Any) -> None:
    """Ask at another address whether the player may be written to there. The last one asked counts."""
    before = Pending.objects.filter(player=player, kind=Pending.Kind.ADDRESS, settled_at=None)
    before.update(settled_at=timezone.now(), agreed=False)
    asked = Pending.objects.create(
        kind=Pending.Kind.ADDRESS, player=player, address=crypto.encrypt(address.encode()),
        expires_at=timezone.now() + LIFE,
    )  # fmt: skip
    _owe_question(asked, 1)
    if not told:
        services.owe(
            player=player, purpose=Outbox.Purpose.NOTICE, key=f"{ADDRESS_ASKED}:{asked.pk}",
            payload={"what": ADDRESS_ASKED, "confirm": str(asked.pk)},
        )  # fmt: skip


def ask_there_again(pending_id: UUID) -> None:
    """Once more, as what came from there said neither yes nor no; some times and not for ever."""
    asked = Pending.objects.filter(pk=pending_id, settled_at=None, expires_at__gt=timezone.now()).first()
    if asked is None:
        return
    before = Outbox.objects.filter(player=asked.player, key__startswith=f"address:{pending_id}:").count()
    if before < MOST_ASKED:
        _owe_question(asked, before + 1)


def _owe_question(asked: Pending, number: int) -> None:
    services.owe(
        player=asked.player, purpose=Outbox.Purpose.CONFIRM, key=f"address:{asked.pk}:{number}",
        newcomer=bytes(asked.address or b""), payload={"confirm": str(asked.pk), "language": asked.player.language},
    )  # fmt: skip


def is_lost(row: Outbox) -> None:
    """A mail to a new address came back: who asked for it reads so at the present one, where they wait for it."""
    if row.newcomer is None:
        return
    asked = Pending.objects.filter(pk=row.payload.get("confirm"), kind=Pending.Kind.ADDRESS, settled_at=None).first()
    if asked is None:
        return
    asked.settled_at, asked.agreed = timezone.now(), False
    asked.save(update_fields=["settled_at", "agreed"])
    services.owe(
        player=asked.player, purpose=Outbox.Purpose.NOTICE, key=f"{ADDRESS_LOST}:{asked.pk}",
        payload={"what": ADDRESS_LOST, "about": str(asked.pk)},
    )  # fmt: skip
