"""A calendar of one's deadlines (RFC 5545, by the library icalendar), behind an address that only its owner knows."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Final

from django.conf import settings
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext
from icalendar import Alarm, Calendar, Event, Timezone, TimezoneStandard

from asgard_pbem.alerts.models import CalendarAddress
from asgard_pbem.alerts.turns import waiting
from asgard_pbem.tables.models import Game, OpenDecision, Player
from asgard_pbem.tables.reading.promised import promised

TOKEN_BYTES: Final = 24
LENGTH: Final = timedelta(minutes=30)  # of an entry: it ends with the deadline
AHEAD: Final = timedelta(hours=3)  # when a calendar that takes alarms from others rings
REFRESH: Final = timedelta(hours=1)  # how often a calendar is asked to look again
Titled = Callable[[Game, str], str]


def address(player: Player) -> CalendarAddress | None:
    """The person's address; None where they have none."""
    return CalendarAddress.objects.filter(player=player).first()


def renew(player: Player) -> CalendarAddress:
    """A new address; the one before finds nothing any more."""
    token = secrets.token_urlsafe(TOKEN_BYTES)
    row = CalendarAddress(player=player, sha256=_hash(token), token=token, made_at=timezone.now())
    CalendarAddress.objects.filter(player=player).delete()
    row.save(force_insert=True)
    return row


def drop(player: Player) -> None:
    """No calendar any more."""
    CalendarAddress.objects.filter(player=player).delete()


def owner(token: str) -> Player | None:
    """Whose calendar the address is; None for one that is none, or not any more."""
    found = CalendarAddress.objects.filter(sha256=_hash(token), player__is_active=True).select_related("player").first()
    return None if found is None else found.player


def _hash(token: str) -> bytes:
    return hashlib.sha256(token.encode()).digest()


def calendar(player: Player, titled: Titled) -> bytes:
    """The open questions of this person that have a deadline. `titled`: what a table is called in a language.

    It says at which table, and nothing of what is asked: calendars are shown to colleagues and kept by their providers.
    """
    with translation.override(player.language):
        book = Calendar()
        book.add("prodid", "-//Asgard PBEM//deadlines//EN")
        book.add("version", "2.0")
        book.add("method", "PUBLISH")
        book.add("x-wr-calname", gettext("My turns at Asgard PBEM"))
        book.add("refresh-interval", REFRESH, parameters={"VALUE": "DURATION"})
        book.add("x-published-ttl", "PT1H")
        told: set[tuple[object, datetime]] = set()
        for one in waiting([player.pk]):
            if one.deadline is None or (one.game_id, one.deadline) in told:
                continue  # several questions of one turn are one entry
            told.add((one.game_id, one.deadline))
            book.add_component(_entry(one, one.deadline, titled(one.game, player.language)))
        if not told:
            book.add_component(_hours())
    made: bytes = book.to_ical()
    return made


def _hours() -> Timezone:
    """UTC: what a calendar without entries holds, for one that holds nothing is none (RFC 5545, 3.6)."""
    zone, always = Timezone(), TimezoneStandard()
    zone.add("tzid", "UTC")
    always.add("dtstart", datetime(1970, 1, 1))  # noqa: DTZ001 - a zone's own beginning is in its own hours
    always.add("tzoffsetfrom", timedelta(0))
    always.add("tzoffsetto", timedelta(0))
    zone.add_component(always)
    return zone


def _name(one: OpenDecision) -> str:
    """The same for one question whatever its deadline; keyed, or one could try what number a prompt has: it counts all
    that happened at the table, what others did unseen too.
    """
    return salted_hmac("alerts.calendar", f"{one.game_id} {one.seat} {one.prompt}", algorithm="sha256").hexdigest()[:32]


def _entry(one: OpenDecision, deadline: datetime, title: str) -> Event:
    page = f"{settings.PUBLIC_URL}{reverse('game', args=[one.game_id])}"
    due = promised(deadline)
    entry = Event()
    entry.add("uid", f"{_name(one)}@{settings.PUBLIC_HOST}")
    entry.add("dtstamp", one.since.replace(second=0, microsecond=0))
    entry.add("dtstart", due - LENGTH)
    entry.add("dtend", due)
    entry.add("summary", gettext("Your turn: %(table)s") % {"table": title})
    entry.add("description", gettext("Your time ends at the end of this entry. Answer here: %(page)s") % {"page": page})
    entry.add("url", page)
    entry.add("transp", "TRANSPARENT")  # it blocks no time
    rings = Alarm()
    rings.add("action", "DISPLAY")
    rings.add("description", gettext("Your turn: %(table)s") % {"table": title})
    rings.add("trigger", -AHEAD)
    entry.add_component(rings)
    return entry
