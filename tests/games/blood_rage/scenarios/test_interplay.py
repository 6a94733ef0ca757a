"""Where cards, monsters and phases meet: situations that the dossier's scenarios do not name, decided by its rules."""

from __future__ import annotations

from typing import Any

import pytest

from engine.games.blood_rage.data import PLACE
from engine.games.blood_rage.rules.ages import age_ends, ragnarok, release
from engine.games.blood_rage.rules.quest import judge
from engine.games.blood_rage.rules.strength import in_province
from tests.games.blood_rage.scenarios.test_ages import goes_on
from tests.games.blood_rage.scene import Scene


def totals(scene: Scene) -> tuple[tuple[int, int], ...]:
    """Of the last battle, by seat in battle order."""
    found = [one for one in scene.told if one.kind == "battle_decided"]
    return tuple(found[-1].totals)  # type: ignore[attr-defined]


# --- Battles ---------------


def test_smite_and_tide_speak_in_battle_order_and_the_tide_takes_what_the_smite_left() -> None:
    """R10.6 c: B's Smite comes after A's Tide, which left A a Warrior, and destroys that one too."""
    scene = Scene(figures={"A": "W2 @GIM", "B": "L W @GIM"}, hand={"A": "OTI", "B": "OSM"}, rage={"A": 3})
    scene.does("A", "pillage GIM").does("A", "tide W").does("B", "tide L")
    assert totals(scene) == ((0, 1), (1, 4))
    assert (scene.at("A", "VALHALLA"), scene.at("B", "GIM")) == ("W2", "L")


def test_primacy_silences_smite_tide_and_watch_of_all_opponents_at_once() -> None:
    scene = Scene("ABCD", figures={"A": "L @GIM", "B": "W @GIM", "C": "W @GIM", "D": "W @GIM"},
                  hand={"A": "TPR", "B": "OSM", "C": "HWA", "D": "OTI"})  # fmt: skip
    scene.does("A", "pillage GIM")
    assert totals(scene) == ((0, 6), (1, 2), (2, 1), (3, 2))
    assert scene.kinds_told().count("battle_restarted") == 0


def test_a_primacy_comes_before_every_watch_whoever_is_first_in_battle_order() -> None:
    """R10.6 a before b: C's Primacy silences both Watches."""
    scene = Scene("ABC", figures={"A": "L @GIM", "B": "W @GIM", "C": "W @GIM"},
                  hand={"A": "HWA TY3", "B": "HWA THA", "C": "TPR"})  # fmt: skip
    scene.does("A", "pillage GIM").does("A", "card HWA").does("B", "card HWA")
    assert scene.kinds_told().count("battle_restarted") == 0
    assert totals(scene) == ((0, 3), (1, 1), (2, 4))


def test_sight_copies_a_late_card_and_a_quest_that_fights() -> None:
    """R20.38: A's Sight sees B's +2 and late +3, then C's quest under Tyr's Wrath, +5."""
    scene = Scene("ABC", sheet={"C": "YWR"}, figures={"A": "L @GIM", "B": "W @GIM", "C": "W @GIM"},
                  hand={"A": "HSI", "B": "TY2 HGA", "C": "QMA1"})  # fmt: skip
    scene.does("A", "pillage GIM").does("B", "card TY2").does("B", "late HGA")
    assert totals(scene) == ((0, 8), (1, 6), (2, 6))


def test_sight_is_the_highest_single_card_of_any_enemy_before_or_after_it() -> None:
    """R20.38: of two cards of one enemy the higher, and no sum of them."""
    for high, low in ("AC", "CA"):
        hands = {high: "TY5 HEY", "B": "HSI", low: "TY3"}
        scene = Scene("ABC", figures={"A": "W @GIM", "B": "W @GIM", "C": "W @GIM"}, hand=hands).does("A", "pillage GIM")
        scene.does(high, "card TY5").does(high, "late HEY")
        assert dict(totals(scene)) == {1: 1 + 5, "ABC".index(high): 1 + 5 + 2, "ABC".index(low): 1 + 3}


