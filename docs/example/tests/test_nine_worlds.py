"""Nine Worlds, installed as any package of games: the laws, and a table by mail, on the web and with bots.

Run by `tests/games/all/test_example.py`, where the package is installed and nowhere else.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from hypothesis import given, settings
from hypothesis import strategies as st

from asgard_pbem.boards.pixels.board import board_png
from asgard_pbem.boards.render import board_svg
from asgard_pbem.simulation.by_mail import play_by_mail
from asgard_pbem.tables import services
from asgard_pbem.tables.models import Game as GameRow
from asgard_pbem.tables.reading import logfile
from engine.core.board import Layout
from engine.log import exported as log
from engine.table.registry import games
from tests.games.laws import LAWS, Case


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
def test_the_example_obeys_the_laws(law: Callable[[Case], None]) -> None:
    game = games()["nine_worlds"]
    zones: Any = __import__("nine_worlds").ZONES

    @settings(max_examples=5, deadline=None)  # a law plays a whole game
    @given(st.integers(0, 2**32))
    def holds(seed: int) -> None:
        law(Case(game, 2, seed, missing=zones.missing))

    holds()


@pytest.mark.django_db
@pytest.mark.parametrize("bots", [["random"], ["greedy"]])
def test_a_game_by_mail_ends_and_its_log_verifies(bots: list[str]) -> None:
    played = play_by_mail(key="nine_worlds", seats=2, seed=7, bots=bots)
    assert sum(played.answers) == played.moves
    exported = logfile.export(GameRow.objects.get(pk=played.game).pk, viewer=None)
    assert "every draw" in log.verify(exported).checked


@pytest.mark.django_db
def test_a_person_plays_a_bot_on_the_web(client: Client) -> None:
    anna = services.player_for("anna@example.org", name="Anna")
    game = services.open_table(
        opened_by=anna, key="nine_worlds", seats=2, cause=uuid4(), bots={1: "greedy"}, days_per_decision=3
    )
    client.force_login(anna, backend="django.contrib.auth.backends.ModelBackend")
    page = client.get(f"/g/{game.pk}/")
    assert page.status_code == 200
    assert "Which warrior do you send" in page.content.decode()
    services.submit_orders(game.pk, seat=0, player=anna, lines=["rank 9 8 7 6 5 4 3 2 1", "lay 3"], cause=uuid4())
    assert GameRow.objects.get(pk=game.pk).moment >= 1
    assert client.get("/rules/nine_worlds/").status_code in {200, 301, 302}


def test_the_board_is_drawn_from_the_packages_own_template() -> None:
    game = games()["nine_worlds"]
    session = Case(game, 2, 5).session()
    words = game.words("en", ("Anna", "Boris"))
    drawing = game.draw(game.rules.view(session.table.state, 0), words)
    assert "Boris" in board_svg("nine_worlds", drawing, theme="light")
    for layout in Layout:
        assert board_png("nine_worlds", drawing, layout=layout).startswith(b"\x89PNG")
