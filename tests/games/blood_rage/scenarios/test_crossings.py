"""Two effects at once, and effects at the end of what there is: bare stocks, full provinces, the last clan in order."""

from __future__ import annotations

from typing import Any

from engine.games.blood_rage.happenings import GameEnded
from engine.games.blood_rage.rules.ages import age_ends, ragnarok, release
from engine.games.blood_rage.rules.quest import judge
from tests.games.blood_rage.scenarios.test_ages import goes_on
from tests.games.blood_rage.scenarios.test_interplay import totals
from tests.games.blood_rage.scene import RULES, Scene

# --- Two texts in one battle ---------------


def test_two_smites_take_two_warriors_of_the_third_clan_and_one_of_each_other() -> None:
    """R20.41: each Smite strikes all but its owner."""
    scene = Scene("ABC", figures={"A": "L W @YGG", "B": "W2 @YGG", "C": "W3 @YGG"}, hand={"A": "OSM", "B": "OSM"})
    scene.does("A", "pillage YGG")
    assert totals(scene) == ((0, 4), (1, 2), (2, 1))


def test_a_second_tide_finds_one_figure_each_unless_protection_saved_more() -> None:
    """R20.42: who has two or more at that moment is asked; B paid for both Warriors, and chooses again."""
    given: dict[str, Any] = {"figures": {"A": "L @GIM", "B": "L W2 @GIM"}, "hand": {"A": "OTI", "B": "OTI"}}
    scene = Scene(**given).does("A", "pillage GIM").does("B", "tide L")
    assert totals(scene) == ((0, 4), (1, 4))
    scene = Scene(sheet={"B": "FPR"}, **given).does("A", "pillage GIM").does("B", "tide L").does("B", "protect W2")
    assert scene.asked == ("B", "tide")
    scene.does("B", "tide W").does("B", "protect none")
    assert totals(scene) == ((0, 4), (1, 2))


def test_of_two_trickeries_the_first_in_battle_order_has_the_only_rage() -> None:
    scene = Scene("ABC", figures={"A": "L @GIM", "B": "W @GIM", "C": "W @GIM"}, hand={"B": "LTR", "C": "LTR"},
                  rage={"A": 1, "B": 0, "C": 0})  # fmt: skip
    scene.does("A", "pillage GIM")
    assert scene.state.rage == [0, 1, 0]


def test_rage_that_a_winner_gains_is_stolen_only_by_who_comes_later_in_battle_order() -> None:
    """S2: A's Trickery finds B without Rage, or comes after B's Ascension."""
    given: dict[str, Any] = {"figures": {"A": "W @GIM", "B": "L @GIM"}, "hand": {"A": "LTR", "B": "TAS"}}
    assert Scene(rage={"A": 2, "B": 0}, **given).does("A", "pillage GIM").state.rage == [2, 0 + 3]
    assert Scene(rage={"A": 2, "B": 5}, turn="B", **given).does("B", "pillage GIM").state.rage == [2 + 1, 5 + 3 - 1]


def test_a_backstab_finds_nothing_before_the_winners_hammer_and_two_glory_after_it() -> None:
    """S2 in battle order, before the Axes pay."""
    given: dict[str, Any] = {"figures": {"A": "W @GIM", "B": "L @GIM"}, "hand": {"A": "LBA", "B": "THA"}}
    scene = Scene(**given).does("A", "pillage GIM")
    assert (scene.glory("A"), scene.glory("B")) == (0, 3 + 3)
    scene = Scene(turn="B", tokens={"GIM": "horns"}, **given).does("B", "pillage GIM")
    assert (scene.glory("A"), scene.glory("B")) == (2, 3 - 2 + 3)


def test_cards_that_poison_takes_have_spoken_all_the_same() -> None:
    """R10.9 (4), S7: the Grace raises a stat, the Judgement pays; both lie in B's hand by then."""
    given: dict[str, Any] = {"figures": {"A": "L @GIM", "B": "W @GIM"}, "tokens": {"GIM": "horns"}}
    scene = Scene(hand={"A": "FGR", "B": "LPO"}, **given).does("A", "pillage GIM")
    assert (scene.hand("B"), scene.asked) == (["FGR", "LPO"], ("A", "stat"))
    scene = Scene(hand={"A": "OJU", "B": "LPO"}, **given).does("A", "pillage GIM")
    assert (scene.hand("B"), scene.glory("A")) == (["LPO", "OJU"], 3 + 2)


