"""Curves through the history: the scores, and whatever else a game measures, one at a time."""

from __future__ import annotations

import re
from collections.abc import Callable
from uuid import uuid4

import pytest
from django.test import Client

from asgard_pbem.tables import services
from asgard_pbem.tables.models import Game, Moment, Player
from asgard_pbem.tables.reading import projecting
from tests.toys import skirmish
from tests.web.test_watching import play

pytestmark = pytest.mark.django_db
Browse = Callable[[Player | None], Client]


@pytest.fixture
def fought(astrid: Player, bjorn: Player, eir: Player, monkeypatch: pytest.MonkeyPatch) -> Game:
    """A battle in which the tide has taken figures."""
    skirmish.deal(monkeypatch, "tide two", "three two", "one two three")
    people = [astrid, bjorn, eir]
    game = services.open_table(opened_by=astrid, key="skirmish", seats=3, cause=uuid4())
    for player in people[1:]:
        services.take_seat(game.pk, player=player, cause=uuid4())
    for seat, line in ((0, "attack P2"), (0, "lay tide"), (1, "lay three"), (0, "keep 3"), (1, "keep 3")):
        services.submit_orders(game.pk, seat=seat, player=people[seat], lines=[line], cause=uuid4())
    return Game.objects.get(pk=game.pk)


def page(browse: Browse, game: Game, query: str = "") -> str:
    shown: str = browse(None).get(f"/g/{game.pk}/{query}").content.decode()
    return shown


def test_no_picture_of_the_page_is_told_to_readers_without_a_name(fought: Game, browse: Browse) -> None:
    named = 'aria-hidden="true"|aria-label=|role="(group|presentation)"'
    pictures = re.findall("<svg[^>]*>", page(browse, fought, "?curve=figures"))
    assert [one for one in pictures if not re.search(named, one)] == []


def test_the_history_draws_the_measure_that_is_chosen(fought: Game, browse: Browse) -> None:
    points, figures = page(browse, fought), page(browse, fought, "?curve=figures")
    for shown in (points, figures):
        assert [f">{label}</a>" in shown for label in ("Points", "Figures", "Cards played")] == [True] * 3
        assert shown.count("<polyline") == 3
    assert "points change" in points
    assert "points change" not in figures
    assert '<span class="number" data-value="1">1</span>' in figures  # of each clan that the tide was over
    assert "curve=figures" in figures.split('id="frames"')[1]  # and it stays chosen on the way through the history


def test_a_measure_of_the_whole_table_is_one_line(fought: Game, browse: Browse) -> None:
    shown = page(browse, fought, "?curve=box")
    assert shown.count("<polyline") == 1
    assert 'Cards played <span class="number" data-value="0">2</span>' in shown


def test_a_measure_that_the_game_does_not_have_is_the_first_one(fought: Game, browse: Browse) -> None:
    assert page(browse, fought, "?curve=wall").count("<polyline") == 3


def test_measures_are_kept_by_moment_and_made_again_from_the_log(fought: Game) -> None:
    kept = [one.measures for one in Moment.objects.filter(game=fought).order_by("number")]
    assert kept[-1] == {"figures": [1, 1, 3], "box": [2]}
    Moment.objects.filter(game=fought).update(measures={})
    assert list(projecting.differences(fought.pk))
    projecting.rebuild(fought.pk)
    assert [one.measures for one in Moment.objects.filter(game=fought).order_by("number")] == kept


def test_no_flat_line_is_drawn_before_anybody_scored_and_the_first_that_tells_is_taken(
    astrid: Player, bjorn: Player, browse: Browse, table: Callable[..., Game]
) -> None:
    aesir = table(astrid, bjorn)
    play(aesir, [astrid, bjorn], 2)
    assert "<polyline" not in page(browse, aesir)
    asgard = table(astrid, bjorn, key="asgard", seed=bytes(32))
    play(asgard, [astrid, bjorn], 7)
    assert not any(any(one.scores) for one in Moment.objects.filter(game=asgard))
    shown = page(browse, asgard)
    name = next(name for name in ("stones", "recruits") if f"<h2>{name.title()} in front</h2>" in shown)
    assert 'data-value="0">' in shown
    assert f"curve={name}" in shown.split('id="frames"')[1].partition(">")[0], "its figures follow the slider"
    assert f'href="/g/{asgard.pk}/1/"' in shown, "nobody chose it, so no other address names it"
    assert "<h2>Points</h2>" in page(browse, asgard, "?curve=")
