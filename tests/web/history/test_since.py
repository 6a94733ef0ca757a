"""What is new since one looked last: kept for that browser, counted by visits, shown to nobody else."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta
from itertools import pairwise

import pytest
from django.test import Client
from django.utils import timezone

from asgard_pbem.tables.models import Game, Player
from asgard_pbem.web.shown import around
from tests.web.test_watching import play

pytestmark = pytest.mark.django_db
Browse = Callable[[Player | None], Client]


@pytest.fixture
def game(astrid: Player, bjorn: Player, table: Callable[..., Game]) -> Game:
    made = table(astrid, bjorn)
    play(made, [astrid, bjorn], 4)
    return made


class Clock:
    """A clock that goes when it is told to."""

    def __init__(self) -> None:
        self.time = timezone.now()

    def now(self) -> object:
        return self.time


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    made = Clock()
    monkeypatch.setattr(around, "timezone", made)
    return made


def new(client: Client, game: Game) -> tuple[int, int] | None:
    """(after which moment, how many) as the page tells it."""
    shown = client.get(f"/g/{game.pk}/").content.decode()
    found = re.search(r'data-since="(\d+)".*?>(\d+) moments? since you last looked', shown)
    assert (found is not None) == ("Since you last looked" in shown)
    return (int(found[1]), int(found[2])) if found else None


def test_the_next_visit_tells_what_came_meanwhile_as_long_as_it_lasts(
    astrid: Player, bjorn: Player, game: Game, browse: Browse, clock: Clock
) -> None:
    client, seen = browse(astrid), game.moment
    assert new(client, game) is None
    play(game, [astrid, bjorn], 3)
    assert new(client, game) is None, "it is the same visit"
    clock.time += timedelta(hours=5)
    middle = game.moment
    assert new(client, game) is None, "nothing came"
    play(game, [astrid, bjorn], 2)
    clock.time += timedelta(hours=5)
    assert new(client, game) == (middle, game.moment - middle)
    play(game, [astrid, bjorn], 1)
    assert new(client, game) == (middle, game.moment - middle), "a move of one's own ends no visit"
    assert seen < middle


def test_strangers_are_remembered_nothing_of(game: Game, browse: Browse, clock: Clock) -> None:
    client = browse(None)
    assert new(client, game) is None
    clock.time += timedelta(days=1)
    assert new(client, game) is None
    assert not client.session.get("looked")


def test_one_person_does_not_learn_when_another_looked(
    astrid: Player, bjorn: Player, game: Game, browse: Browse, clock: Clock
) -> None:
    new(browse(bjorn), game)
    clock.time += timedelta(days=1)
    assert new(browse(astrid), game) is None


def test_headings_of_a_table_begin_with_its_name_and_leave_no_step_out(
    astrid: Player, game: Game, browse: Browse, table: Callable[..., Game]
) -> None:
    table(astrid, "greedy")
    table(astrid, "greedy")
    for path in (f"/g/{game.pk}/", f"/g/{game.pk}/3/", "/"):
        shown = browse(astrid).get(path).content.decode()
        assert "Your turn" in shown
        levels = [int(level) for level in re.findall(r"<h([1-6])\b", shown)]
        assert levels[0] == 1, path
        assert levels.count(1) == 1
        assert all(after <= before + 1 for before, after in pairwise(levels)), path


def test_not_more_tables_are_remembered_than_one_follows(astrid: Player, game: Game, browse: Browse) -> None:
    client = browse(astrid)
    session = client.session
    session["looked"] = {str(number): (0, 1, 1) for number in range(200)}
    session.save()
    client.get(f"/g/{game.pk}/")
    assert len(client.session["looked"]) == around.TABLES
    assert str(game.pk) in client.session["looked"]
