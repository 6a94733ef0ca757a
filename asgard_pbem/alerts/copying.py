"""In a person's copy: that they have a calendar, and which browsers are told. Never the secrets of either."""

from __future__ import annotations

from typing import Any

from asgard_pbem.alerts import calendars, subscribing
from asgard_pbem.tables.models import Player
from asgard_pbem.tables.reading.personal.parts import part, time_of


@part("calendar", "alerts.CalendarAddress.player")
def calendar(player: Player) -> dict[str, Any]:
    """Since when its address is; empty where there is none. Their settings show them the address itself."""
    own = calendars.address(player)
    return {"made": time_of(own.made_at)} if own is not None else {}


@part("browsers", "alerts.Subscription.player")
def browsers(player: Player) -> list[dict[str, Any]]:
    """By the services that bring them notices."""
    return [{"service": one.service, "since": time_of(one.made_at)} for one in subscribing.subscriptions(player)]
