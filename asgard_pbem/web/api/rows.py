"""Tables as the lists of pages show them, in the shapes of programs."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.urls import reverse

from asgard_pbem.tables.models import Game, Seat
from asgard_pbem.tables.reading.promised import promised
from asgard_pbem.web.api.shapes.tables import Sitting, TableRow
from asgard_pbem.web.sharing.links import absolute
from asgard_pbem.web.shown.finding import lists


def row(shown: lists.Row) -> TableRow:
    """One table of a list."""
    return TableRow(**fields(shown))


def fields(shown: lists.Row) -> dict[str, Any]:
    """What every table is told with."""
    game = shown.game
    holders = {one.seat: one for one in game.holders.all()}
    return {
        "id": game.pk,
        "game": game.key,
        "title": shown.title,
        "status": game.status,
        "public": game.visibility == Game.Visibility.PUBLIC,
        "seats": [_sitting(person, holders.get(person.seat)) for person in shown.people],
        "free": sum(1 for one in range(game.seats) if not _taken(holders.get(one))),
        "moment": game.moment,
        "my_turn": shown.my_turn,
        "deadline": by(shown.deadline),
        "waits_unseen": shown.veiled,
        "rests_since": to_the_minute(game.paused_at) if game.rests else None,
        "page": absolute(reverse("game", args=[game.pk])),
    }


def by(deadline: datetime | None) -> datetime | None:
    """A deadline as pages and calendars tell it."""
    return promised(deadline) if deadline is not None else None


def to_the_minute(at: datetime | None) -> datetime | None:
    """Its seconds would say when others moved."""
    return at.replace(second=0, microsecond=0) if at is not None else None


def _taken(holder: Seat | None) -> bool:
    return holder is not None and holder.taken


def _sitting(person: lists.Person, holder: Seat | None) -> Sitting:
    return Sitting(
        seat=person.seat,
        name=person.name,
        free=not _taken(holder),
        bot=person.bot,
        me=person.me,
        player=holder.player_id if person.page and holder is not None else None,
        waited_for=person.waited_for,
        won=person.won,
        score=person.score,
    )