def test_two_sights_see_no_number_in_each_other() -> None:
    scene = Scene("ABC", figures={"A": "L @GIM", "B": "W @GIM", "C": "W @GIM"},
                  hand={"A": "HSI", "C": "TY3"})  # fmt: skip
    scene.does("A", "pillage GIM")
    assert totals(scene) == ((0, 6), (1, 1), (2, 4))


def test_a_late_card_outlives_a_primacy_and_turns_the_battle() -> None:
    """R20.39: the Eye comes after the Primacy. B 1 + 4 + 2 beats A 3 + 3."""
    scene = Scene(figures={"A": "L @GIM", "B": "W @GIM"}, hand={"A": "TPR", "B": "TY4 HEY"})
    scene.does("A", "pillage GIM").does("B", "card TY4").does("B", "late HEY")
    assert totals(scene) == ((0, 6), (1, 7))
    assert scene.at("A", "VALHALLA") == "L"


def test_poison_of_two_losers_goes_to_the_first_in_battle_order() -> None:
    """R20.51, the pillager first: A takes B's cards, C finds none."""
    scene = Scene("ABC", figures={"A": "W @GIM", "B": "L @GIM", "C": "W @GIM"},
                  hand={"A": "LPO", "B": "TY3"})  # fmt: skip
    scene.does("A", "pillage GIM")
    assert (scene.hand("A"), scene.hand("B")) == (["LPO", "TY3"], [])


def test_poison_under_primacy_takes_nothing_and_comes_back() -> None:
    scene = Scene(figures={"A": "L @GIM", "B": "W @GIM"}, hand={"A": "TPR", "B": "LPO"}).does("A", "pillage GIM")
    assert (scene.hand("B"), scene.discards()) == (["LPO"], ["TPR"])


def test_a_tie_says_nothing_if_you_win_and_nothing_if_you_lose() -> None:
    """R10.8 S2: A 3 + 1 Hammer, B 3 + 1 Oath: nobody won, though both have lost."""
    scene = Scene(figures={"A": "L @GIM", "B": "L @GIM"}, hand={"A": "THA", "B": "TOA"}, glory={"A": 9, "B": 9})
    scene.does("A", "pillage GIM")
    assert (scene.glory("A"), scene.glory("B"), scene.hand("A"), scene.hand("B")) == (9, 9, ["THA"], ["TOA"])
    scene = Scene(figures={"A": "W @GIM", "B": "W @GIM"}, hand={"A": "LTR", "B": "LBA"}, glory={"A": 9, "B": 9})
    scene.does("A", "pillage GIM")
    assert (scene.rage("A"), scene.rage("B"), scene.glory("A")) == (6, 6, 9)


def test_lokis_blessing_comes_after_a_tie_as_well_for_all_have_lost() -> None:
    """R10.7, R20.26: A, who has the upgrade, is asked, and A's Warrior finds a village."""
    scene = Scene(sheet={"A": "LBL"}, figures={"A": "W @UTG", "B": "W @UTG"}).does("A", "pillage UTG")
    assert scene.asked == ("A", "blessing")
    scene.does("A", "blessing yes")
    assert (scene.at("A", "UTG"), scene.at("B", "UTG"), scene.pillaged("UTG")) == ("W", "", False)


def test_judgement_of_a_loser_counts_the_own_dead_and_those_of_the_tide() -> None:
    """S29 with Judgement: the Tide took three, the defeat the last two."""
    scene = Scene("ABC", figures={"A": "L W @GIM", "B": "W2 @GIM", "C": "W @GIM"},
                  hand={"A": "TY6", "B": "OJU", "C": "OTI"})  # fmt: skip
    scene.does("A", "pillage GIM").does("A", "tide L").does("B", "tide W")
    assert totals(scene) == ((0, 9), (1, 3), (2, 2))
    assert scene.glory("B") == 2 * 4  # A's Warrior, both of B, C's


def test_valkyrie_thors_glory_and_judgement_are_all_paid_for_the_same_dead() -> None:
    """S7: three enemies fell; 6 for the Valkyrie, 2 for Thor's Glory, 6 for Judgement, beside 3 for Axes."""
    scene = Scene(sheet={"A": "VAL TGL"}, figures={"A": "L VAL @GIM", "B": "L W2 @GIM"}, hand={"A": "OJU"},
                  tokens={"GIM": "horns"})  # fmt: skip
    scene.does("A", "pillage GIM")
    assert totals(scene) == ((0, 7), (1, 5))
    assert scene.glory("A") == 3 + 6 + 2 + 6


