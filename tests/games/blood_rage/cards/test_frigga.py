"""Frigga's cards do what they say: a test each, found by the card's code."""

from __future__ import annotations

from typing import Any

import pytest

from engine.games.blood_rage.words.status import RageWords
from tests.games.blood_rage.cards.deck import duel, of
from tests.games.blood_rage.scene import RULES, Scene


@of("FCH")
def test_friggas_charm_lowers_the_price_of_upgrades_and_of_no_invasion() -> None:
    scene = Scene(sheet={"A": "FCH"}, hand={"A": "TRO"}).does("A", "upgrade TRO")
    assert scene.rage("A") == 5
    assert scene.does("A", "invade TRO GIM").rage("A") == 3


def test_friggas_charm_about_to_be_covered_still_counts() -> None:
    scene = Scene(sheet={"A": "FCH=c1 OTH=c2 LDO=c3"}, hand={"A": "TGL"}).does("A", "upgrade TGL c1")
    assert scene.rage("A") == 5
    assert scene.discards() == ["FCH"]


@of("FSU")
def test_friggas_succor_brings_a_warrior_but_to_no_fjord_nor_yggdrasil() -> None:
    scene = Scene(sheet={"A": "FSU ELF"})
    assert scene.does("A", "invade L GIM +succor").at("A", "GIM") == "L W"
    assert scene.rage("A") == 6
    scene.refused("A", "invade S FW +succor", "E_SUCCOR_PLACE")
    scene.refused("A", "invade ELF YGG +succor", "E_SUCCOR_PLACE")


@of("FPR")
def test_friggas_protection_saves_for_rage_but_not_from_an_own_sacrifice() -> None:
    given: dict[str, Any] = {"sheet": {"A": "TRO", "B": "FPR FSA"}, "figures": {"B": "W2 @GIM"}, "rage": {"B": 1}}
    scene = Scene(**given).does("A", "invade TRO GIM")
    scene.refused("B", "protect W2", "E_RAGE")
    scene.refused("B", "protect L", "E_NOT_DOOMED")
    scene.does("B", "protect W")
    assert (scene.rage("B"), scene.at("B", "GIM"), scene.at("B", "VALHALLA")) == (0, "W", "W")
    scene = Scene(turn="B", **given).does("B", "sacrifice W@GIM W@GIM axes")
    assert scene.at("B", "VALHALLA") == "W2"
    assert scene.step("B", "axes") == 2


@pytest.mark.parametrize(
    "language, asked",
    [("en", "Frigga's Protection (Troll): whom do you save, 1 Rage each (1 left)?"),
     ("ru", "Защита Фригг (Тролль): кого вы спасёте, по 1 ярости за фигуру (осталось 1)?")],
)  # fmt: skip
def test_the_question_says_what_destroys_and_what_is_there_to_pay_with(language: str, asked: str) -> None:
    given: dict[str, Any] = {"sheet": {"A": "TRO", "B": "FPR"}, "figures": {"B": "W2 @GIM"}, "rage": {"B": 1}}
    scene = Scene(**given).does("A", "invade TRO GIM")
    [decision] = RULES.decisions(scene.state)
    assert RageWords(language).question(decision, RULES.view(scene.state, decision.seat)) == asked


@of("FDO")
def test_friggas_domain_invades_from_valhalla() -> None:
    scene = Scene(sheet={"A": "FDO"}, figures={"A": "L @VALHALLA"}).does("A", "valhalla L HOR")
    assert (scene.at("A", "HOR"), scene.rage("A")) == ("L", 5)
    scene.refused("A", "valhalla W HOR", "E_NOT_IN_VALHALLA")


@of("FSA")
def test_friggas_sacrifice_turns_two_figures_into_a_stat() -> None:
    scene = Scene(sheet={"A": "FSA SLD"}, figures={"A": "S @FW, W @GIM"}).does("A", "sacrifice S@FW W@GIM axes")
    assert (scene.at("A", "VALHALLA"), scene.step("A", "axes"), scene.glory("A"), scene.rage("A")) == ("W S", 2, 4, 6)


@of("FGR")
def test_friggas_grace_is_the_pillagers_alone() -> None:
    scene = duel("FGR", "")
    assert scene.does("A", "stat axes").step("A", "axes") == 2
    assert scene.glory("A") == 5 + 4  # raised before the Axes pay