def test_the_watch_of_another_clan_speaks_in_the_second_round_and_nothing_of_the_first_pays() -> None:
    """R20.40: A's Watch discards B's Judgement; then B watches, over A's Smite; then no hand is left."""
    scene = Scene(figures={"A": "L @GIM", "B": "W2 @GIM"}, hand={"A": "HWA OSM", "B": "OJU HWA"})
    scene.does("A", "pillage GIM").does("A", "card HWA").does("B", "card OJU")
    assert totals(scene) == ((0, 3), (1, 2))
    assert (scene.glory("A"), scene.glory("B"), scene.hand("A"), scene.hand("B")) == (2 + 3, 1, [], [])
    assert scene.kinds_told().count("battle_restarted") == 2


def test_who_passed_may_add_a_late_card_after_another_has_added_one() -> None:
    """R10.6 d: round and round until all have passed in a row."""
    scene = Scene(figures={"A": "L @GIM", "B": "L @GIM"}, hand={"A": "TY3 HEY", "B": "TY2 HGA"})
    scene.does("A", "pillage GIM").does("A", "card TY3").does("B", "card TY2").does("A", "late none")
    scene.does("B", "late HGA")
    assert scene.asked == ("A", "late")
    scene.does("A", "late HEY")
    assert totals(scene) == ((0, 8), (1, 8))


def test_late_cards_are_asked_for_in_battle_order_and_nobody_is_passed_over() -> None:
    scene = Scene("ABC", figures={"A": "L @GIM", "B": "L @GIM", "C": "L @GIM"}, turn="B",
                  hand={"A": "TY3 HEY", "B": "TY2 HEY", "C": "TY3 HEY"})  # fmt: skip
    scene.does("B", "pillage GIM").battle(A="TY3", B="TY2", C="TY3")
    asked = []
    for line in ("late none", "late HEY", "late none", "late none"):
        assert scene.asked is not None
        asked.append(scene.asked[0])
        scene.does(scene.asked[0], line)
    assert asked == ["B", "C", "A", "B"]  # C, who has no more, passes by itself
    assert totals(scene) == ((1, 5), (2, 8), (0, 6))


def test_prowess_with_one_rage_keeps_one_of_two_cards() -> None:
    scene = Scene(sheet={"A": "YPR"}, figures={"A": "L @GIM", "B": "W @GIM"}, hand={"A": "TY2 HEY"}, rage={"A": 1})
    scene.does("A", "pillage GIM").does("A", "card TY2").does("A", "late HEY")
    assert scene.refused("A", "prowess TY2 HEY", "E_RAGE") == {"needs": 2, "have": 1}
    menu = RULES.menu(scene.state, RULES.decisions(scene.state)[0])
    assert [move.cards for _, _, move in menu.leaves()] == [(), ("TY2",), ("HEY",)]
    scene.does("A", "prowess HEY")
    assert (scene.hand("A"), scene.discards()) == (["HEY"], ["TY2"])


# --- Ships, fjords, villages ---------------


def test_a_ship_pillages_for_a_leader_who_stands_elsewhere() -> None:
    """R10.9 (5): the upgrade asks for the Leader in the province itself."""
    scene = Scene(sheet={"A": "LSP"}, figures={"A": "L @MYR, S @FW", "B": "W @GIM"}, tokens={"GIM": "glory5"})
    scene.does("A", "pillage GIM").idle()
    assert (scene.at("B", "VALHALLA"), scene.glory("A"), scene.state.steps[0]) == ("W", 5 + 3, [1, 1, 1])


def test_a_sea_serpent_answers_no_call_but_fights_from_its_fjord_beside_the_ship() -> None:
    scene = Scene(sheet={"B": "SEA"}, figures={"A": "L W @GIM", "B": "S SEA @FW"}, hand={"A": "TY2"})
    scene.does("A", "pillage GIM")
    assert totals(scene) == ((0, 6), (1, 5))
    assert scene.at("B", "VALHALLA") == "S SEA"


def test_a_ship_saved_by_protection_pays_no_dragons() -> None:
    """R11.3: it was not destroyed."""
    given: dict[str, Any] = {"sheet": {"A": "FIR", "B": "FPR SFD"}, "figures": {"B": "W @GIM, S @FW"}}
    scene = Scene(**given).does("A", "invade FIR GIM").does("B", "protect S")
    assert (scene.glory("B"), scene.at("B", "FW"), scene.at("B", "VALHALLA"), scene.rage("B")) == (0, "S", "W", 5)
    assert Scene(**given).does("A", "invade FIR GIM").does("B", "protect none").glory("B") == 8


def test_two_ships_of_a_clan_that_die_together_pay_the_dragons_twice() -> None:
    scene = goes_on(Scene(sheet={"A": "SEA SLD OIN"}, figures={"A": "S SEA @FE"}, doom="MUS"), ragnarok())
    assert scene.glory("A") == 2 * 2 * 2 + 2 * 4  # doubled for Ragnarök, not for the Dragons


