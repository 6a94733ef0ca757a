"""What is printed on cards and on figures as a number, tried at the table: prices, strengths, what a card adds."""

from __future__ import annotations

import pytest

from engine.games.blood_rage.data import BY_CODE, PLACE
from engine.games.blood_rage.happenings import BattleDecided
from engine.games.blood_rage.rules.strength import in_province
from tests.games.blood_rage.cards.deck import duel
from tests.games.blood_rage.scene import Scene

PRICES = {
    0: "DWA HEL FCH YDO YCH FPR FDO", 1: "BRO LDO LBL TDO FSA YWR ELF", 4: "FIR FRO",
    2: "TRO VAL EXP MAS SLD SFD SED LEM TGL FSU OIN YPR OTH", 3: "SEA VOL LHA LAX LSP LWR TCO",
}  # fmt: skip
ADDED = {
    0: "HSI HWA LTR LBA LPO", 1: "OSM OTI THA TOA TAS", 2: "TY2 HEY OJU FGR", 3: "TY3 HGA TPR", 4: "TY4", 5: "TY5",
    6: "TY6",
}  # fmt: skip
STRENGTHS = {1: "ELF", 2: "S TRO DWA VAL", 3: "L SEA HEL VOL", 4: "FIR FRO"}
OF_COST = {code: cost for cost, codes in PRICES.items() for code in codes.split()}
OF_PLUS = {code: plus for plus, codes in ADDED.items() for code in codes.split()}
OF_FIGURE = {code: strength for strength, codes in STRENGTHS.items() for code in codes.split()}


def test_every_upgrade_and_every_battle_card_is_tried() -> None:
    assert set(OF_COST) == {code for code, one in BY_CODE.items() if one.is_upgrade}
    assert set(OF_PLUS) == {code for code, one in BY_CODE.items() if one.kind == "battle"}


@pytest.mark.parametrize("code, cost", OF_COST.items())
def test_an_upgrade_costs_what_is_printed(code: str, cost: int) -> None:
    scene = Scene(hand={"A": code}).does("A", f"upgrade {code}")
    assert scene.rage("A") == 6 - cost
    if cost > 1:
        poor = Scene(hand={"A": code}, rage={"A": cost - 1})
        assert poor.refused("A", f"upgrade {code}", "E_RAGE") == {"needs": cost, "have": cost - 1}


@pytest.mark.parametrize("code, plus", OF_PLUS.items())
def test_a_card_adds_what_is_printed(code: str, plus: int) -> None:
    """A Leader of 3 against a Warrior of 1, whom Odin's Smite takes before strengths are compared."""
    scene = duel(code, "")
    decided = next(one for one in scene.told if isinstance(one, BattleDecided))
    fallen = {"OSM": 1}.get(code, 0)
    assert decided.totals == ((0, 3 + plus), (1, 1 - fallen))


@pytest.mark.parametrize("code, strength", OF_FIGURE.items())
def test_a_figure_is_as_strong_as_it_is_printed(code: str, strength: int) -> None:
    place = "FW" if code in ("S", "SEA") else "GIM"
    scene = Scene(sheet={} if len(code) == 1 else {"A": code}, figures={"A": f"{code} @{place}"})
    assert in_province(scene.state, 0, PLACE["GIM"]) == strength


def test_what_a_win_brings_is_counted_from_below_the_top_of_the_track() -> None:
    scene = duel("TAS", "", rage={"A": 4})
    assert (scene.rage("A"), scene.glory("A")) == (4 + 3, 3 + 5 + 3)
    scene = duel("THA", "", rage={"A": 4})
    assert (scene.rage("A"), scene.glory("A")) == (4, 3 + 5 + 3)
    scene = duel("TOA", "", rage={"A": 4}).does("A", "stat rage")
    assert (scene.rage("A"), scene.step("A", "rage"), scene.glory("A")) == (4, 2, 5 + 3)