def test_a_clan_without_figures_left_wins_with_its_cards_and_its_pillage_counts() -> None:
    """R10.7: the pillager's only Warrior is smitten; the card wins the pillage all the same."""
    scene = Scene(figures={"A": "W @GIM", "B": "W @GIM"}, hand={"A": "TY6", "B": "OSM"}, tokens={"GIM": "glory5"})
    scene.does("A", "pillage GIM")
    assert totals(scene) == ((0, 6), (1, 2))
    assert (scene.glory("A"), scene.pillaged("GIM"), scene.at("B", "VALHALLA")) == (8, True, "W")


def test_a_leader_smitten_away_raises_nothing_for_his_upgrade() -> None:
    """R10.9 (5): the Tide took him; the pillage succeeds without him."""
    scene = Scene(sheet={"A": "LSP"}, figures={"A": "L W @GIM", "B": "W @GIM"}, hand={"A": "TY6", "B": "OTI"},
                  tokens={"GIM": "glory5"})  # fmt: skip
    scene.does("A", "pillage GIM").does("A", "tide W")
    assert (scene.glory("A"), scene.step("A", "rage"), scene.step("A", "axes")) == (8, 1, 1)


def test_axes_raised_by_the_token_the_giant_grace_and_the_leader_all_count_for_the_battle() -> None:
    """R10.9, S6: Axes 1 -> 2 -> 3 by the token twice, Rage by Grace, Axes 4 by the Lord of Axes: 6 Glory."""
    scene = Scene(sheet={"A": "FRO LAX"}, figures={"A": "L FRO @GIM", "B": "W @GIM"}, hand={"A": "FGR"},
                  tokens={"GIM": "axes"})  # fmt: skip
    scene.does("A", "pillage GIM").does("A", "stat rage").does("A", "stat axes")
    assert (scene.step("A", "axes"), scene.step("A", "rage"), scene.glory("A")) == (4, 2, 6)


def test_ascension_wakes_a_clan_that_had_no_rage_and_prowess_spends_it_at_once() -> None:
    """S2 before S3: the 3 Rage of Ascension pay for keeping it."""
    scene = Scene(sheet={"B": "YPR"}, figures={"A": "W @GIM", "B": "L @GIM"}, hand={"B": "TAS"}, rage={"B": 0})
    scene.does("A", "pillage GIM").does("B", "prowess TAS")
    assert (scene.rage("B"), scene.hand("B"), scene.asked) == (2, ["TAS"], ("B", "action"))


def test_prowess_keeps_a_late_card_as_well() -> None:
    scene = Scene(sheet={"A": "YPR"}, figures={"A": "W @GIM", "B": "W @GIM"}, hand={"A": "TY2 HEY"}, rage={"A": 2})
    scene.does("A", "pillage GIM").does("A", "card TY2").does("A", "late HEY").does("A", "prowess TY2 HEY")
    assert (scene.hand("A"), scene.rage("A")) == (["HEY", "TY2"], 0)


def test_after_a_watch_a_clan_whose_hand_is_empty_fights_on_with_its_figures() -> None:
    scene = Scene(figures={"A": "W @GIM", "B": "L @GIM"}, hand={"A": "HWA", "B": "TY3"}).does("A", "pillage GIM")
    assert totals(scene) == ((0, 1), (1, 3))
    assert (scene.glory("A"), scene.glory("B"), scene.discards()) == (3, 3, ["HWA", "TY3"])


# --- Calls, fjords, villages ---------------


def test_a_full_province_calls_nobody_yet_a_ship_fights_for_it() -> None:
    """R10.2, R10.4: Utgard's 3 villages are full; D's Ship in the southern fjord is there all the same."""
    scene = Scene("ABCD", figures={"A": "W2 @UTG", "B": "W @UTG", "C": "L @YGG", "D": "S @FS"}, hand={"A": "TY4"})
    scene.does("A", "pillage UTG")
    assert totals(scene) == ((0, 6), (1, 1), (3, 2))


