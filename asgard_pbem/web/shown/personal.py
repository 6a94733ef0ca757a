"""All that is kept of one person, as data for them to take away. Moves are in the logs of their games."""

from __future__ import annotations

from typing import Any

from asgard_pbem.alerts import calendars, subscribing
from asgard_pbem.tables.models import Player, Press
from asgard_pbem.tables.models.sealing import asked_once, unseal
from asgard_pbem.tables.reading.personal import own
from asgard_pbem.tables.reading.personal.parts import time_of
from asgard_pbem.web.requests import copying


@asked_once()
def kept(player: Player) -> dict[str, Any]:
    """Address, settings, absences, tables, messages, notes, the calendar's address, tokens, browsers."""
    feed = calendars.address(player)
    return {
        "id": str(player.pk),
        **own.profile(player),
        "absences": own.absences(player),
        "seats": [
            {"game": str(one.game_id), "key": one.game.key, "seat": one.seat, "title": one.game.title}
            for one in player.held_seats.select_related("game").order_by("game__opened_at", "game_id", "seat")
        ],
        "messages": [
            {"game": str(one.game_id), "sent": time_of(one.sent_at), "to": one.to, "text": unseal(player.pk, one.text)}
            for one in Press.objects.filter(author=player).order_by("sent_at")
        ],
        "notes": own.notes(player),
        "calendar": {"token": feed.token, "made": time_of(feed.made_at)} if feed is not None else None,
        "tokens": copying.tokens(player),
        "browsers": [
            {"service": one.service, "since": time_of(one.made_at), **one.given}
            for one in subscribing.subscriptions(player)
        ],
    }
