"""Leaders, Warriors and Ships do what they say: a test each, found by the card's code."""

from __future__ import annotations

from typing import Any

import pytest

from engine.games.blood_rage.data import PLACE
from engine.games.blood_rage.rules.strength import in_province
from tests.games.blood_rage.cards.deck import of
from tests.games.blood_rage.scene import Scene


@of("LHA")
def test_the_lord_of_hammers_steps_on_after_a_pillage() -> None:
    given: dict[str, Any] = {"sheet": {"A": "LHA"}, "figures": {"A": "L @GIM", "B": "W3 @AND"}, "destroyed": "MYR"}
    scene = Scene(**given).does("A", "pillage GIM").idle()
    assert scene.asked == ("A", "hammers")
    scene.refused("A", "hammers AND", "E_FULL")
    scene.refused("A", "hammers MYR", "E_DESTROYED")
    scene.refused("A", "hammers HOR", "E_NOT_ADJACENT")
    assert scene.does("A", "hammers YGG").at("A", "YGG") == "L"
    assert Scene(**given).does("A", "pillage GIM").idle().does("A", "hammers none").at("A", "GIM") == "L"


@of("LAX")
def test_the_lord_of_axes_raises_a_stat_if_the_leader_is_there() -> None:
    given: dict[str, Any] = {"sheet": {"A": "LAX"}, "tokens": {"GIM": "glory5"}}
    scene = Scene(figures={"A": "L @GIM"}, **given).does("A", "pillage GIM").does("A", "stat horns")
    assert scene.step("A", "horns") == 2
    assert Scene(figures={"A": "W @GIM"}, **given).does("A", "pillage GIM").asked == ("B", "action")


@of("LSP")
def test_the_lord_of_spears_raises_all_stats() -> None:
    scene = Scene(sheet={"A": "LSP"}, figures={"A": "L @GIM"}, tokens={"GIM": "glory5"}).does("A", "pillage GIM")
    assert [scene.step("A", stat) for stat in ("rage", "axes", "horns")] == [2, 2, 2]


@of("BRO", "EXP", "MAS")
@pytest.mark.parametrize("code, strength, cost", [("BRO", 7, 1), ("EXP", 10, 2), ("MAS", 14, 2)])
def test_warriors_in_arms(code: str, strength: int, cost: int) -> None:
    scene = Scene(sheet={"A": code}, figures={"A": "W4 @GIM"}, steps={"A": (1, 1, 6)}).does("A", "invade W GIM")
    assert (in_province(scene.state, 0, PLACE["GIM"]), scene.rage("A")) == (strength, 6 - cost)


@of("SLD", "SFD", "SED")
@pytest.mark.parametrize("code, glory", [("SLD", 4), ("SFD", 8), ("SED", 12)])
def test_dragons_pay_for_a_lost_ship(code: str, glory: int) -> None:
    scene = Scene(sheet={"A": code, "B": "FIR"}, figures={"A": "S @FW"}, turn="B").does("B", "invade FIR GIM")
    assert scene.glory("A") == glory
