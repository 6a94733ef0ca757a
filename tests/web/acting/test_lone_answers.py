"""A question with one answer says why it is asked; its page does, too."""

from __future__ import annotations

from collections.abc import Callable
from uuid import uuid4

import pytest
from django.test import Client

from asgard_pbem.tables import services
from asgard_pbem.tables.models import Player
from asgard_pbem.tables.words import only_answer
from engine.games.asgards_chosen.game_rules import ChosenRules
from engine.games.asgards_chosen.rules.battle.retreat import vanquish
from tests.games.asgards_chosen.scene import Scene


@pytest.mark.django_db
@pytest.mark.parametrize("hand, lone", [("troll1", True), ("bragis_harp", False)])
def test_a_page_says_why_it_asks_where_there_is_no_choice(
    hand: str, lone: bool, astrid: Player, bjorn: Player, browse: Callable[[Player], Client],
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    scene = Scene(2, heroes={"AF": "S1a", "BF": "S1b"}, hands={"A": f"{hand} thor", "B": "odin"}).charms("A")
    monkeypatch.setattr(ChosenRules, "setup", lambda *_: (scene.state, []))
    game = services.open_table(opened_by=astrid, key="asgards_chosen", seats=2, cause=uuid4())
    services.take_seat(game.pk, player=bjorn, cause=uuid4())
    assert (only_answer() in browse(astrid).get(f"/g/{game.pk}/").content.decode()) is lone
    assert only_answer() not in browse(bjorn).get(f"/g/{game.pk}/").content.decode()


@pytest.mark.django_db
def test_who_plays_alone_is_told_of_no_others(
    astrid: Player, browse: Callable[[Player], Client], monkeypatch: pytest.MonkeyPatch
) -> None:
    scene = Scene(1, "solitaire", heroes={"AF": "S1a", "AM": "L9b"}, hands={"A": "thor"}).frames(vanquish(0))
    assert (scene.asked, len(scene.offered())) == (("A", "stand"), 1)
    monkeypatch.setattr(ChosenRules, "setup", lambda *_: (scene.state, []))
    options = {"mode": "solitaire"}
    game = services.open_table(opened_by=astrid, key="asgards_chosen", seats=1, cause=uuid4(), options=options)
    page = browse(astrid).get(f"/g/{game.pk}/").content.decode()
    assert "stand up" in page
    assert only_answer() not in page
