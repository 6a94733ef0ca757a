"""Heimdall's cards do what they say: a test each, found by the card's code."""

from __future__ import annotations

import pytest

from tests.games.blood_rage.cards.deck import duel, of
from tests.games.blood_rage.scene import Scene


@of("HSI")
@pytest.mark.parametrize("card_of_b, plus", [("TY5", 5), ("QMA1", 0), ("", 0)])
def test_heimdalls_sight_is_the_best_enemy_card(card_of_b: str, plus: int) -> None:
    decided = next(one for one in duel("HSI", card_of_b).told if one.kind == "battle_decided")
    assert decided.totals[0] == (0, 3 + plus)  # type: ignore[attr-defined]


@of("HEY", "HGA")
@pytest.mark.parametrize("code, plus", [("HEY", 2), ("HGA", 3)])
def test_eye_and_gaze_come_late_or_like_any_card(code: str, plus: int) -> None:
    decided = next(one for one in duel(code, "").told if one.kind == "battle_decided")
    assert decided.totals[0] == (0, 3 + plus)  # type: ignore[attr-defined]
    scene = duel(f"TY2 {code}", "").does("A", "card TY2").does("A", f"late {code}")
    decided = next(one for one in scene.told if one.kind == "battle_decided")
    assert decided.totals[0] == (0, 5 + plus)  # type: ignore[attr-defined]


@of("HWA")
def test_heimdalls_watch_discards_all_and_begins_again() -> None:
    scene = Scene(figures={"A": "L @GIM", "B": "W @GIM"}, hand={"A": "HWA TY2 TY3", "B": "TY6"})
    scene.does("A", "pillage GIM").does("A", "card HWA")
    assert (scene.glory("A"), scene.asked, scene.discards()) == (6, ("A", "card"), ["HWA", "TY6"])


def test_a_second_watch_is_discarded_by_the_first() -> None:
    scene = Scene(figures={"A": "L @GIM", "B": "W @GIM"}, hand={"A": "HWA", "B": "HWA LTR"})
    scene.does("A", "pillage GIM").does("B", "card HWA")
    assert scene.kinds_told().count("battle_restarted") == 1
    assert scene.glory("A") == 0 + 3