def test_the_pillager_answers_the_own_call_last_and_anybody_again_after_a_move() -> None:
    scene = Scene("ABC", figures={"A": "L @GIM, W @AND", "B": "W @MYR", "C": "W @YGG"}).does("A", "pillage GIM")
    scene.does("B", "call pass").does("C", "call pass")
    assert scene.asked == ("A", "call")
    scene.does("A", "call W<AND")
    assert scene.asked == ("B", "call")
    scene.does("B", "call W<MYR").does("C", "call pass")
    assert totals(scene) == ((0, 4), (1, 1))


def test_a_dark_elf_that_answers_a_call_leaves_its_strength_in_yggdrasil() -> None:
    scene = Scene(sheet={"B": "ELF"}, figures={"A": "W @GIM", "B": "ELF @YGG"}).does("A", "pillage GIM")
    scene.does("B", "call ELF<YGG")
    assert totals(scene) == ((0, 1), (1, 1))


def test_a_ship_between_two_provinces_is_strong_in_both_and_dies_for_either() -> None:
    scene = Scene(figures={"A": "S @FW", "B": "L @MYR"}, sheet={"A": "SFD"}, hand={"B": "TY2"}, turn="B")
    assert in_province(scene.state, 0, PLACE["GIM"]) == in_province(scene.state, 0, PLACE["MYR"]) == 2
    scene.does("B", "pillage MYR")
    assert (scene.at("A", "VALHALLA"), scene.glory("A")) == ("S", 8)


def test_warriors_of_a_pair_that_is_broken_by_a_smite_count_alone() -> None:
    """R18.2: three Masters are 8; after a Smite two are 6."""
    scene = Scene(sheet={"B": "MAS"}, figures={"A": "L @GIM", "B": "W3 @GIM"}, hand={"A": "OSM"})
    scene.does("A", "pillage GIM")
    assert totals(scene) == ((0, 4), (1, 6))


# --- Interrupts ---------------


def test_protection_and_witch_are_asked_apart_and_the_saved_fight_on() -> None:
    """R11.2, R11.3: under the Tide B keeps its Leader, the Witch flees, Protection saves the Warrior."""
    scene = Scene(sheet={"B": "VOL FPR"}, figures={"A": "L @GIM", "B": "VOL L W @GIM"}, hand={"A": "OTI"})
    scene.does("A", "pillage GIM").does("B", "tide L")
    assert scene.asked == ("B", "volur")
    scene.does("B", "volur yes").does("B", "protect W")
    assert totals(scene) == ((0, 4), (1, 4))
    scene.does("B", "protect none")
    assert (scene.at("B", "YGG"), scene.at("B", "VALHALLA"), scene.rage("B")) == ("VOL", "L W", 5)


def test_what_protection_saved_is_not_among_the_dead_that_others_are_paid_for() -> None:
    """R11.3: of two only one died: no 2 Glory for Thor's Glory."""
    scene = Scene(sheet={"A": "TGL", "B": "FPR"}, figures={"A": "L @GIM", "B": "W2 @GIM"}, hand={"A": "TY3"})
    scene.does("A", "pillage GIM").does("B", "protect W")
    assert (scene.glory("A"), scene.at("B", "GIM")) == (3, "W")


def test_the_fire_giants_victims_flee_or_are_saved_before_a_pillage_of_thors_domain_begins() -> None:
    """R6.7: the Giant's effect, then the pillage, in which the saved Leader fights."""
    scene = Scene(sheet={"A": "FIR TDO", "B": "FPR"}, figures={"B": "L @GIM"}, hand={"A": "TY2"})
    scene.does("A", "invade FIR GIM +pillage")
    assert scene.asked == ("B", "protect")
    scene.does("B", "protect L")
    assert totals(scene) == ((0, 6), (1, 3))
    assert scene.rage("A") == 0


def test_no_protection_without_rage_and_none_in_ragnarok() -> None:
    scene = Scene(sheet={"A": "TRO", "B": "FPR"}, figures={"B": "W @GIM"}, rage={"B": 0}).does("A", "invade TRO GIM")
    assert (scene.at("B", "VALHALLA"), scene.asked) == ("W", ("A", "action"))
    scene = goes_on(Scene(sheet={"B": "FPR"}, figures={"B": "W @GIM"}, doom="GIM"), ragnarok())
    assert (scene.at("B", "VALHALLA"), scene.glory("B")) == ("W", 2)