def test_a_fire_giant_of_an_upgrade_makes_room_for_succor_in_a_province_that_is_full_by_then() -> None:
    """P3, R8.5: Utgard has one village; two more are empty when the Giant has come."""
    scene = Scene(sheet={"A": "FSU"}, figures={"B": "L W @UTG, S @FS"}, hand={"A": "FIR"})
    scene.does("A", "upgrade FIR -> UTG +succor")
    assert (scene.at("A", "UTG"), scene.at("B", "VALHALLA"), scene.rage("A")) == ("W FIR", "L W S", 2)
    full = Scene(sheet={"A": "FSU"}, figures={"B": "L W @UTG"}, hand={"A": "VAL"})
    full.refused("A", "upgrade VAL -> UTG +succor", "E_FULL")


def test_no_blessing_where_the_winners_fill_the_province() -> None:
    """R20.26: B's Ship has lost; the villages of Utgard are A's."""
    scene = Scene(sheet={"B": "LBL"}, figures={"A": "L W2 @UTG", "B": "S @FS"}).does("A", "pillage UTG")
    assert scene.asked == ("B", "action")
    scene = Scene(sheet={"B": "LBL"}, figures={"A": "L W @UTG", "B": "S @FS"}).does("A", "pillage UTG")
    assert scene.asked == ("B", "blessing")


def test_the_fallen_make_room_under_horns_for_a_blessing() -> None:
    """R6.4 at S8: four figures stood there, two have died."""
    scene = Scene(sheet={"B": "LBL"}, figures={"A": "L W @GIM", "B": "W2 @GIM, W2 @HOR"}, hand={"A": "TY2"})
    scene.does("A", "pillage GIM").idle()
    scene.does("B", "blessing yes")
    assert (scene.at("B", "GIM"), scene.on_board("B")) == ("W", 3)


def test_horns_raised_by_a_pillage_count_at_once() -> None:
    """R19.3."""
    scene = Scene(figures={"A": "L W2 @GIM, S @FW"}, tokens={"GIM": "horns"})
    scene.refused("A", "invade W AND", "E_HORNS")
    assert scene.does("A", "pillage GIM").does("A", "invade W AND").on_board("A") == 5


def test_who_comes_from_valhalla_may_bring_the_last_warrior_of_the_reserve() -> None:
    """R20.24, R20.32: it takes none away from there, as one that invades from the reserve does."""
    figures, horns = {"A": "W3 @GIM W3 @HOR W @VALHALLA"}, {"A": (1, 1, 6)}
    scene = Scene(sheet={"A": "FDO FSU"}, figures=figures, steps=horns)
    scene.refused("A", "invade W UTG +succor", "E_NOT_IN_RESERVE")
    assert scene.does("A", "valhalla W UTG +succor").at("A", "UTG") == "W2"


def test_a_ship_comes_back_from_valhalla_to_a_fjord_for_one_rage_and_takes_no_succor_there() -> None:
    """R20.32: no price of its strength; R20.24, R20.31: a fjord is no province."""
    scene = Scene(sheet={"A": "FDO FSU TDO"}, figures={"A": "S @VALHALLA"}, rage={"A": 4})
    scene.refused("A", "valhalla S FW +succor", "E_SUCCOR_PLACE")
    scene.refused("A", "valhalla S FW +pillage", "E_NO_PROVINCE")
    assert (scene.does("A", "valhalla S FW").rage("A"), scene.at("A", "FW")) == (3, "S")


# --- Upgrades ---------------


def test_thors_domain_pillages_yggdrasil_where_the_dark_elf_came() -> None:
    scene = Scene(sheet={"A": "ELF TDO"}, rage={"A": 3}).does("A", "invade ELF YGG +pillage")
    assert (scene.state.steps[0], scene.rage("A"), scene.pillaged("YGG")) == ([2, 2, 2], 0, True)


def test_tyrs_challenge_pays_the_frost_giant_the_grace_and_the_leader_again() -> None:
    """R20.28: all of R10.9 but the token, which stays turned."""
    scene = Scene(sheet={"A": "YCH FRO LSP"}, figures={"A": "L FRO @GIM", "B": "W @GIM"}, hand={"A": "FGR"},
                  pillaged="GIM", tokens={"GIM": "rage"})  # fmt: skip
    scene.does("A", "repillage GIM").does("A", "stat horns")
    assert (scene.state.steps[0], scene.glory("A"), scene.pillaged("GIM")) == ([4, 2, 3], 4, True)


def test_a_frost_giant_that_the_tide_took_repeats_nothing() -> None:
    """R20.7: it must be there at that moment."""
    scene = Scene(sheet={"A": "FRO"}, figures={"A": "L FRO @GIM", "B": "W @GIM"}, hand={"A": "OTI"},
                  tokens={"GIM": "glory5"})  # fmt: skip
    scene.does("A", "pillage GIM").does("A", "tide L")
    assert scene.glory("A") == 5 + 3


