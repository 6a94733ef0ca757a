"""Finding games: by game, player, year and result, a page at a time.

Pages go by key and not by number (the last row of one begins the next), so a link to a page keeps what it shows while
games end, and a late page costs what the first does. Public tables are for everybody; a reader's own for that reader.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from typing import Final
from uuid import UUID

from django.db.models import Count, Exists, F, Func, JSONField, Min, OuterRef, Q, QuerySet
from django.utils import timezone

from asgard_pbem.tables.models import Game, Player, Seat
from asgard_pbem.tables.models.games import ENDED, LISTED, RUNNING, SHOWN, WAITING, tables_of

PAGE: Final = 20  # games
ALIKE: Final = 200  # persons whose name begins alike that one search looks at
_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND: Final = timedelta(microseconds=1)


class Outcome(StrEnum):
    """How a game ended: for the player who is looked for, else for anybody."""

    ANY = ""
    WON = "won"
    NOT_WON = "not-won"
    CLOSED = "closed"  # by people, before the rules did


@dataclass(frozen=True, slots=True)
class Search:
    """What is looked for; empty: whatever it is."""

    running: bool = False  # else ended, unless it is
    waiting: bool = False  # for players: not begun
    game: str = ""  # its key
    player: str = ""  # how the name begins; or the name of a bot
    person: Player | None = None  # this very one
    year: int | None = None  # in which it ended or, while it runs, began; in the clock that is current
    outcome: Outcome = Outcome.ANY
    mine: Player | None = None  # only tables of this reader's, private ones too

    @property
    def narrowed(self) -> bool:
        """Whether anything is asked beyond which list it is."""
        return bool(self.game or self.player or self.person or self.year or self.outcome)

    @property
    def time(self) -> str:
        """The column that pages go by."""
        return "opened_at" if self.waiting else "started_at" if self.running else "ended_at"


@dataclass(frozen=True, slots=True)
class Key:
    """A place in the order of games: between rows, wherever rows come and go."""

    at: datetime
    game: UUID

    def __str__(self) -> str:
        return f"{(self.at - _EPOCH) // _MICROSECOND:x}-{self.game.hex}"

    @classmethod
    def read(cls, text: str) -> Key | None:
        """What `str` gave; None for what is none."""
        if not (found := re.fullmatch(r"([0-9a-f]{1,14})-([0-9a-f]{32})", text)):
            return None
        return cls(_EPOCH + int(found[1], 16) * _MICROSECOND, UUID(found[2]))


@dataclass(frozen=True, slots=True)
class Page:
    """Some games, the newest first, and the keys of the pages beside."""

    games: tuple[Game, ...]
    newer: Key | None  # None: there are none
    older: Key | None


def page(search: Search, *, older_than: Key | None = None, newer_than: Key | None = None) -> Page:
    """The page that begins below `older_than`, or ends above `newer_than`; neither: the first one."""
    found, time, up = _found(search), search.time, newer_than is not None
    if key := newer_than or older_than:
        found = found.filter(_beyond(time, key, up=up))
    order = (time, "id") if up else (f"-{time}", "-id")
    games = list(found.order_by(*order)[: PAGE + 1])
    more, games = len(games) > PAGE, games[:PAGE]
    if up:
        games.reverse()
    first, last = (_key(games[0], time), _key(games[-1], time)) if games else (key, key)
    newer = first if (more if up else older_than is not None) else None
    older = last if (True if up else more) else None
    return Page(tuple(games), newer, older)


def years(search: Search) -> range:
    """The years in which games were, of whatever this search would find without a year; the oldest first."""
    first = _scope(search).aggregate(first=Min(search.time))["first"]
    last = timezone.localtime().year
    return range(timezone.localtime(first).year if first else last, last + 1)


def record(person: Player) -> list[tuple[str, int, int]]:
    """(game, games, won) of a person's ended public games, the most played first; what people broke off counts not."""
    seats = Seat.objects.filter(player=person, game__status=Game.Status.OVER).filter(_of_games(SHOWN))
    counted = seats.values("game__key").annotate(
        games=Count("game", distinct=True), won=Count("game", distinct=True, filter=_won("game__winners"))
    )
    return [(one["game__key"], one["games"], one["won"]) for one in counted.order_by("-games", "game__key")]


def _of_games(condition: Q) -> Q:
    """A condition on games as one on seats."""
    return Q(game__in=Game.objects.filter(condition))


def _won(winners: str) -> Q:
    """Of a seat: that it is among the winners."""
    return Q(**{f"{winners}__contains": Func(F("seat"), function="to_jsonb", output_field=JSONField())})


def _found(search: Search) -> QuerySet[Game]:
    found = _scope(search)
    if search.game:
        found = found.filter(key=search.game)
    if search.year is not None:
        first, last = (
            datetime(year, 1, 1, tzinfo=timezone.get_current_timezone()) for year in (search.year, search.year + 1)
        )
        found = found.filter(**{f"{search.time}__gte": first, f"{search.time}__lt": last})
    seats = _seats(search)
    if seats is not None:
        found = found.filter(Exists(seats))
    return _ended(found, search.outcome, seats)


def _scope(search: Search) -> QuerySet[Game]:
    how_far = WAITING if search.waiting else RUNNING if search.running else ENDED
    if search.mine is None:
        return Game.objects.filter(LISTED & how_far if search.waiting else SHOWN & how_far)
    return Game.objects.filter(how_far, tables_of(search.mine), started_at__isnull=search.waiting)


def _seats(search: Search) -> QuerySet[Seat] | None:
    """The seats of whoever is looked for, at the game that the row around is of; None: nobody is."""
    if search.person is not None:
        return Seat.objects.filter(game=OuterRef("pk"), player=search.person)
    if not search.player:
        return None
    who = Q(player__in=_called(search.player, search.mine)) | Q(bot=search.player.casefold())
    return Seat.objects.filter(who, game=OuterRef("pk"))


def _called(name: str, reader: Player | None) -> list[UUID]:
    """Persons whose name begins so: those who want to be found, and at the reader's own tables whoever sits there."""
    found = Player.objects.filter(name__istartswith=name, erased_at=None)
    if reader is None:
        found = found.filter(has_page=True)
    else:
        found = found.filter(held_seats__game__holders__player=reader).distinct()
    return list(found.order_by("pk").values_list("pk", flat=True)[:ALIKE])


def _ended(found: QuerySet[Game], outcome: Outcome, seats: QuerySet[Seat] | None) -> QuerySet[Game]:
    if outcome == Outcome.CLOSED:
        return found.filter(status=Game.Status.CLOSED)
    if outcome == Outcome.ANY:
        return found
    found = found.filter(status=Game.Status.OVER)
    won = ~Q(winners=[]) if seats is None else Q(Exists(seats.filter(_won("game__winners"))))
    return found.filter(won if outcome == Outcome.WON else ~won)


def _beyond(time: str, key: Key, *, up: bool) -> Q:
    """Later than the key, or earlier: first by the time alone, which an index knows."""
    way = "gt" if up else "lt"
    exactly = Q(**{f"{time}__{way}": key.at}) | Q(**{time: key.at, f"id__{way}": key.game})
    return Q(**{f"{time}__{way}e": key.at}) & exactly


def _key(game: Game, time: str) -> Key:
    return Key(getattr(game, time), game.pk)
