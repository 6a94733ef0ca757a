"""Loki's cards do what they say: a test each, found by the card's code."""

from __future__ import annotations

from typing import Any

import pytest

from engine.games.blood_rage.rules.ages import release
from tests.games.blood_rage.cards.deck import duel, of
from tests.games.blood_rage.scenarios.test_ages import goes_on
from tests.games.blood_rage.scene import Scene


@of("LDO", "LEM", "LWR")
@pytest.mark.parametrize("code, glory", [("LDO", 3), ("LEM", 6), ("LWR", 9)])
def test_loki_pays_for_the_released(code: str, glory: int) -> None:
    assert goes_on(Scene(sheet={"A": code}, figures={"A": "L W2 @VALHALLA"}), release()).glory("A") == glory


@of("LBL")
def test_lokis_blessing_sends_a_warrior_after_a_loss() -> None:
    given: dict[str, Any] = {
        "sheet": {"A": "LBL"}, "figures": {"A": "W @GIM", "B": "L @GIM"}, "hand": {"B": "TY3"}, "turn": "A"
    }  # fmt: skip
    scene = Scene(**given).does("A", "pillage GIM").does("A", "blessing yes")
    assert (scene.at("A", "GIM"), scene.rage("A")) == ("W", 6)
    assert Scene(**given).does("A", "pillage GIM").does("A", "blessing no").at("A", "GIM") == ""
    given["figures"] = {"A": "W @YGG", "B": "L @YGG"}
    assert Scene(**given).does("A", "pillage YGG").asked == ("B", "action")  # not in Yggdrasil


@of("LTR")
def test_lokis_trickery_takes_rage_of_the_winner() -> None:
    scene = duel("TY3", "LTR", rage={"A": 2, "B": 1})
    assert (scene.rage("A"), scene.rage("B")) == (1, 2)
    assert duel("TY3", "LTR", rage={"A": 2, "B": 12}).rage("B") == 12


@of("LBA")
def test_lokis_backstab_takes_glory_of_the_winner() -> None:
    scene = duel("TY3", "LBA", glory={"A": 7})
    assert (scene.glory("A"), scene.glory("B")) == (7 - 2 + 5 + 3, 2)
    scene = duel("TY3", "LBA", glory={"A": 1})
    assert (scene.glory("A"), scene.glory("B")) == (8, 1)


@of("LPO")
def test_lokis_poison_takes_the_winners_cards() -> None:
    scene = duel("TY3", "LPO")
    assert (scene.hand("A"), scene.hand("B"), scene.discards()) == ([], ["LPO", "TY3"], [])
