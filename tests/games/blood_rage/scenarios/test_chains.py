"""Texts that lead to one another: what one effect brings is there for the next, and what it took is not."""

from __future__ import annotations

from typing import Any

from engine.games.blood_rage.rules.ages import ragnarok, release
from engine.games.blood_rage.rules.quest import judge
from tests.games.blood_rage.scenarios.test_ages import goes_on
from tests.games.blood_rage.scenarios.test_interplay import totals
from tests.games.blood_rage.scene import Scene

# --- In a battle ---------------


def test_rage_that_a_trickery_took_saves_a_figure_of_the_thief() -> None:
    """R10.8: S2 comes before S4."""
    scene = Scene("ABC", sheet={"B": "FPR"}, figures={"A": "L W2 @GIM", "B": "L W @GIM"}, rage={"A": 1, "B": 0},
                  hand={"A": "TY6", "B": "LTR"})  # fmt: skip
    scene.does("A", "pillage GIM")
    assert scene.asked == ("B", "protect")
    scene.does("B", "protect L")
    assert (scene.rage("A"), scene.rage("B"), scene.at("B", "GIM"), scene.at("B", "VALHALLA")) == (0, 0, "L", "W")


def test_two_backstabs_take_what_is_there_before_the_axes_pay() -> None:
    scene = Scene("ABC", figures={"A": "L @GIM", "B": "W @GIM", "C": "W @GIM"}, tokens={"GIM": "rage"},
                  hand={"B": "LBA", "C": "LBA"}, glory={"A": 3})  # fmt: skip
    assert scene.does("A", "pillage GIM").state.glory == [3 - 2 - 1 + 3, 2, 1]


def test_a_loser_pays_for_no_other_losers_poison() -> None:
    """R20.51: the winner's cards, who is not the pillager here."""
    scene = Scene(
        "ABC", figures={"A": "W @GIM", "B": "L @GIM", "C": "W @GIM"}, hand={"A": "TY2", "B": "TY5", "C": "LPO"}
    )
    scene.does("A", "pillage GIM")
    assert [scene.hand(player) for player in "ABC"] == [["TY2"], [], ["LPO", "TY5"]]


def test_poison_takes_nothing_that_a_watch_has_discarded() -> None:
    scene = Scene(figures={"A": "L @GIM", "B": "W @GIM"}, hand={"A": "TY6 TY2", "B": "HWA LPO"})
    scene.does("A", "pillage GIM").does("A", "card TY6").does("B", "card HWA")
    assert (scene.hand("B"), scene.discards()) == (["LPO", "TY2"], ["HWA", "TY6"])


def test_a_grace_that_a_watch_discarded_raises_nothing() -> None:
    """R10.9 (4): played in the last card round."""
    scene = Scene(figures={"A": "L @GIM", "B": "W @GIM"}, tokens={"GIM": "horns"}, hand={"A": "FGR TY2", "B": "HWA"})
    scene.does("A", "pillage GIM").does("A", "card FGR")
    assert (scene.state.steps[0], scene.state.glory, scene.asked) == ([1, 1, 2], [3, 2], ("B", "action"))


def test_a_primacy_silences_the_watch_of_a_second_round() -> None:
    scene = Scene(figures={"A": "L @GIM", "B": "W @GIM"}, hand={"A": "HWA HWA", "B": "TY6 TPR"})
    scene.does("A", "pillage GIM").does("A", "card HWA").does("B", "card TY6")
    assert (totals(scene), scene.state.glory) == (((0, 3), (1, 1 + 3)), [6, 3])


def test_a_watch_counts_printed_numbers_of_cards_that_could_come_late_and_of_no_quest() -> None:
    """R20.40: Tyr's Domain has not yet made a card of the quest."""
    scene = Scene("ABC", sheet={"B": "YDO"}, figures={"A": "L @GIM", "B": "W @GIM", "C": "W @GIM"},
                  hand={"A": "HWA", "B": "QAL1", "C": "HEY"}, tokens={"GIM": "rage"})  # fmt: skip
    assert scene.does("A", "pillage GIM").state.glory == [2 + 3, 0, 0]