def test_the_lord_of_hammers_steps_on_after_a_battle_into_a_village_that_it_emptied() -> None:
    """R10.8: the losers have fallen by then, their villages elsewhere are as they were."""
    scene = Scene(sheet={"A": "LHA"}, figures={"A": "L @AND", "B": "W @AND, W3 @UTG"}, hand={"A": "TY2"})
    scene.does("A", "pillage AND").idle()
    scene.refused("A", "hammers UTG", "E_FULL")
    menu = RULES.menu(scene.state, RULES.decisions(scene.state)[0])
    assert [move.to for _, _, move in menu.leaves()] == [None, "GIM", "YGG"]
    scene.does("A", "hammers GIM")
    assert (scene.at("A", "GIM"), scene.glory("A"), scene.pillaged("AND")) == ("L", 3, True)


def test_a_covered_clan_upgrade_ends_at_once() -> None:
    """R8.2: Frigga's Domain is gone with the card that covers it."""
    scene = Scene(sheet={"A": "FDO OTH LDO"}, figures={"A": "L @VALHALLA"}, hand={"A": "YCH"})
    scene.does("A", "upgrade YCH c1").refused("A", "valhalla L GIM", "E_LACKS")
    assert scene.discards() == ["FDO"]


def test_a_witch_may_be_sacrificed_and_dies_of_it() -> None:
    """R20.9: nothing saves from an own sacrifice."""
    scene = Scene(sheet={"A": "VOL FSA FPR"}, figures={"A": "VOL W @GIM"}).does("A", "sacrifice VOL@GIM W@GIM horns")
    assert (scene.at("A", "VALHALLA"), scene.step("A", "horns"), scene.rage("A")) == ("W VOL", 2, 6)


def test_no_sacrifice_where_all_stats_are_on_their_last_step() -> None:
    scene = Scene(sheet={"A": "FSA"}, figures={"A": "W2 @GIM"}, steps={"A": (6, 6, 6)})
    for stat in ("rage", "axes", "horns"):
        scene.refused("A", f"sacrifice W@GIM W@GIM {stat}", "E_LAST_STEP")


# --- The end of an Age ---------------


def test_ship_and_monsters_count_for_a_glorious_death() -> None:
    scene = Scene(sheet={"A": "VAL TRO"}, quests={"A": "QGD2"}, figures={"A": "L S VAL TRO @VALHALLA"}, age=2)
    assert goes_on(scene, judge()).glory("A") == 8


def test_a_quest_fulfilled_with_all_stats_on_their_last_step_asks_nothing() -> None:
    scene = Scene(quests={"A": "QYG1"}, figures={"A": "L @YGG"}, steps={"A": (6, 6, 6)})
    assert (goes_on(scene, judge()).glory("A"), scene.asked) == (6, None)


def test_stats_for_quests_are_chosen_at_once_and_again_by_who_has_more() -> None:
    scene = Scene("ABC", quests={"A": "QYG1 QMA1", "B": "QAL1", "C": "QJO1"},
                  figures={"A": "L @YGG, W @ELV", "B": "W @GIM"}, steps={"B": (6, 6, 2)})  # fmt: skip
    goes_on(scene, judge())
    assert (scene.step("B", "horns"), scene.asked) == (3, ("A", "stat"))  # B has one open alone, C failed
    scene.does("A", "stat rage").does("A", "stat rage")
    assert (scene.step("A", "rage"), scene.glory("A"), scene.asked) == (3, 6 + 5, None)


def test_an_age_that_ends_turns_the_tokens_and_passes_the_first_player_on() -> None:
    """R16.3: the last seat hands it to the first; what has fallen stays so, and figures stay where they are."""
    scene = Scene("ABC", first="C", pillaged="GIM YGG", destroyed="HOR", figures={"A": "L @GIM", "B": "W @VALHALLA"},
                  doom="ELV")  # fmt: skip
    scene.state.decks[1], scene.state.box = scene.state.box[:24], scene.state.box[24:]
    goes_on(scene, ragnarok(), release(), age_ends())
    assert (scene.state.first, scene.state.age, scene.asked) == (0, 2, ("A", "draft"))
    assert not any(scene.state.pillaged)
    assert (scene.at("A", "GIM"), scene.at("B", "RESERVE")) == ("L", "L W8 S")
    assert [scene.state.destroyed[place] for place in (0, 3)] == [True, True]


def test_the_end_names_all_who_have_the_most_and_nobody_else() -> None:
    """R17.3, after the stats of R17.1: B is caught up with, C is behind."""
    scene = Scene("ABC", age=3, glory={"A": 30, "B": 40, "C": 39}, steps={"A": (1, 4, 1)})
    ended = goes_on(scene, age_ends()).told[-1]
    assert isinstance(ended, GameEnded)
    assert ended.winners == (0, 1)
