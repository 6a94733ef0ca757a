"""Twins, the last village, what is told and what is not: cases that differ by one from those beside them."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.moves import IllegalMove
from engine.games.blood_rage.data import FJORDS, PLACES, PROVINCES
from engine.games.blood_rage.moves import BattleCard, CallMove, CallPass, LateCard, LatePass
from engine.games.blood_rage.rules.ages import discard_phase, ragnarok
from tests.games.blood_rage.scenarios.test_ages import goes_on
from tests.games.blood_rage.scenarios.test_interplay import totals
from tests.games.blood_rage.scene import RULES, Scene

# --- Twins: cards or figures of one kind ---------------


def test_of_two_equal_cards_prowess_keeps_as_many_as_are_paid_for() -> None:
    scene = Scene(sheet={"A": "YPR"}, figures={"A": "L @GIM", "B": "W @GIM"}, hand={"A": "HEY HEY TY2"}, rage={"A": 2})
    scene.does("A", "pillage GIM").does("A", "card HEY").does("A", "late HEY").does("A", "prowess HEY")
    assert (scene.hand("A"), scene.discards(), scene.rage("A")) == (["HEY", "TY2"], ["HEY"], 1)


def test_who_pays_for_one_of_two_equal_cards_or_for_none_is_offered_just_that() -> None:
    given: dict[str, Any] = {"sheet": {"A": "YPR"}, "figures": {"A": "L @GIM", "B": "W @GIM"}, "hand": {"A": "HEY HEY"}}
    for rage, kept in ((1, [(), ("HEY",)]), (2, [(), ("HEY",), ("HEY", "HEY")])):
        scene = Scene(rage={"A": rage}, **given).does("A", "pillage GIM")
        scene.does("A", "card HEY").does("A", "late HEY")
        lines: list[Any] = [move for _, _, move in RULES.menu(scene.state, RULES.decisions(scene.state)[0]).leaves()]
        assert sorted(move.cards for move in lines) == kept


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
    fallen = Scene(destroyed="ANG GIM", **given).does("A", "pillage YGG").idle()
    lines = [move for _, _, move in RULES.menu(fallen.state, RULES.decisions(fallen.state)[0]).leaves()]
    assert [move.to for move in lines] == [None, "ELV", "MUS", "HOR", "UTG", "MYR"]
    assert scene.does("A", "hammers UTG").at("A", "UTG") == "L"


def test_succor_needs_a_village_beside_the_first_and_horns_for_two_and_no_more() -> None:
    """R6.2, R6.4, R20.24: only what a Fire Giant destroys in the province itself makes room."""
    given: dict[str, Any] = {"sheet": {"A": "FSU FIR"}}
    scene = Scene(figures={"A": "L W @AND", "B": "W @UTG"}, **given).does("A", "invade W UTG +succor")
    assert (scene.at("A", "UTG"), scene.on_board("A")) == ("W2", 4)
    Scene(figures={"A": "L W2 @AND"}, **given).refused("A", "invade W UTG +succor", "E_HORNS")
    Scene(figures={"B": "W2 @UTG, S @FS"}, **given).refused("A", "invade W UTG +succor", "E_FULL")
    Scene(figures={"B": "TRO VAL @UTG, S @FS"}, **given).refused("A", "invade FIR UTG +succor", "E_FULL")
    scene = Scene(figures={"B": "W VAL @UTG, S @FS"}, **given).does("A", "invade FIR UTG +succor")
    assert (scene.at("A", "UTG"), scene.at("B", "UTG")) == ("W FIR", "VAL")


def test_the_last_warrior_of_a_reserve_brings_no_other_and_lets_another_figure_bring_him() -> None:
    given: dict[str, Any] = {"sheet": {"A": "FSU"}, "figures": {"A": "W7 @VALHALLA"}}
    Scene(**given).refused("A", "invade W UTG +succor", "E_NOT_IN_RESERVE")
    assert Scene(**given).does("A", "invade L UTG +succor").at("A", "UTG") == "L W"


def test_a_blessing_brings_nobody_past_horns_nor_out_of_an_empty_reserve() -> None:
    """R20.26: who has the choice is asked, and nobody else."""
    given: dict[str, Any] = {"sheet": {"A": "LBL FPR"}, "hand": {"B": "TY3"}}
    scene = Scene(figures={"A": "W @GIM, W7 @VALHALLA", "B": "L @GIM"}, rage={"A": 1}, **given)
    scene.does("A", "pillage GIM").does("A", "protect W")
    assert (scene.asked, scene.at("A", "GIM")) == (("B", "action"), "W")
    scene = Scene(figures={"A": "W @GIM, L W2 @AND", "B": "L @GIM"}, rage={"A": 1}, **given)
    scene.does("A", "pillage GIM").idle()
    assert scene.does("A", "protect W").asked == ("B", "action")
    assert scene.on_board("A") == 4


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


def test_a_call_begins_on_the_left_of_whoever_pillages() -> None:
    """R10.2: and goes past all who have nobody beside the province, a ship in its fjord included."""
    figures = {"A": "W @AND, L @MYR", "B": "L @GIM, W @AND", "C": "W @YGG"}
    scene = Scene("ABC", figures=figures, turn="B").does("B", "pillage GIM")
    asked = []
    while scene.asked is not None and scene.asked[1] == "call":
        asked.append(scene.asked[0])
        scene.does(scene.asked[0], "call pass")
    assert asked == ["C", "A", "B"]
    for player in "BCD":
        others = {one: "S @FW" for one in "BCD" if one != player}
        scene = Scene("ABCD", figures={"A": "L @GIM", player: "L W2 @AND", **others}).does("A", "pillage GIM")
        assert scene.asked == (player, "call")
        lines = [move for _, _, move in RULES.menu(scene.state, RULES.decisions(scene.state)[0]).leaves()]
        assert lines == [CallPass(), *(CallMove(figure=one, source="AND") for one in "LW")]


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


def test_after_a_late_card_all_are_asked_again_from_the_next_one_on() -> None:
    """R20.39: one at a time, until all have passed in a row."""
    hand = {"A": "TY2 HEY HGA", "B": "TY3 HEY", "C": "TY4 HGA"}
    scene = Scene("ABC", figures={"A": "L @GIM", "B": "W @GIM", "C": "W @GIM"}, hand=hand).does("A", "pillage GIM")
    scene.does("A", "card TY2").does("B", "card TY3").does("C", "card TY4")
    lines = [move for _, _, move in RULES.menu(scene.state, RULES.decisions(scene.state)[0]).leaves()]
    assert lines == [LatePass(), LateCard(card="HEY"), LateCard(card="HGA")]
    asked = []
    for line in ("HEY", "none", "HGA", "none", "HEY", "none"):
        player, kind = scene.asked or ("", "")
        asked.append(player)
        assert kind == "late"
        scene.does(player, f"late {line}")
    assert asked == ["A", "B", "C", "A", "B", "A"]
    assert totals(scene) == ((0, 3 + 2 + 2), (1, 1 + 3 + 2), (2, 1 + 4 + 3))


def test_whoever_alone_has_late_cards_adds_them_one_after_the_other() -> None:
    scene = Scene(figures={"A": "L @GIM", "B": "W @GIM"}, hand={"A": "TY2 HEY HGA", "B": "TY3"})
    scene.does("A", "pillage GIM").does("A", "card TY2").does("A", "late HEY")
    assert scene.asked == ("A", "late")
    scene.does("A", "late HGA")
    assert totals(scene) == ((0, 3 + 2 + 2 + 3), (1, 1 + 3))


def test_the_last_clan_in_battle_order_is_asked_though_nobody_before_it_can_add_a_card() -> None:
    scene = Scene("ABC", figures={"A": "L @GIM", "B": "W @GIM", "C": "W @GIM"},
                  hand={"A": "TY2 TY5", "B": "TY3", "C": "TY4 HEY"})  # fmt: skip
    scene.does("A", "pillage GIM").does("A", "card TY2").does("C", "card TY4")
    assert scene.asked == ("C", "late")


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


# --- Protection (R20.29) ---------------


def test_no_more_are_saved_than_there_is_rage_for_and_nobody_has_to_be() -> None:
    scene = Scene(sheet={"A": "FIR", "B": "FPR"}, figures={"B": "L W2 @GIM"}, rage={"B": 2}).does("A", "invade FIR GIM")
    lines: list[Any] = [move for _, _, move in RULES.menu(scene.state, RULES.decisions(scene.state)[0]).leaves()]
    assert sorted(move.figures for move in lines) == [(), ("L",), ("L", "W"), ("W",), ("W", "W")]
    scene.refused("B", "protect L W2", "E_RAGE")


def test_whose_only_doomed_figure_has_fled_is_not_asked_what_to_save() -> None:
    scene = Scene(sheet={"B": "VOL FPR"}, figures={"A": "L @GIM", "B": "VOL @GIM"}, hand={"A": "TY3"})
    scene.does("A", "pillage GIM").does("B", "volur yes")
    assert scene.asked == ("B", "action")


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


def test_only_the_witch_herself_is_asked_about_and_not_another_clans_monster_beside_her() -> None:
    scene = Scene("ABC", sheet={"A": "TRO", "B": "VOL"}, figures={"A": "TRO @AND", "B": "VOL @AND"}, doom="AND")
    assert goes_on(scene, ragnarok()).asked == ("B", "volur")
    scene.does("B", "volur yes")
    assert (scene.asked, scene.at("A", "VALHALLA"), scene.at("B", "YGG")) == (None, "TRO", "VOL")


def test_the_cards_that_losers_take_back_are_told_and_empty_hands_are_not() -> None:
    """S3"""
    scene = Scene("ABC", figures={"A": "L @GIM", "B": "W @GIM", "C": "W @GIM"}, hand={"A": "TY2", "B": "TY3"})
    scene.does("A", "pillage GIM")
    told = [(one.seat, one.cards) for one in scene.told if one.kind == "cards_returned"]  # type: ignore[attr-defined]
    assert (told, scene.hand("B"), scene.discards()) == ([(1, ("TY3",))], ["TY3"], ["TY2"])


def test_what_poison_takes_is_told_and_that_it_takes_nothing_is_not() -> None:
    given: dict[str, Any] = {"figures": {"A": "L @GIM", "B": "W @GIM"}}
    scene = Scene(hand={"A": "TY2", "B": "LPO"}, **given).does("A", "pillage GIM")
    told = [one.cards for one in scene.told if one.kind == "cards_stolen"]  # type: ignore[attr-defined]
    assert told == [("TY2",)]
    scene = Scene(hand={"B": "LPO"}, **given).does("A", "pillage GIM")
    assert (scene.glory("A"), "cards_stolen" in scene.kinds_told()) == (3, False)


def test_a_witch_that_flees_is_told_from_where() -> None:
    scene = Scene(sheet={"A": "VOL"}, figures={"A": "VOL @AND", "B": "L @AND"}, hand={"B": "TY2"})
    scene.does("A", "pillage AND").does("A", "volur yes")
    assert [one.source for one in scene.told if one.kind == "witch_retreated"] == ["AND"]  # type: ignore[attr-defined]
