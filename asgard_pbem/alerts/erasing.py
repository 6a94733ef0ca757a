"""The addresses and browsers of whoever is erased or barred end."""

from __future__ import annotations

from typing import Any

from django.dispatch import receiver

from asgard_pbem.alerts.models import CalendarAddress, Subscription
from asgard_pbem.tables.models import Player
from asgard_pbem.tables.signals import barred, erased


@receiver([erased, barred])
def forget(sender: object, *, player: Player, **_: Any) -> None:
    """Nothing calls them any more; the calls go with their browsers."""
    CalendarAddress.objects.filter(player=player).delete()
    Subscription.objects.filter(player=player).delete()
