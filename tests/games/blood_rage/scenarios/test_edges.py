"""Twins, the last village, what is told and what is not: cases that differ by one from those beside them."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.moves import IllegalMove
from engine.games.blood_rage.data import FJORDS, PLACES, PROVINCES
from engine.games.blood_rage.moves import BattleCard, CallMove
from engine.games.blood_rage.rules.ages import discard_phase
from tests.games.blood_rage.scenarios.test_ages import goes_on
from tests.games.blood_rage.scenarios.test_interplay import totals
from tests.games.blood_rage.scene import RULES, Scene

# --- Twins: cards or figures of one kind ---------------


def test_of_two_equal_cards_prowess_keeps_as_many_as_are_paid_for() -> None:
    scene = Scene(sheet={"A": "YPR"}, figures={"A": "L @GIM", "B": "W @GIM"}, hand={"A": "HEY HEY TY2"}, rage={"A": 2})
    scene.does("A", "pillage GIM").does("A", "card HEY").does("A", "late HEY").does("A", "prowess HEY")
    assert (scene.hand("A"), scene.discards(), scene.rage("A")) == (["HEY", "TY2"], ["HEY"], 1)


def test_of_two_equal_cards_one_is_kept_for_the_next_age() -> None:
    """R13.1: exactly one."""
    scene = goes_on(Scene(hand={"B": "TY3 TY3 OSM"}), discard_phase()).does("B", "keep TY3")
    assert scene.hand("B") == ["TY3"]


def test_no_more_of_a_kind_march_than_are_there() -> None:
    scene = Scene(figures={"A": "L W2 @GIM"})
    assert scene.refused("A", "march GIM > YGG: W3", "E_NOT_THERE") == {"figure": "W", "place": "GIM"}
    assert scene.does("A", "march GIM > YGG: W2").at("A", "GIM") == "L"


def test_a_call_is_answered_by_a_land_figure_that_is_there() -> None:
    """R10.2: from beside; a ship's warriors come with the battle, not with the call."""
    scene = Scene(figures={"A": "L @AND", "B": "W @GIM, S @FW"}).does("A", "pillage AND")
    assert scene.refused("B", "call L<GIM", "E_NOT_THERE") == {"figure": "L", "place": "GIM"}
    for figure, place in (("S", "FW"), ("W", "FW"), ("S", "GIM")):
        move = CallMove.model_validate({"figure": figure, "source": place})
        with pytest.raises(IllegalMove, match="E_SHIP_CALL"):
            scene.move("B", move)
    assert "call_answered" in scene.does("B", "call W<GIM").kinds_told()


def test_a_hand_of_copies_of_one_card_is_no_choice() -> None:
    """R10.5: it lays one as a single card is laid, and its owner keeps the other."""
    scene = Scene(figures={"A": "L @GIM", "B": "W @GIM"}, hand={"A": "TY6 TY5", "B": "TY3 TY3"})
    scene.does("A", "pillage GIM").does("A", "card TY6")
    asked = RULES.decisions(scene.state)[0]
    assert (asked.seat, RULES.forced(scene.state, asked)) == (1, BattleCard(card="TY3"))


# --- Upgrades ---------------


def test_where_both_monsters_would_be_covered_the_slot_is_named() -> None:
    """R8.2: what is covered is never guessed, also where there are two slots."""
    scene = Scene(sheet={"A": "TRO DWA"}, hand={"A": "VAL"})
    assert scene.refused("A", "upgrade VAL", "E_NAME_SLOT") == {"slots": ["m1", "m2"]}
    scene.does("A", "upgrade VAL m2")
    assert (scene.discards(), scene.at("A", "RESERVE")) == (["DWA"], "L W8 S TRO VAL")


def test_clauses_of_an_invasion_that_is_not_made_are_refused_with_the_line() -> None:
    """P3"""
    scene = Scene(sheet={"A": "FSU TDO"}, hand={"A": "TRO LDO"})
    for line in ("upgrade TRO +succor", "upgrade TRO +pillage", "upgrade LDO +succor"):
        scene.refused("A", line, "E_NO_INVASION")


# --- Villages ---------------


def test_the_lord_of_hammers_takes_the_last_village_and_none_that_is_not_there() -> None:
    given: dict[str, Any] = {"sheet": {"A": "LHA"}, "figures": {"A": "L @YGG", "B": "W2 @UTG, W3 @AND"}}
    scene = Scene(**given).does("A", "pillage YGG").idle()
    lines: list[Any] = [move for _, _, move in RULES.menu(scene.state, RULES.decisions(scene.state)[0]).leaves()]
    assert [move.to for move in lines] == [None, "ELV", "ANG", "MUS", "HOR", "UTG", "GIM", "MYR"]
    assert scene.refused("A", "hammers AND", "E_FULL")["free"] == 0
    assert scene.does("A", "hammers UTG").at("A", "UTG") == "L"