def test_where_two_smites_leave_nobody_the_cards_tie_and_nothing_is_pillaged() -> None:
    scene = Scene(figures={"A": "W @GIM", "B": "W @GIM"}, hand={"A": "OSM", "B": "OSM"}).does("A", "pillage GIM")
    assert (totals(scene), scene.state.glory, scene.pillaged("GIM")) == (((0, 1), (1, 1)), [0, 0], False)
    assert (scene.hand("A"), scene.hand("B")) == (["OSM"], ["OSM"])


def test_a_witch_that_flees_in_the_resolution_pays_no_judgement_and_makes_room_for_a_blessing() -> None:
    """R11.3, R20.26: Utgard has three villages."""
    given: dict[str, Any] = {"sheet": {"B": "LBL VOL"}, "figures": {"A": "L W @UTG", "B": "VOL @UTG"}}
    scene = Scene(hand={"A": "OJU"}, tokens={"UTG": "rage"}, **given).does("A", "pillage UTG")
    scene.does("B", "volur yes").does("B", "blessing yes")
    assert (scene.at("B", "UTG"), scene.at("B", "YGG"), scene.glory("A")) == ("W", "VOL", 3)


def test_a_witch_that_flees_from_the_tide_fights_no_more() -> None:
    scene = Scene(sheet={"A": "VOL"}, figures={"A": "L VOL @GIM", "B": "W2 @GIM"}, hand={"B": "OTI"})
    scene.does("A", "pillage GIM").does("A", "tide L").does("B", "tide W").does("A", "volur yes")
    assert (totals(scene), scene.at("A", "YGG")) == (((0, 3), (1, 1 + 1)), "VOL")


def test_of_two_losers_one_is_saved_and_the_other_is_blessed_with_the_last_village() -> None:
    scene = Scene("ABC", sheet={"B": "LBL", "C": "FPR"}, figures={"A": "W @UTG", "B": "W @UTG", "C": "W @UTG"},
                  hand={"A": "TY6"})  # fmt: skip
    scene.does("A", "pillage UTG").does("C", "protect W").does("B", "blessing yes")
    assert [scene.at(player, "UTG") for player in "ABC"] == ["W", "W", "W"]


def test_what_a_watch_has_ended_speaks_no_more_and_the_new_cards_speak_once() -> None:
    """R20.40: a Smite before it has done nothing, one after it takes one Warrior of each."""
    hands = {"A": "HWA OSM", "B": "TY3 TY2", "C": "OSM TY4"}
    scene = Scene("ABC", figures={"A": "L W @YGG", "B": "W3 @YGG", "C": "W3 @YGG"}, hand=hands)
    scene.does("A", "pillage YGG").does("A", "card HWA").does("B", "card TY3").does("C", "card OSM")
    assert totals(scene) == ((0, 3 + 1 + 1), (1, 2 + 2), (2, 2 + 4))


def test_a_quest_that_fought_is_kept_by_prowess_and_else_discarded() -> None:
    given: dict[str, Any] = {"figures": {"A": "L @GIM", "B": "W @GIM"}, "hand": {"B": "QAL1"}, "rage": {"B": 1}}
    scene = Scene(sheet={"B": "YWR YPR"}, **given).does("A", "pillage GIM").does("B", "prowess QAL1")
    assert (scene.hand("B"), scene.rage("B")) == (["QAL1"], 0)
    assert Scene(sheet={"B": "YWR"}, **given).does("A", "pillage GIM").discards() == ["QAL1"]


# --- Turns, and the end of the phase ---------------


def test_who_has_passed_acts_again_after_an_ascension() -> None:
    scene = Scene("ABC", figures={"A": "L @GIM", "B": "W @GIM"}, hand={"A": "TAS"}, rage={"C": 0}).does("A", "pass")
    assert (scene.rage("A"), scene.asked) == (0, ("B", "action"))
    assert (scene.does("B", "pillage GIM").rage("A"), scene.asked) == (3, ("A", "action"))


