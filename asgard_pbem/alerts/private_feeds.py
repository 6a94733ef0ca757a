"""Addresses of feeds that are not everybody's: of a private table for who sits there, of one's own games.

Readers of feeds sign in nowhere, so an address holds a mark: keyed by the server, over the address of the person's
calendar and what the feed is of. Nothing of it is kept; it ends with the calendar's address, which a person can change.
Who knows a calendar's address cannot make one of these from it: calendars are shown to colleagues.
"""

from __future__ import annotations

from typing import Final
from uuid import UUID

from django.conf import settings
from django.db.models import Q
from django.utils.crypto import constant_time_compare, salted_hmac

from asgard_pbem.alerts.models import CalendarAddress
from asgard_pbem.tables.models import Game, Player

SALT: Final = "alerts.private_feeds"
LETTERS: Final = 40  # of a mark: 160 bits


def table_mark(game: Game, player: Player | None) -> str:
    """What lets `player` read the feed of a private table; empty for who has no calendar or no place there."""
    return "" if player is None else next((_mark(row, game.pk) for row in _at(game.pk, Q(player=player))), "")


def games_mark(player: Player) -> str:
    """What lets `player` read a feed of all their games; empty for who has no calendar's address."""
    row = CalendarAddress.objects.filter(player=player).first()
    return "" if row is None else _mark(row, player.pk)


def member(game_id: UUID, mark: str) -> Player | None:
    """Whose mark of this private table it is, while they sit there or host it; None for one that is none (any more)."""
    return _whose(_at(game_id, Q()), game_id, mark)


def owner(person_id: UUID, mark: str) -> Player | None:
    """The person, if it is their mark of their own games; None for one that is none, or no more."""
    rows = CalendarAddress.objects.filter(player=person_id, player__is_active=True).select_related("player")
    return _whose(list(rows), person_id, mark)


def _at(game_id: UUID, who: Q) -> list[CalendarAddress]:
    """The calendars' addresses of those who sit at a private table or host it: some few, in one statement.

    One that is not there, one that is public and one where nobody has an address take the same time.
    """
    private = Game.objects.filter(pk=game_id, visibility=Game.Visibility.PRIVATE)
    there = Q(player__in=private.values("holders__player")) | Q(player__in=private.values("opened_by"))
    return list(CalendarAddress.objects.filter(who, there, player__is_active=True).select_related("player"))


def _whose(rows: list[CalendarAddress], about: UUID, mark: str) -> Player | None:
    marks = ((row.player, _mark(row, about, secret)) for row in rows for secret in _secrets())
    return next((player for player, made in marks if constant_time_compare(made, mark)), None)


def _secrets() -> list[str]:
    """What marks may be keyed by: a key of before too, so that nobody's reader loses its feed when it is changed."""
    return [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]


def _mark(row: CalendarAddress, about: UUID, secret: str | None = None) -> str:
    made = salted_hmac(SALT, f"{bytes(row.sha256).hex()} {about.hex}", secret=secret, algorithm="sha256")
    return made.hexdigest()[:LETTERS]
