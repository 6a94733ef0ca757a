"""States that the slider asks for: kept for good by a name of all that they depend on, and each reader's own."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from asgard_pbem.tables import services
from asgard_pbem.tables.models import Game, Moment, Player
from asgard_pbem.web.shown import around
from engine.table import registry
from tests.web.test_watching import play

pytestmark = pytest.mark.django_db
Browse = Callable[[Player | None], Client]


@pytest.fixture
def game(astrid: Player, bjorn: Player, table: Callable[..., Game]) -> Game:
    made = table(astrid, bjorn)
    play(made, [astrid, bjorn], 12)
    return made


def key(client: Client, game: Game, query: str = "") -> str:
    """The name under which this reader's page asks for states."""
    found = re.search(r'data-key="([0-9a-f]{20})"', client.get(f"/g/{game.pk}/{query}").content.decode())
    assert found is not None
    return found[1]


def asked(client: Client, game: Game, first: int, last: int, name: str) -> tuple[list[dict[str, Any]], str]:
    """The states, and how long they may be kept."""
    answer = client.get(f"/g/{game.pk}/frames/{first}-{last}.json?v={name}")
    return json.loads(answer.content)["frames"], answer.headers["Cache-Control"]


def test_a_past_state_is_kept_for_good_and_the_last_one_is_asked_for_again(
    astrid: Player, game: Game, browse: Browse
) -> None:
    client = browse(astrid)
    name = key(client, game)
    assert "immutable" in asked(client, game, 3, 5, name)[1]
    assert "private" in asked(client, game, 3, 5, name)[1]
    assert "immutable" not in asked(client, game, game.moment, game.moment, name)[1], "one may do something unseen"
    assert "immutable" not in asked(client, game, 3, 5, "0" * 20)[1]


def test_the_name_changes_with_eyes_language_names_and_who_sits_there(
    astrid: Player, bjorn: Player, game: Game, browse: Browse
) -> None:
    names = [key(browse(astrid), game), key(browse(bjorn), game), key(browse(None), game)]
    names.append(key(browse(astrid), game, "?as=spectator"))
    russian = browse(None)
    russian.cookies["django_language"] = "ru"
    names.append(key(russian, game))
    services.update_player(bjorn, name="Bjarne")
    names.append(key(browse(None), game))
    assert len(set(names)) == len(names)


def test_the_name_is_the_same_while_the_game_goes_on(astrid: Player, bjorn: Player, game: Game, browse: Browse) -> None:
    client = browse(astrid)
    before = key(client, game)
    kept, _ = asked(client, game, 4, 9, before)
    play(game, [astrid, bjorn], 5)
    assert key(client, game) == before
    assert asked(client, game, 4, 9, before)[0] == kept, "what was kept is what would be sent now"


def test_a_state_brings_the_players_as_they_were(astrid: Player, game: Game, browse: Browse) -> None:
    client = browse(astrid)
    frames, _ = asked(client, game, 1, game.moment, "")
    scores = {one.number: one.scores for one in Moment.objects.filter(game=game)}
    for one in frames:
        told = re.findall(r'class="score"><span class="sr">points </span>(\d+)', one["players"])
        assert [int(points) for points in told] == scores[one["moment"]]
        assert one["values"] == scores[one["moment"]]
        shown = client.get(f"/g/{game.pk}/{one['moment']}/").content.decode()
        assert one["players"].strip() in shown


def test_whom_a_past_moment_waited_for_is_told_as_it_was_then(
    astrid: Player, bjorn: Player, table: Callable[..., Game], browse: Browse
) -> None:
    """A sealed choice: who had chosen was public; and what was asked behind a veil is nobody else's."""
    game = table(astrid, bjorn)
    play(game, [astrid, bjorn], 3)
    by_reader = [asked(browse(one), game, 1, game.moment, "")[0] for one in (astrid, bjorn, None)]
    waits = [[one["players"].count("to-move") for one in frames] for frames in by_reader]
    assert waits[0] == waits[1] == waits[2]


def test_one_board_is_drawn_for_one_moment(astrid: Player, game: Game, browse: Browse) -> None:
    """A jump: the one state, in the time that its drawing takes (measured exactly by `make bench`)."""
    client = browse(astrid)
    asked(client, game, 5, 5, "")
    began = time.process_time()
    frames, _ = asked(client, game, 6, 6, "")
    assert len(frames) == 1
    assert time.process_time() - began < 0.3


@pytest.mark.parametrize("name", ["999.json", "frames/998-999.json"])
def test_data_that_is_not_there_is_no_page(name: str, game: Game, browse: Browse) -> None:
    answer = browse(None).get(f"/g/{game.pk}/{name}")
    assert (answer.status_code, answer.headers["Content-Type"]) == (404, "application/problem+json")
    assert answer.json() == {"type": "about:blank", "title": "There is nothing at this address", "status": 404}
    assert b"<!doctype html>" in browse(None).get(f"/g/{game.pk}/999/").content


def test_a_page_asks_once_who_sits_where(astrid: Player, game: Game, browse: Browse) -> None:
    client = browse(astrid)
    with CaptureQueriesContext(connection) as asked:
        assert client.get(f"/g/{game.pk}/9/").status_code == 200
    of_this_table = [one["sql"] for one in asked if 'FROM "tables_seat" WHERE' in one["sql"]]
    assert len(of_this_table) <= 2  # of this table, and of those at which it is the reader's turn


def test_a_game_of_another_package_is_drawn_by_that_package(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Its states were kept for a year, in which it might have been installed anew with other pictures and words."""
    home = tmp_path / "far_away"
    (home / "rules").mkdir(parents=True)
    (home / "__init__.py").touch()
    (home / "rules" / "__init__.py").write_text("class Rules: ...\n")
    words = home / "words.py"
    words.write_text("A = 1")
    monkeypatch.syspath_prepend(tmp_path)
    far = SimpleNamespace(rules=import_module("far_away.rules").Rules(), templates=None)
    ours = registry.games()
    monkeypatch.setattr(registry, "games", lambda: {**ours, "far": far})
    before = around.release.__wrapped__()
    words.write_text("A = 2")
    assert (after := around.release.__wrapped__()) != before
    (tmp_path / "beside.py").write_text("no = 'part of it'\n")
    assert around.release.__wrapped__() == after
    (tmp_path / "alone.py").write_text("class Rules: ...\n")
    monkeypatch.setattr(registry, "games", lambda: {"alone": SimpleNamespace(rules=import_module("alone").Rules())})
    in_one_file = around.release.__wrapped__()
    (tmp_path / "beside.py").write_text("still = 'none'\n")
    assert around.release.__wrapped__() == in_one_file != after
