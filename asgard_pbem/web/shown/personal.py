"""All that is kept of one person, as data for them to take away. Moves are in the logs of their games."""

from __future__ import annotations

from typing import Any

from asgard_pbem.alerts import calendars, subscribing
from asgard_pbem.tables.models import Player, Press
from asgard_pbem.tables.models.sealing import asked_once, unseal
from asgard_pbem.tables.reading import memos


@asked_once()
def kept(player: Player) -> dict[str, Any]:
    """Address, settings, absences, tables, messages, notes, the calendar's address, tokens, browsers."""
    own = calendars.address(player)
    return {
        "id": str(player.pk),
        "address": player.email,
        "name": player.name,
        "language": player.language,
        "time_zone": player.time_zone,
        "mail": player.mail_state,
        "digest": player.digest,
        "receipts": player.receipts,
        "page": player.has_page,
        "joined": _time(player.joined_at),
        "absences": [
            {"since": _time(one.since), "until": _time(one.until)} for one in player.absences.order_by("since")
        ],
        "seats": [
            {"game": str(one.game_id), "key": one.game.key, "seat": one.seat, "title": one.game.title}
            for one in player.held_seats.select_related("game").order_by("game__opened_at", "game_id", "seat")
        ],
        "messages": [
            {"game": str(one.game_id), "sent": _time(one.sent_at), "to": one.to, "text": unseal(player.pk, one.text)}
            for one in Press.objects.filter(author=player).order_by("sent_at")
        ],
        "notes": memos.everywhere(player),
        "calendar": {"token": own.token, "made": _time(own.made_at)} if own is not None else None,
        "tokens": [
            {"name": one.name, "read_only": one.read_only, "made": _time(one.made_at), "used": _time(one.used_at)}
            for one in player.access_tokens.order_by("made_at")
        ],
        "browsers": [
            {"service": one.service, "since": _time(one.made_at), **one.given}
            for one in subscribing.subscriptions(player)
        ],
    }


def _time(moment: Any) -> str | None:
    return None if moment is None else moment.isoformat(timespec="seconds")
