"""Rows of the lists: my games, open tables. Few queries whatever their number."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db.models import Count, F, Prefetch, Q, QuerySet

from asgard_pbem.tables.models import Game, Invitation, OpenDecision, Player, Seat
from asgard_pbem.web.naming import seat_name, table_title

OPEN_TABLES_SHOWN = 60
PAST_SHOWN = 20


@dataclass(frozen=True, slots=True)
class Person:
    """One seat in a list."""

    seat: int
    name: str  # empty: free
    me: bool
    waited_for: bool
    bot: bool


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


@dataclass(frozen=True, slots=True)
class MyGames:
    """What the home page lists."""

    turns: tuple[Row, ...]
    others: tuple[Row, ...]  # running, somebody else's turn
    filling: tuple[Row, ...]
    past: tuple[Row, ...]


def my_games(player: Player, language: str) -> MyGames:
    """Every table at which this player sits or which they opened, the most urgent first."""
    mine = _with_people(Game.objects.filter(Q(held_by_me(player)) | Q(opened_by=player, status=Game.Status.OPEN)))
    alive = mine.filter(status__in=(Game.Status.OPEN, Game.Status.RUNNING, Game.Status.UNKNOWN_RULES))
    past = mine.filter(status__in=(Game.Status.OVER, Game.Status.CLOSED)).order_by("-ended_at")[:PAST_SHOWN]
    now = rows(alive.order_by(F("moved_at").desc(nulls_last=True)), player, language)
    turns = sorted((row for row in now if row.my_turn), key=_urgency)
    others = tuple(row for row in now if not row.my_turn and row.game.status != Game.Status.OPEN)
    filling = tuple(row for row in now if row.game.status == Game.Status.OPEN)
    return MyGames(tuple(turns), others, filling, rows(past, player, language))


def held_by_me(player: Player) -> Q:
    """Tables with a seat of this player's."""
    return Q(pk__in=Seat.objects.filter(player=player).values("game_id"))


def open_tables(player: Player | None, language: str) -> tuple[Row, ...]:
    """Public tables with a free seat, the newest first."""
    found = Game.objects.filter(status=Game.Status.OPEN, visibility=Game.Visibility.PUBLIC).order_by("-opened_at")
    return rows(_with_people(found)[:OPEN_TABLES_SHOWN], player, language)


def watchable(language: str) -> tuple[Row, ...]:
    """Public tables that are being played or were lately, for whoever wants to look on."""
    found = Game.objects.filter(visibility=Game.Visibility.PUBLIC, practice=False)
    found = found.exclude(status=Game.Status.OPEN).order_by(F("moved_at").desc(nulls_last=True))
    return rows(_with_people(found)[:PAST_SHOWN], None, language)


def invitations(player: Player, language: str) -> list[tuple[Invitation, str]]:
    """(invitation, title of its table) of what waits for an answer."""
    found = Invitation.objects.filter(player=player, state=Invitation.State.OPEN, game__status=Game.Status.OPEN)
    return [(one, table_title(one.game, language)) for one in found.select_related("game", "by").order_by("created_at")]


def counts() -> dict[str, int]:
    """Key -> how many public tables of it have a free seat."""
    found = Game.objects.filter(status=Game.Status.OPEN, visibility=Game.Visibility.PUBLIC).values_list("key")
    return dict(found.annotate(number=Count("pk")))


def _with_people(found: QuerySet[Game]) -> QuerySet[Game]:
    return found.prefetch_related(Prefetch("holders", queryset=Seat.objects.order_by("seat")))


def rows(found: Iterable[Game], player: Player | None, language: str) -> tuple[Row, ...]:
    """The tables as rows, in the order given."""
    tables = list(found)
    questions: dict[UUID, list[OpenDecision]] = defaultdict(list)
    for decision in OpenDecision.objects.filter(game__in=[game.pk for game in tables], answered=False):
        questions[decision.game_id].append(decision)
    return tuple(_row(game, questions[game.pk], player, language) for game in tables)


def _row(game: Game, questions: list[OpenDecision], player: Player | None, language: str) -> Row:
    holders = {holder.seat: holder for holder in game.holders.all()}
    mine = {seat for seat, holder in holders.items() if player is not None and holder.player_id == player.pk}
    seen = [one for one in questions if one.seat in mine or not one.concealed]
    waited = {one.seat for one in seen}
    own = [one for one in seen if one.seat in mine]
    deadlines = [one.deadline for one in (own or questions) if one.deadline]  # of a veil all may know when it ends
    people = tuple(
        Person(seat, _name(game, seat, holders.get(seat)), seat in mine, seat in waited, bool(_bot(holders.get(seat))))
        for seat in range(game.seats)
    )
    free = sum(1 for person in people if not person.name)
    veiled = any(one.concealed for one in questions)
    return Row(game, table_title(game, language), people, bool(own), min(deadlines, default=None), free, veiled)


def _bot(holder: Seat | None) -> str:
    return holder.bot if holder else ""


def _name(game: Game, seat: int, holder: Seat | None) -> str:
    taken = holder is not None and bool(holder.player_id or holder.bot)
    return seat_name(game, seat) if taken or game.status != Game.Status.OPEN else ""


def _urgency(row: Row) -> tuple[bool, float]:
    return (row.deadline is None, row.deadline.timestamp() if row.deadline else 0.0)
