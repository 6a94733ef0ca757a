"""Rows of the lists: my games, open tables. Few queries whatever their number."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import Count, F, Prefetch, QuerySet, prefetch_related_objects
from django.urls import reverse

from asgard_pbem.tables.models import Game, Invitation, OpenDecision, Player, Seat
from asgard_pbem.tables.models.games import WAITING, tables_of
from asgard_pbem.tables.reading import archive, samples
from asgard_pbem.web.naming import seat_name, table_title
from asgard_pbem.web.shown.finding import small
from engine.core.speech import isolated

OPEN_TABLES_SHOWN = 60
OTHERS_SHOWN = 15
PAST_SHOWN = WATCHED_SHOWN = 10  # the archive has all of them


@dataclass(frozen=True, slots=True)
class Person:
    """One seat in a list."""

    seat: int
    name: str  # empty: free
    me: bool
    waited_for: bool
    bot: bool
    page: str = ""  # address of theirs; empty: they have none
    won: bool = False
    score: int | None = None  # None while the game runs


@dataclass(frozen=True, slots=True)
class Row:
    """One table in a list."""

    game: Game
    title: str
    people: tuple[Person, ...]
    my_turn: bool
    deadline: datetime | None  # mine when it is my turn, else the next that others may know of
    free: int  # seats nobody holds
    veiled: bool = False  # it waits for somebody of whom nobody may know
    sample: bool = False  # of the house: nobody here played it
    small: str = ""  # address of its small board; empty: there is none
    paints: str = ""  # classes for the colours that seats play, see `boards.look.painted`


@dataclass(frozen=True, slots=True)
class MyGames:
    """What the home page lists."""

    turns: tuple[Row, ...]
    others: tuple[Row, ...]  # running, somebody else's turn; the first of them
    filling: tuple[Row, ...]
    past: tuple[Row, ...]
    more_others: bool = False  # whether there are more of these than listed


def my_games(player: Player, language: str) -> MyGames:
    """Every table at which this player sits or which they opened, the most urgent first."""
    mine = _with_people(Game.objects.filter(tables_of(player, opened=WAITING)))
    alive = mine.filter(status__in=(Game.Status.OPEN, Game.Status.RUNNING, Game.Status.UNKNOWN_RULES))
    past = mine.filter(status__in=Game.ENDED).order_by("-ended_at")[:PAST_SHOWN]
    now = rows(alive.order_by(F("moved_at").desc(nulls_last=True)), player, language)
    turns = sorted((row for row in now if row.my_turn), key=_urgency)
    others = tuple(row for row in now if not row.my_turn and row.game.status != Game.Status.OPEN)
    filling = tuple(row for row in now if row.game.status == Game.Status.OPEN)
    more, others = len(others) > OTHERS_SHOWN, others[:OTHERS_SHOWN]
    return MyGames(tuple(turns), others, filling, rows(past, player, language), more)


def open_tables(player: Player | None, language: str) -> tuple[Row, ...]:
    """Public tables with a free seat, the newest first."""
    found = Game.objects.filter(status=Game.Status.OPEN, visibility=Game.Visibility.PUBLIC).order_by("-opened_at")
    return rows(_with_people(found)[:OPEN_TABLES_SHOWN], player, language)


def watchable(language: str, *, running: bool) -> tuple[Row, ...]:
    """The newest public tables that are being played, or have ended, for whoever wants to look on."""
    return rows(seated(archive.page(archive.Search(running=running)).games[:WATCHED_SHOWN]), None, language)


def invitations(player: Player, language: str) -> list[tuple[Invitation, str]]:
    """(invitation, title of its table) of what waits for an answer."""
    found = Invitation.standing().filter(player=player)
    return [(one, table_title(one.game, language)) for one in found.select_related("game", "by").order_by("created_at")]


def counts() -> dict[str, int]:
    """Key -> how many public tables of it have a free seat."""
    found = Game.objects.filter(status=Game.Status.OPEN, visibility=Game.Visibility.PUBLIC).values_list("key")
    return dict(found.annotate(number=Count("pk")))


def _with_people(found: QuerySet[Game]) -> QuerySet[Game]:
    return found.prefetch_related(people())


def seated(found: Iterable[Game]) -> list[Game]:
    """The same games with who sits there, in one query."""
    games = list(found)
    prefetch_related_objects(games, people())
    return games


def people() -> Prefetch[Any]:
    """Who sits at tables, for a query of these."""
    return Prefetch("holders", queryset=Seat.objects.select_related("player").order_by("seat"))


def rows(found: Iterable[Game], player: Player | None, language: str) -> tuple[Row, ...]:
    """The tables as rows, in the order given."""
    tables = list(found)
    questions: dict[UUID, list[OpenDecision]] = defaultdict(list)
    for decision in OpenDecision.objects.filter(game__in=[game.pk for game in tables], answered=False):
        questions[decision.game_id].append(decision)
    paints = small.paints(tables)
    return tuple(
        replace(_row(game, questions[game.pk], player, language), paints=paints.get(game.pk, "")) for game in tables
    )


def _row(game: Game, questions: list[OpenDecision], player: Player | None, language: str) -> Row:
    holders = {holder.seat: holder for holder in game.holders.all()}
    mine = {seat for seat, holder in holders.items() if player is not None and holder.player_id == player.pk}
    seen = [one for one in questions if one.seat in mine or not one.concealed]
    waited = {one.seat for one in seen}
    own = [one for one in seen if one.seat in mine]
    deadlines = [one.deadline for one in (own or questions) if one.deadline]  # of a veil all may know when it ends
    people = tuple(_person(game, seat, holders.get(seat), mine, waited) for seat in range(game.seats))
    free = sum(1 for person in people if not person.name)
    veiled = any(one.concealed for one in questions)
    title, due = table_title(game, language), min(deadlines, default=None)
    return Row(game, title, people, bool(own), due, free, veiled, game.pk in samples.ids().values(), _small(game))


def _small(game: Game) -> str:
    """Its address names the moment, so that a browser asks for each picture once."""
    if game.started_at is None or game.status == Game.Status.UNKNOWN_RULES:
        return ""
    return f"{reverse('small', args=[game.pk])}?moment={game.moment}"


def _person(game: Game, seat: int, holder: Seat | None, mine: set[int], waited: set[int]) -> Person:
    player = holder.player if holder is not None else None
    page = reverse("player", args=[player.pk]) if player is not None and has_page(player) else ""
    bot, won = bool(holder and holder.bot), seat in (game.winners or ())
    score = game.scores[seat] if game.ended_at is not None and seat < len(game.scores) else None
    return Person(seat, _name(game, seat, holder), seat in mine, seat in waited, bot, page, won, score)


def has_page(player: Player) -> bool:
    """Whether others find a page of this person: not without a name that they chose."""
    return player.has_page and bool(player.name) and player.erased_at is None


def _name(game: Game, seat: int, holder: Seat | None) -> str:
    taken = holder is not None and holder.taken
    return isolated(seat_name(game, seat)) if taken or game.status != Game.Status.OPEN else ""


def _urgency(row: Row) -> tuple[bool, float]:
    return (row.deadline is None, row.deadline.timestamp() if row.deadline else 0.0)