def test_the_last_rage_of_all_spent_on_a_pillage_ends_no_phase_in_which_an_ascension_wakes_somebody() -> None:
    """R5.6: after the action is fully resolved."""
    given: dict[str, Any] = {"sheet": {"A": "TDO"}, "figures": {"B": "L @GIM"}, "rage": {"A": 3, "B": 0}}
    scene = Scene(hand={"B": "TAS"}, **given).does("A", "invade W GIM +pillage")
    assert (scene.state.rage, scene.asked) == ([0, 3], ("B", "action"))
    scene = Scene(hand={"A": "TY2 TY3", "B": "THA"}, **given).does("A", "invade W GIM +pillage").does("A", "card TY2")
    assert scene.kinds_told().count("action_ended") == 1


def test_the_lord_of_hammers_steps_on_before_the_last_pillage_ends_the_phase() -> None:
    scene = Scene(sheet={"A": "LHA"}, figures={"A": "L @GIM"}, destroyed="ELV", pillaged="ANG MUS HOR UTG AND MYR YGG",
                  hand={"A": "TY2 TY3"})  # fmt: skip
    assert scene.does("A", "pillage GIM").asked == ("A", "hammers")
    assert (scene.does("A", "hammers MYR").at("A", "MYR"), scene.asked) == ("L", ("A", "keep"))


def test_no_figure_answers_from_beyond_a_destroyed_neighbour() -> None:
    scene = Scene(figures={"A": "L @GIM", "B": "W @UTG"}, destroyed="AND").does("A", "pillage GIM")
    assert scene.pillaged("GIM")


# --- Upgrades that send a figure ---------------


def test_a_leader_sent_by_his_own_upgrade_pillages_for_thor_and_is_paid() -> None:
    scene = Scene(sheet={"A": "TDO"}, hand={"A": "LAX"}, tokens={"GIM": "rage"}, rage={"A": 5})
    scene.does("A", "upgrade LAX -> GIM +pillage").does("A", "stat axes")
    assert (scene.rage("A"), scene.state.steps[0]) == (0, [2, 2, 1])


def test_warriors_cost_what_their_upgrade_is_worth_from_the_next_one_on() -> None:
    scene = Scene(hand={"A": "EXP"}, rage={"A": 5}).does("A", "upgrade EXP -> GIM")
    assert (scene.rage("A"), scene.at("A", "GIM")) == (3, "W")
    assert scene.does("A", "invade W GIM").rage("A") == 1
    assert scene.refused("A", "invade W GIM", "E_RAGE") == {"needs": 2, "have": 1}


def test_a_warrior_upgrade_makes_no_other_figure_dearer() -> None:
    """R6.1, R6.5."""
    scene = Scene(sheet={"A": "EXP TRO DWA"}, rage={"A": 9})
    for line, left in (("L GIM", 9), ("DWA GIM", 9), ("S FW", 7), ("TRO GIM", 5)):
        assert scene.does("A", f"invade {line}").rage("A") == left
    assert Scene(sheet={"A": "EXP"}).does("A", "invade W GIM").rage("A") == 4


def test_an_upgrade_sends_nobody_from_valhalla_nor_who_is_on_the_board() -> None:
    """R8.5: from the reserve, with Frigga's Domain too."""
    scene = Scene(sheet={"A": "FDO"}, figures={"A": "L @VALHALLA, S @FW"}, hand={"A": "LAX SLD"})
    scene.refused("A", "upgrade LAX -> GIM", "E_NO_RAID")
    scene.refused("A", "upgrade SLD -> FW", "E_NO_RAID")


# --- One fjord between two regions ---------------


def test_a_ship_in_the_south_leads_in_two_regions_as_long_as_both_provinces_stand() -> None:
    given: dict[str, Any] = {"figures": {"A": "S @FS"}, "quests": {"A": "QJO1 QAL1"}}
    assert goes_on(Scene(**given), judge()).glory("A") == 5 + 5
    assert goes_on(Scene(destroyed="UTG", **given), judge()).glory("A") == 5


def test_the_second_province_of_a_fjord_takes_its_ships_and_closes_it() -> None:
    scene = Scene(destroyed="ELV", doom="ANG", figures={"A": "S @FN", "B": "L @ANG"}, sheet={"A": "SLD"}, age=3)
    goes_on(scene, ragnarok(), release())
    assert scene.state.glory == [4 + 4, 4]
    scene.turn("A")
    scene.refused("A", "invade S FN", "E_FJORD_GONE")