def test_a_covered_monster_frees_horns_wherever_it_stood() -> None:
    """R8.3: the first province of the ring, Yggdrasil, a fjord; one in Valhalla frees nothing."""
    for place in ("ELV", "YGG", "HOR"):
        scene = Scene(sheet={"A": "TRO"}, figures={"A": f"TRO @{place}, L W2 @GIM"}, hand={"A": "VAL"})
        assert scene.does("A", "upgrade VAL m1 -> AND").on_board("A") == 4
    scene = Scene(sheet={"A": "SEA"}, figures={"A": "SEA @FN, L W2 @GIM"}, hand={"A": "VAL"})
    assert scene.does("A", "upgrade VAL m1 -> AND").on_board("A") == 4
    scene = Scene(sheet={"A": "TRO"}, figures={"A": "TRO @VALHALLA, L W3 @GIM"}, hand={"A": "VAL"})
    assert scene.refused("A", "upgrade VAL m1 -> AND", "E_HORNS") == {"count": 4, "most": 4}


def test_figures_count_against_horns_in_every_province_and_fjord() -> None:
    """R6.4"""
    for place in PROVINCES:
        scene = Scene(figures={"A": f"W @{PLACES[place]}, L W2 @GIM"})
        assert scene.refused("A", "invade W AND", "E_HORNS") == {"count": 4, "most": 4}
    for place in FJORDS:
        scene = Scene(figures={"A": f"S @{PLACES[place]}, L W2 @GIM"})
        assert scene.refused("A", "invade W AND", "E_HORNS") == {"count": 4, "most": 4}


# --- The call, and late cards ---------------


def test_after_a_move_the_next_one_is_asked_and_who_moved_once_more_when_all_have_passed() -> None:
    """R10.2: in a row counts every seat since the last move, the mover's too."""
    scene = Scene("ABCD", figures={"A": "L @YGG, W @ELV", "B": "W2 @GIM", "C": "W2 @GIM", "D": "W2 @AND"})
    scene.does("A", "pillage YGG")
    asked = []
    for line in ("pass", "W<GIM", "pass", "W<ELV", "pass", "pass", "pass"):
        assert scene.asked is not None
        asked.append(scene.asked[0])
        scene.does(scene.asked[0], f"call {line}")
    assert asked == ["B", "C", "D", "A", "B", "C", "D"]  # A, who has nobody left, passes by itself
    assert totals(scene) == ((0, 4), (2, 1))


def test_who_moved_is_asked_again_when_all_others_have_passed() -> None:
    scene = Scene(figures={"A": "L @GIM, W @MYR", "B": "W2 @AND"}).does("A", "pillage GIM")
    scene.does("B", "call W<AND").does("A", "call pass")
    assert scene.asked == ("B", "call")
    scene.does("B", "call W<AND").idle()
    assert totals(scene) == ((0, 3), (1, 2))


def test_who_has_no_late_card_is_passed_over_and_the_next_in_battle_order_is_asked() -> None:
    """R10.6 d: C has been asked when B comes again."""
    scene = Scene("ABC", figures={"A": "L @GIM", "B": "L @GIM", "C": "L @GIM"},
                  hand={"A": "TY2 TY4", "B": "FGR HEY", "C": "TY3 HEY"})  # fmt: skip
    scene.does("A", "pillage GIM").battle(A="TY2", B="FGR", C="TY3")
    asked = []
    for line in ("late none", "late HEY", "late none"):
        assert scene.asked is not None
        asked.append(scene.asked[0])
        scene.does(scene.asked[0], line)
    assert asked == ["B", "C", "B"]


# --- What is told ---------------


def test_who_saves_nobody_is_not_told_to_have_been_asked() -> None:
    scene = Scene(sheet={"A": "FIR", "B": "FPR"}, figures={"B": "W @GIM"}).does("A", "invade FIR GIM")
    assert "figures_saved" not in scene.does("B", "protect none").kinds_told()


def test_what_a_watch_discards_is_told_card_by_card() -> None:
    scene = Scene("ABC", figures={"A": "L @GIM", "B": "W @GIM", "C": "W @GIM"}, hand={"A": "HWA", "B": "TY5"})
    scene.does("A", "pillage GIM")
    told = [(one.seat, one.cards) for one in scene.told if one.kind == "cards_discarded"]  # type: ignore[attr-defined]
    assert told == [(0, ("HWA",)), (1, ("TY5",))]
    assert totals(scene) == ((0, 3), (1, 1), (2, 1))


def test_a_witch_that_flees_is_told_from_where() -> None:
    scene = Scene(sheet={"A": "VOL"}, figures={"A": "VOL @AND", "B": "L @AND"}, hand={"B": "TY2"})
    scene.does("A", "pillage AND").does("A", "volur yes")
    assert [one.source for one in scene.told if one.kind == "witch_retreated"] == ["AND"]  # type: ignore[attr-defined]
