"""Where the points came from: what the sources give together is what the seats have at the end."""

from __future__ import annotations

import gzip
import re
from itertools import pairwise

import pytest
from django.template.loader import render_to_string
from django.test import Client

from asgard_pbem.tables.models import Game
from asgard_pbem.tables.reading import history, logfile, samples, scoring
from engine.table import registry

pytestmark = pytest.mark.django_db
TELLING = ("aesir", "asgard", "blood_rage")  # the games whose points have sources


def brought(key: str) -> Game:
    return logfile.load(gzip.decompress((samples.FOLDER / f"{key}.log.gz").read_bytes()))


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("key", TELLING)
def test_the_sources_of_a_whole_game_add_up_to_its_scores(key: str, language: str) -> None:
    game = brought(key)
    found = scoring.sources(game, history.words(game, language))
    assert [sum(points) for points in zip(*(one.points for one in found), strict=True)] == game.scores
    assert len({one.label for one in found}) == len(found) > 2
    assert (language == "ru") == any("а" <= char <= "я" for one in found for char in one.label.lower())


def test_programs_are_told_sources_and_curves_as_the_page_shows_them(client: Client) -> None:
    game = brought("asgard")
    Game.objects.filter(pk=game.pk).update(visibility=Game.Visibility.PUBLIC)
    told = client.get(f"/api/v1/tables/{game.pk}/statistics").json()
    assert [sum(points) for points in zip(*(one["points"] for one in told["sources"]), strict=True)] == game.scores
    scores, *measures = told["curves"]
    assert (scores["name"], scores["points"][-1]["values"]) == ("", game.scores)
    assert measures
    for curve in told["curves"]:
        values = [one["values"] for one in curve["points"]]
        assert all(before != after for before, after in pairwise(values))
    past = client.get(f"/g/{game.pk}/40/").content.decode()
    assert re.findall(r'class="panel ([\w-]*)" aria-labelledby="sources-heading"', past) == ["end-only"]


def test_each_column_of_the_table_of_points_has_a_heading() -> None:
    game = brought("aesir")
    found = scoring.sources(game, history.words(game, "en"))
    shown = render_to_string("web/table/sources.html", {"sources": found, "names": game.names, "game": game})
    head = shown.partition("</thead>")[0]
    assert '<th scope="col">Points for</th>' in head
    assert "<td>" not in head


@pytest.mark.parametrize("key", TELLING)
def test_a_running_game_tells_no_sources(key: str) -> None:
    game = brought(key)
    game.status = Game.Status.RUNNING
    assert scoring.sources(game, history.words(game, "en")) == ()


@pytest.mark.parametrize("key", sorted(set(registry.games()) - set(TELLING)))
def test_a_game_without_sources_has_none(key: str) -> None:
    game = brought(key)
    assert scoring.sources(game, history.words(game, "en")) == ()
