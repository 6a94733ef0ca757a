"""Tyr's cards do what they say: a test each, found by the card's code."""

from __future__ import annotations

import pytest

from tests.games.blood_rage.cards.deck import duel, of
from tests.games.blood_rage.scene import Scene


@of("TY2", "TY3", "TY4", "TY5", "TY6")
@pytest.mark.parametrize("code, plus", [("TY2", 2), ("TY3", 3), ("TY4", 4), ("TY5", 5), ("TY6", 6)])
def test_tyr_adds_strength_alone(code: str, plus: int) -> None:
    scene = duel(code, "")
    decided = next(one for one in scene.told if one.kind == "battle_decided")
    assert decided.totals == ((0, 3 + plus), (1, 1))  # type: ignore[attr-defined]


@of("YDO", "YWR")
@pytest.mark.parametrize("sheet, total", [("", 1), ("YDO", 4), ("YWR", 6), ("YDO YWR", 6)])
def test_quests_fight_for_tyr(sheet: str, total: int) -> None:
    scene = duel("TY2", "QMA1", sheet={"B": sheet})
    decided = next(one for one in scene.told if one.kind == "battle_decided")
    assert decided.totals == ((0, 5), (1, total))  # type: ignore[attr-defined]


def test_primacy_does_not_silence_a_quest_that_fights() -> None:
    decided = next(one for one in duel("TPR", "QMA1", sheet={"B": "YWR"}).told if one.kind == "battle_decided")
    assert decided.totals == ((0, 6), (1, 6))  # type: ignore[attr-defined]


@of("YCH")
def test_tyrs_challenge_pillages_again() -> None:
    scene = Scene(sheet={"A": "YCH"}, figures={"A": "W @GIM"}, pillaged="GIM", tokens={"GIM": "horns"})
    assert scene.does("A", "repillage GIM").step("A", "horns") == 2
    scene = Scene(sheet={"A": "YCH"}, figures={"A": "W @GIM"})
    scene.refused("A", "repillage GIM", "E_NOT_PILLAGED")


@of("YPR")
def test_tyrs_prowess_keeps_cards_for_rage() -> None:
    scene = duel("TY3", "", sheet={"A": "YPR"}, rage={"A": 1})
    assert scene.asked == ("A", "prowess")
    scene.refused("A", "prowess TY4", "E_NOT_PLAYED")
    scene.does("A", "prowess TY3")
    assert (scene.hand("A"), scene.rage("A"), scene.discards()) == (["TY3"], 0, [])
    assert duel("TY3", "", sheet={"A": "YPR"}).does("A", "prowess none").discards() == ["TY3"]