def test_a_witch_that_fled_to_yggdrasil_dies_there_in_the_next_battle() -> None:
    """R20.9; the second battle is a tie, 3 to 3, and all lose."""
    scene = Scene(sheet={"B": "VOL"}, figures={"A": "L @GIM", "B": "VOL @GIM"}, hand={"A": "TY2"})
    scene.does("A", "pillage GIM").does("B", "volur yes")
    assert scene.at("B", "YGG") == "VOL"
    scene.does("A", "march GIM > YGG: L")
    scene.does("A", "pillage YGG").idle()
    assert (scene.at("B", "VALHALLA"), scene.at("A", "VALHALLA")) == ("VOL", "L")


# --- Upgrades ---------------


def test_a_monster_covered_in_valhalla_never_comes_back_and_pays_no_loki() -> None:
    """R8.3: to the box before the release."""
    scene = Scene(sheet={"A": "TRO=m1 DWA=m2 LWR"}, figures={"A": "TRO @VALHALLA"}, hand={"A": "VAL"})
    scene.does("A", "upgrade VAL m1")
    assert scene.at("A", "VALHALLA") == ""
    assert goes_on(scene, release()).glory("A") == 0


def test_a_covered_monster_makes_room_for_its_successor_in_a_full_province() -> None:
    """R8.3, R8.5: Utgard is full, with the Troll that the Valkyrie's card covers."""
    scene = Scene(sheet={"A": "TRO=m1 DWA=m2"}, figures={"A": "TRO @UTG", "B": "W2 @UTG"}, hand={"A": "VAL"})
    scene.does("A", "upgrade VAL m1 -> UTG")
    assert (scene.at("A", "UTG"), scene.rage("A")) == ("VAL", 4)


def test_a_covered_warrior_upgrade_ends_at_once_for_all_its_warriors() -> None:
    scene = Scene(sheet={"A": "MAS"}, figures={"A": "W2 @GIM"}, hand={"A": "BRO"}).does("A", "upgrade BRO")
    assert in_province(scene.state, 0, PLACE["GIM"]) == 3
    assert scene.does("A", "invade W AND").rage("A") == 6 - 1 - 1


def test_the_free_invasion_of_an_upgrade_obeys_horns() -> None:
    given: dict[str, Any] = {"figures": {"A": "L W2 @GIM, S @FW"}, "hand": {"A": "TRO"}}
    Scene(**given).refused("A", "upgrade TRO -> AND", "E_HORNS")
    assert Scene(**given).does("A", "upgrade TRO").at("A", "RESERVE").endswith("TRO")


def test_friggas_domain_brings_back_with_succor_and_thor_and_pays_one_rage() -> None:
    """R20.24, R20.31, R20.32: an invasion in every respect: Succor 0, Domain 1, Thor 2."""
    scene = Scene(sheet={"A": "FDO FSU TDO"}, figures={"A": "L @VALHALLA"}, tokens={"HOR": "glory5"}, rage={"A": 3})
    scene.does("A", "valhalla L HOR +succor +pillage")
    assert (scene.rage("A"), scene.at("A", "HOR"), scene.glory("A")) == (0, "L W", 5)


def test_tyrs_challenge_fights_as_any_pillage_and_a_lost_one_turns_nothing() -> None:
    scene = Scene(sheet={"A": "YCH"}, figures={"A": "W @GIM", "B": "L @GIM"}, pillaged="GIM").does("A", "repillage GIM")
    assert (scene.pillaged("GIM"), scene.glory("B"), scene.rage("A")) == (True, 3, 4)


def test_succor_needs_horns_for_two() -> None:
    Scene(sheet={"A": "FSU"}, figures={"A": "L W2 @GIM"}).refused("A", "invade W AND +succor", "E_HORNS")


# --- The end of an Age ---------------


