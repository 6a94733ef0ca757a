"""What a time-out answers to each question (D1-D16 of the dossier); the draft and the battle card are S47 and S48."""

from __future__ import annotations

from typing import Any

import pytest

from engine.games.blood_rage.moves import (
    Blessing,
    CallPass,
    KeepCard,
    KeepCards,
    LatePass,
    LeaderMove,
    Pass,
    Protect,
    RaiseStat,
    TideKeep,
    Volur,
)
from engine.games.blood_rage.rules.ages import discard_phase, ragnarok
from tests.games.blood_rage.scenarios.test_ages import goes_on
from tests.games.blood_rage.scene import RULES, Scene, seat


def default(scene: Scene, player: str) -> Any:
    decision = next(one for one in RULES.decisions(scene.state) if one.seat == seat(player))
    return RULES.default(scene.state, decision)


def test_d2_a_turn_is_passed() -> None:
    assert default(Scene(), "A") == Pass()


def test_d6_nobody_answers_a_call() -> None:
    assert default(Scene(figures={"A": "W @GIM", "B": "L @YGG"}).does("A", "pillage GIM"), "B") == CallPass()


def test_d8_no_card_is_added_late() -> None:
    scene = Scene(figures={"A": "W @GIM", "B": "L @GIM"}, hand={"A": "TY2 HEY"}).does("A", "pillage GIM")
    assert default(scene.does("A", "card TY2"), "A") == LatePass()


@pytest.mark.parametrize("sheet, figures, kept", [
    ("HEL", "W L HEL @GIM", "L"),  # 3 and 3: the Leader
    ("HEL", "W HEL @GIM, S @FW", "HEL"),
    ("DWA", "W DWA @GIM, S @FW", "DWA"),  # 2 and 2: a monster before a ship
    ("MAS", "W2 @GIM, S @FW", "S"),  # 2 and 2: a ship before a Warrior
    ("FIR", "L FIR W @GIM", "FIR"),
])  # fmt: skip
def test_d9_the_tide_leaves_the_strongest(sheet: str, figures: str, kept: str) -> None:
    scene = Scene(sheet={"A": sheet}, figures={"A": figures, "B": "W @GIM"}, hand={"A": "OTI"}).does("A", "pillage GIM")
    assert default(scene, "A") == TideKeep(figure=kept)


def test_d10_nobody_is_saved() -> None:
    scene = Scene(sheet={"A": "TRO", "B": "FPR"}, figures={"B": "W @GIM"}).does("A", "invade TRO GIM")
    assert default(scene, "B") == Protect()


def test_d11_the_witch_flees_in_the_action_phase_and_dies_in_ragnarok() -> None:
    scene = Scene(sheet={"A": "FIR TRO", "B": "VOL"}, figures={"A": "L @GIM", "B": "VOL @GIM"}, hand={"A": "TY3"})
    assert default(scene.does("A", "pillage GIM"), "B") == Volur(retreat=True)
    scene = goes_on(Scene(sheet={"B": "VOL"}, figures={"B": "VOL @GIM"}, doom="GIM"), ragnarok())
    assert default(scene, "B") == Volur(retreat=False)


def test_d12_no_card_is_kept_for_rage() -> None:
    scene = Scene(sheet={"A": "YPR"}, figures={"A": "L @GIM", "B": "W @GIM"}, hand={"A": "TY3"})
    assert default(scene.does("A", "pillage GIM"), "A") == KeepCards()


@pytest.mark.parametrize(
    "steps, stat", [((1, 1, 1), "rage"), ((2, 1, 1), "axes"), ((3, 3, 2), "horns"), ((6, 4, 4), "axes")]
)
def test_d13_the_lowest_stat_is_raised(steps: tuple[int, int, int], stat: str) -> None:
    scene = Scene(figures={"A": "L @GIM", "B": "W @GIM"}, hand={"A": "TOA"}, steps={"A": steps})
    assert default(scene.does("A", "pillage GIM"), "A") == RaiseStat(stat=stat)  # type: ignore[arg-type]


def test_d13_grace_raises_the_lowest_that_is_not_the_tokens() -> None:
    scene = Scene(figures={"A": "L @GIM", "B": "W @GIM"}, hand={"A": "FGR"}, tokens={"GIM": "rage"},
                  steps={"A": (1, 2, 2)})  # fmt: skip
    assert default(scene.does("A", "pillage GIM"), "A") == RaiseStat(stat="axes")


def test_d14_the_lord_of_hammers_stays() -> None:
    scene = Scene(sheet={"A": "LHA"}, figures={"A": "L @GIM"}).does("A", "pillage GIM").idle()
    assert default(scene, "A") == LeaderMove()


def test_d15_no_warrior_blesses() -> None:
    scene = Scene(sheet={"A": "LBL"}, figures={"A": "W @GIM", "B": "L @GIM"}).does("A", "pillage GIM")
    assert default(scene, "A") == Blessing(invade=False)


def test_d16_the_best_battle_card_is_kept_and_a_sight_counts_0() -> None:
    scene = goes_on(Scene(hand={"A": "HSI LTR TY2 TRO"}), discard_phase())
    assert default(scene, "A") == KeepCard(card="TY2")
