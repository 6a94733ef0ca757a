"""What somebody had asked for by mail, and what only waited for their yes, is not done once they are barred."""

from __future__ import annotations

from typing import Any

from django.dispatch import receiver

from asgard_pbem.mail.models import InboundMail, Pending
from asgard_pbem.tables.models import Player
from asgard_pbem.tables.signals import barred


@receiver(barred)
def let_go(sender: object, *, player: Player, **_: Any) -> None:
    """No yes carries anything out any more."""
    held = InboundMail.objects.filter(player=player, state=InboundMail.State.HELD)
    held.update(state=InboundMail.State.REFUSED, reason="barred")
    Pending.objects.filter(player=player).delete()