def test_a_quest_is_judged_before_ragnarok_takes_its_province() -> None:
    """R14.1: Gimle falls in this Age; the quest is met first, then its figures pay."""
    scene = Scene(quests={"A": "QAL1"}, figures={"A": "L W @GIM"}, doom="GIM")
    goes_on(scene, judge()).does("A", "stat axes")
    assert scene.glory("A") == 5
    assert goes_on(scene, ragnarok()).glory("A") == 5 + 4


def test_the_dead_of_ragnarok_are_too_late_for_a_glorious_death_but_loki_pays_for_them() -> None:
    scene = Scene(sheet={"A": "LEM"}, quests={"A": "QGD1"}, figures={"A": "L W3 @GIM"}, doom="GIM")
    goes_on(scene, judge())
    assert scene.glory("A") == 0
    goes_on(scene, ragnarok())
    assert goes_on(scene, release()).glory("A") == 4 * 2 + 4 * 2


def test_a_witch_that_flees_from_ragnarok_is_released_for_nothing() -> None:
    scene = Scene(sheet={"A": "VOL LDO"}, figures={"A": "VOL W @GIM"}, doom="GIM")
    goes_on(scene, ragnarok()).does("A", "volur yes")
    assert scene.glory("A") == 2
    assert goes_on(scene, release()).glory("A") == 2 + 1


def test_a_ship_dies_with_one_province_of_its_fjord_and_may_return_to_the_other() -> None:
    scene = goes_on(Scene(sheet={"A": "SED"}, figures={"A": "S @FE"}, doom="MUS"), ragnarok())
    assert scene.glory("A") == 2 + 12
    goes_on(scene, release())
    assert scene.does("A", "invade S FE").at("A", "FE") == "S"


def test_throne_doubles_each_quest_and_each_raises_its_stat() -> None:
    scene = goes_on(Scene(sheet={"A": "OTH"}, quests={"A": "QAL1 QAL2"}, figures={"A": "L @GIM"}), judge())
    assert scene.glory("A") == 2 * (5 + 7)
    scene.does("A", "stat axes").does("A", "stat axes")
    assert scene.step("A", "axes") == 3


def test_a_tie_in_one_province_is_no_bar_where_another_of_the_region_is_led() -> None:
    scene = Scene(quests={"A": "QMA1", "B": "QMA1"}, figures={"A": "W @MYR, L @ELV", "B": "W @MYR, L W @ANG"})
    goes_on(scene, judge())
    assert (scene.glory("A"), scene.glory("B")) == (5, 5)


@pytest.mark.parametrize("steps, glory", [((1, 1, 1), 0), ((4, 5, 6), 40), ((6, 6, 6), 60), ((3, 3, 3), 0)])
def test_high_stats_pay_at_the_end(steps: tuple[int, int, int], glory: int) -> None:
    assert goes_on(Scene(age=3, steps={"A": steps}), age_ends()).glory("A") == glory


def test_a_conquest_counts_who_came_back_from_no_valhalla() -> None:
    """R17.2 after R16.1: the released stand in the reserve, not on the board."""
    scene = Scene(age=3, sheet={"A": "TCO"}, figures={"A": "L @GIM, W3 @VALHALLA, S @FW"})
    goes_on(scene, release())
    assert goes_on(scene, age_ends()).glory("A") == 6


def test_the_phase_ends_with_the_last_province_though_the_last_pillager_has_rage() -> None:
    """R5.6 after a chain: Thor's Domain in the invasion pillages the last one."""
    scene = Scene(sheet={"A": "TDO"}, pillaged="ELV ANG MUS HOR UTG AND MYR YGG", rage={"A": 6, "B": 4})
    scene.does("A", "invade W GIM +pillage")
    assert scene.state.rage == [0, 0]
    assert scene.state.stage != "action"


def test_a_clan_without_rage_is_woken_in_the_middle_of_anothers_turn_and_acts_in_its_place() -> None:
    """R5.4: B has none and steals one in A's battle; it is next."""
    scene = Scene("ABC", figures={"A": "L @GIM", "B": "W @GIM"}, hand={"A": "TY3", "B": "LTR"}, rage={"B": 0})
    scene.does("A", "pillage GIM")
    assert (scene.rage("B"), scene.asked) == (1, ("B", "action"))
