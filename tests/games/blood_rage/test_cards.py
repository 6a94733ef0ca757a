"""Every card design does what it says: one test each, found by the card's code; and the law of cards."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import pytest

from engine.games.blood_rage.data import BY_CODE, CARDS, DESIGNS, FIGURE_CODES, PLACE
from engine.games.blood_rage.rules.ages import age_ends, ragnarok, release
from engine.games.blood_rage.rules.play import card, trait
from engine.games.blood_rage.rules.quest import judge
from engine.games.blood_rage.rules.strength import in_province
from tests.games.blood_rage.scene import Scene
from tests.games.blood_rage.test_scenarios_ages import goes_on

F = TypeVar("F", bound=Callable[..., None])
TESTED: set[str] = set()


def of(*codes: str) -> Callable[[F], F]:
    """The decorated test shows the effect of these cards."""

    def note(test: F) -> F:
        TESTED.update(codes)
        return test

    return note


def test_there_are_71_designs_on_102_cards_found_by_name() -> None:
    assert (len(DESIGNS), len(CARDS), len(BY_CODE)) == (71, 102, 71)


def test_the_law_of_cards_every_text_that_the_data_asks_for_is_said_and_no_other() -> None:
    wanted = {name: design.at for name, design in DESIGNS.items()}
    events = {name: [at for at in moments if at in card.moments] for name, moments in wanted.items()}
    traits = {name: [at for at in moments if at in trait.moments] for name, moments in wanted.items()}
    assert {at for moments in wanted.values() for at in moments} <= {*card.moments, *trait.moments}
    assert (card.unsaid(events), card.unknown(events)) == (set(), set())
    assert (trait.unsaid(traits), trait.unknown(traits)) == (set(), set())
    assert all(text for name in DESIGNS for text in (*card.texts(name).values(), *trait.texts(name).values()))


def test_every_design_has_its_test() -> None:
    assert set(BY_CODE) == TESTED


# --- Monsters ---------------


@of("TRO")
def test_the_troll_destroys_enemy_warriors_where_it_invades() -> None:
    scene = Scene(sheet={"A": "TRO"}, figures={"A": "W @GIM", "B": "L W2 @GIM, S @FW"}).does("A", "invade TRO GIM")
    assert (scene.at("B", "VALHALLA"), scene.at("B", "GIM"), scene.at("A", "GIM")) == ("W2", "L", "W TRO")


def test_the_troll_needs_a_village_before_it_makes_room() -> None:
    Scene(sheet={"A": "TRO"}, figures={"B": "W3 @UTG"}).refused("A", "invade TRO UTG", "E_FULL")


@of("DWA")
def test_the_dwarf_chieftain_costs_nothing() -> None:
    assert Scene(hand={"A": "DWA"}).does("A", "upgrade DWA").does("A", "invade DWA GIM").rage("A") == 6


@of("HEL")
def test_the_soldier_of_hel_costs_nothing_and_has_strength_3() -> None:
    scene = Scene(hand={"A": "HEL"}).does("A", "upgrade HEL").does("A", "invade HEL GIM")
    assert scene.rage("A") == 6
    assert in_province(scene.state, 0, PLACE["GIM"]) == 3


@of("SEA")
def test_the_sea_serpent_is_a_ship_and_a_monster() -> None:
    scene = Scene(sheet={"A": "SEA SLD", "B": "FIR"})
    scene.refused("A", "invade SEA GIM", "E_SHIPS_TO_FJORDS")
    scene.does("A", "invade SEA FW")
    assert scene.rage("A") == 3
    assert in_province(scene.state, 0, PLACE["MYR"]) == 3
    scene.refused("A", "march FW > GIM: SEA", "E_SHIP_MARCH")
    scene.does("B", "invade FIR GIM")  # no monster is burnt
    assert scene.at("A", "FW") == "SEA"
    scene = Scene(sheet={"A": "SEA SLD"}, figures={"A": "SEA @FW"}, doom="GIM")
    assert goes_on(scene, ragnarok()).glory("A") == 2 + 4


@of("SEA")
def test_a_ship_upgrade_may_send_the_sea_serpent() -> None:
    given: dict[str, Any] = {"sheet": {"A": "SEA"}, "hand": {"A": "SFD"}}
    assert Scene(**given).does("A", "upgrade SFD -> FW").at("A", "FW") == "S"
    assert Scene(**given).does("A", "upgrade SFD -> SEA FW").at("A", "FW") == "SEA"


@of("VAL")
def test_the_valkyrie_is_paid_for_dead_enemies_even_if_she_dies() -> None:
    figures = {"A": "VAL @GIM", "B": "L W @GIM"}
    scene = Scene(sheet={"A": "VAL"}, figures=figures, hand={"A": "TY6"}).does("A", "pillage GIM")
    assert scene.glory("A") == 3 + 4
    scene = Scene(sheet={"A": "VAL"}, figures=figures, hand={"A": "OSM", "B": "TY5"}).does("A", "pillage GIM")
    assert (scene.at("A", "VALHALLA"), scene.glory("A")) == ("VAL", 2)


@of("ELF")
def test_the_dark_elf_invades_yggdrasil_and_is_stronger_there() -> None:
    scene = Scene(sheet={"A": "ELF"}).does("A", "invade ELF YGG")
    assert (scene.rage("A"), in_province(scene.state, 0, PLACE["YGG"])) == (5, 3)
    scene.does("A", "march YGG > GIM: ELF")
    assert in_province(scene.state, 0, PLACE["GIM"]) == 1


@of("FIR")
def test_the_fire_giant_burns_all_but_monsters_in_the_fjord_too() -> None:
    scene = Scene(sheet={"A": "FIR", "B": "TRO"}, figures={"B": "L W TRO @GIM, S @FW"}).does("A", "invade FIR GIM")
    assert (scene.at("B", "VALHALLA"), scene.at("B", "GIM"), scene.at("B", "FW")) == ("L W S", "TRO", "")


@of("FRO")
def test_the_frost_giant_takes_the_reward_twice_if_it_is_there() -> None:
    given: dict[str, Any] = {"sheet": {"A": "FRO"}, "tokens": {"GIM": "glory5"}}
    assert Scene(figures={"A": "FRO @GIM"}, **given).does("A", "pillage GIM").idle().glory("A") == 10
    assert Scene(figures={"A": "W @GIM, FRO @UTG"}, **given).does("A", "pillage GIM").idle().glory("A") == 5


@of("VOL")
def test_the_volur_witch_flees_from_a_fire_giant() -> None:
    scene = Scene(sheet={"A": "TRO", "B": "VOL"}, figures={"B": "VOL W @GIM"}).does("A", "invade TRO GIM")
    assert scene.asked != ("B", "volur")  # a Troll does nothing to her
    scene = Scene(sheet={"A": "FSA", "B": "VOL"}, figures={"B": "VOL L @GIM", "A": "L @GIM"}, hand={"A": "OTI"})
    scene.does("A", "pillage GIM").does("B", "tide L").does("B", "volur yes")
    assert scene.at("B", "YGG") == "VOL"


# --- Leader, Warriors, Ship ---------------


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


# --- Loki ---------------


@of("LDO", "LEM", "LWR")
@pytest.mark.parametrize("code, glory", [("LDO", 3), ("LEM", 6), ("LWR", 9)])
def test_loki_pays_for_the_released(code: str, glory: int) -> None:
    assert goes_on(Scene(sheet={"A": code}, figures={"A": "L W2 @VALHALLA"}), release()).glory("A") == glory


@of("LBL")
def test_lokis_blessing_sends_a_warrior_after_a_loss() -> None:
    given: dict[str, Any] = {
        "sheet": {"A": "LBL"}, "figures": {"A": "W @GIM", "B": "L @GIM"}, "hand": {"B": "TY3"}, "turn": "A"
    }  # fmt: skip
    scene = Scene(**given).does("A", "pillage GIM").does("A", "blessing yes")
    assert (scene.at("A", "GIM"), scene.rage("A")) == ("W", 6)
    assert Scene(**given).does("A", "pillage GIM").does("A", "blessing no").at("A", "GIM") == ""
    given["figures"] = {"A": "W @YGG", "B": "L @YGG"}
    assert Scene(**given).does("A", "pillage YGG").asked == ("B", "action")  # not in Yggdrasil


def duel(a: str, b: str, **given: Any) -> Scene:
    """A's Leader pillages Gimle against a Warrior of B; the token pays 5 Glory."""
    hand = {player: cards for player, cards in (("A", a), ("B", b)) if cards}
    given.setdefault("figures", {"A": "L @GIM", "B": "W @GIM"})
    return Scene(hand=hand, tokens={"GIM": "glory5"}, **given).does("A", "pillage GIM")


@of("LTR")
def test_lokis_trickery_takes_rage_of_the_winner() -> None:
    scene = duel("TY3", "LTR", rage={"A": 2, "B": 1})
    assert (scene.rage("A"), scene.rage("B")) == (1, 2)
    assert duel("TY3", "LTR", rage={"A": 2, "B": 12}).rage("B") == 12


@of("LBA")
def test_lokis_backstab_takes_glory_of_the_winner() -> None:
    scene = duel("TY3", "LBA", glory={"A": 7})
    assert (scene.glory("A"), scene.glory("B")) == (7 - 2 + 5 + 3, 2)
    scene = duel("TY3", "LBA", glory={"A": 1})
    assert (scene.glory("A"), scene.glory("B")) == (8, 1)


@of("LPO")
def test_lokis_poison_takes_the_winners_cards() -> None:
    scene = duel("TY3", "LPO")
    assert (scene.hand("A"), scene.hand("B"), scene.discards()) == ([], ["LPO", "TY3"], [])


# --- Frigga ---------------


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


# --- Thor ---------------


@of("TGL")
def test_thors_glory_pays_for_two_dead_enemies() -> None:
    scene = Scene(sheet={"A": "TGL"}, figures={"A": "L @GIM", "B": "W2 @GIM"}, hand={"A": "TY3"})
    assert scene.does("A", "pillage GIM").glory("A") == 3 + 2
    assert duel("TY3", "", sheet={"A": "TGL"}).glory("A") == 5 + 3


@of("TDO")
def test_thors_domain_pillages_at_once() -> None:
    scene = Scene(sheet={"A": "TDO"}, rage={"A": 3}, tokens={"GIM": "glory5"}).does("A", "invade W GIM +pillage")
    assert (scene.rage("A"), scene.glory("A")) == (0, 5)
    Scene(sheet={"A": "TDO"}, rage={"A": 2}).refused("A", "invade W GIM +pillage", "E_RAGE")


@of("TCO")
def test_thors_conquest_pays_for_figures_at_the_end() -> None:
    scene = Scene(age=3, sheet={"A": "TCO"}, figures={"A": "L W @GIM, S @FW, W @VALHALLA"})
    assert goes_on(scene, age_ends()).glory("A") == 9


@of("THA")
def test_thors_hammer_pays_for_a_win() -> None:
    assert duel("THA", "").glory("A") == 3 + 5 + 3
    assert duel("", "THA").glory("B") == 0


@of("TOA")
def test_thors_oath_raises_a_stat_before_the_axes_pay() -> None:
    scene = duel("TOA", "").does("A", "stat axes")
    assert scene.glory("A") == 5 + 4


@of("TAS")
def test_thors_ascension_brings_rage_and_glory() -> None:
    scene = duel("TAS", "", rage={"A": 10})
    assert (scene.rage("A"), scene.glory("A")) == (12, 3 + 5 + 3)


@of("TPR")
def test_thors_primacy_silences_the_others() -> None:
    scene = duel("TPR", "LTR", rage={"A": 5, "B": 0})
    assert (scene.rage("A"), scene.rage("B")) == (5, 0)
    scene = Scene(figures={"A": "W @GIM", "B": "W @GIM"}, hand={"A": "TPR", "B": "HSI"}).does("A", "pillage GIM")
    assert scene.glory("A") == 3
    assert scene.pillaged("GIM")


def test_of_two_primacies_the_first_in_battle_order_speaks() -> None:
    scene = Scene(
        "ABC", figures={"A": "L @GIM", "B": "W @GIM", "C": "W @GIM"}, hand={"A": "TPR", "B": "TPR", "C": "OSM"}
    )
    scene.does("A", "pillage GIM")
    assert [one.cards for one in scene.told if one.kind == "texts_cancelled"] == [("TPR", "OSM")]  # type: ignore[attr-defined]


# --- Tyr ---------------


@of("TY2", "TY3", "TY4", "TY5", "TY6")
@pytest.mark.parametrize("code, plus", [("TY2", 2), ("TY3", 3), ("TY4", 4), ("TY5", 5), ("TY6", 6)])
def test_tyr_adds_strength_alone(code: str, plus: int) -> None:
    scene = duel(code, "")
    decided = next(one for one in scene.told if one.kind == "battle_decided")
    assert decided.totals == ((0, 3 + plus), (1, 1))  # type: ignore[attr-defined]


@of("YDO", "YWR")
@pytest.mark.parametrize("sheet, total", [("", 1), ("YDO", 4), ("YWR", 6), ("YDO YWR", 6)])
def test_quests_fight_for_tyr(sheet: str, total: int) -> None:
    scene = duel("TY2", "QMA1", sheet={"B": sheet})
    decided = next(one for one in scene.told if one.kind == "battle_decided")
    assert decided.totals == ((0, 5), (1, total))  # type: ignore[attr-defined]


def test_primacy_does_not_silence_a_quest_that_fights() -> None:
    decided = next(one for one in duel("TPR", "QMA1", sheet={"B": "YWR"}).told if one.kind == "battle_decided")
    assert decided.totals == ((0, 6), (1, 6))  # type: ignore[attr-defined]


@of("YCH")
def test_tyrs_challenge_pillages_again() -> None:
    scene = Scene(sheet={"A": "YCH"}, figures={"A": "W @GIM"}, pillaged="GIM", tokens={"GIM": "horns"})
    assert scene.does("A", "repillage GIM").step("A", "horns") == 2
    scene = Scene(sheet={"A": "YCH"}, figures={"A": "W @GIM"})
    scene.refused("A", "repillage GIM", "E_NOT_PILLAGED")


@of("YPR")
def test_tyrs_prowess_keeps_cards_for_rage() -> None:
    scene = duel("TY3", "", sheet={"A": "YPR"}, rage={"A": 1})
    assert scene.asked == ("A", "prowess")
    scene.refused("A", "prowess TY4", "E_NOT_PLAYED")
    scene.does("A", "prowess TY3")
    assert (scene.hand("A"), scene.rage("A"), scene.discards()) == (["TY3"], 0, [])
    assert duel("TY3", "", sheet={"A": "YPR"}).does("A", "prowess none").discards() == ["TY3"]


# --- Odin ---------------


@of("OIN")
def test_odins_inspiration_doubles_ragnarok() -> None:
    scene = Scene(sheet={"A": "OIN"}, figures={"A": "L @GIM", "B": "L @GIM"}, doom="GIM")
    goes_on(scene, ragnarok())
    assert (scene.glory("A"), scene.glory("B")) == (4, 2)


@of("OTH")
def test_odins_throne_doubles_quests() -> None:
    scene = goes_on(Scene(sheet={"A": "OTH"}, quests={"A": "QGD1"}, figures={"A": "W4 @VALHALLA"}), judge())
    assert scene.glory("A") == 12


@of("OSM")
def test_odins_smite_takes_a_warrior_of_each_opponent() -> None:
    scene = duel("OSM", "", figures={"A": "L W @GIM", "B": "L W2 @GIM"}, rage={"B": 0})
    smitten = next(one for one in scene.told if one.kind == "figures_destroyed")
    assert (smitten.seat, smitten.figures, smitten.why) == (1, ("W",), "OSM")  # type: ignore[attr-defined]


@of("OTI")
def test_odins_tide_leaves_one_figure_to_everybody() -> None:
    scene = Scene(figures={"A": "L W @GIM, S @FW", "B": "W @GIM"}, hand={"A": "OTI"}).does("A", "pillage GIM")
    assert scene.asked == ("A", "tide")
    scene.does("A", "tide S")
    assert (scene.at("A", "VALHALLA"), scene.at("A", "FW"), scene.glory("A")) == ("L W", "S", 3)


@of("OJU")
def test_odins_judgement_pays_for_all_the_dead() -> None:
    assert duel("OJU", "").glory("A") == 5 + 3 + 2
    assert duel("TY6", "OJU").glory("B") == 2


# --- Heimdall ---------------


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


# --- Quests ---------------

_OF_REGIONS = [("AL", "GIM", "FW"), ("AL", "AND", "FS"), ("JO", "UTG", "FS"), ("JO", "HOR", "FE"), ("MA", "MYR", "FW")]


@of(*(f"Q{region}{age}" for region in ("AL", "JO", "MA") for age in (1, 2, 3)))
@pytest.mark.parametrize("region, place, fjord", _OF_REGIONS)
@pytest.mark.parametrize("age, glory", [(1, 5), (2, 7), (3, 9)])
def test_a_region_is_ruled_by_the_strongest(region: str, place: str, fjord: str, age: int, glory: int) -> None:
    quest = f"Q{region}{age}"
    given: dict[str, Any] = {"quests": {"A": quest}}
    assert goes_on(Scene(figures={"A": f"L @{place}"}, **given), judge()).glory("A") == glory
    assert (
        goes_on(Scene(figures={"A": f"L @{place}", "B": f"W @{place}, S @{fjord}"}, **given), judge()).glory("A") == 0
    )
    assert goes_on(Scene(figures={"A": "L @YGG"}, **given), judge()).glory("A") == 0


@of("QYG1", "QYG2", "QYG3")
@pytest.mark.parametrize("age, glory", [(1, 6), (2, 8), (3, 11)])
def test_yggdrasil_is_ruled_by_the_strongest(age: int, glory: int) -> None:
    given: dict[str, Any] = {"quests": {"A": f"QYG{age}"}}
    assert goes_on(Scene(figures={"A": "L @YGG"}, **given), judge()).glory("A") == glory
    assert goes_on(Scene(figures={"A": "L @YGG", "B": "L @YGG"}, **given), judge()).glory("A") == 0


@of("QGD1", "QGD2", "QGD3")
@pytest.mark.parametrize("age, glory", [(1, 6), (2, 8), (3, 11)])
def test_a_glorious_death_takes_four(age: int, glory: int) -> None:
    given: dict[str, Any] = {"quests": {"A": f"QGD{age}"}}
    assert goes_on(Scene(figures={"A": "L W3 @VALHALLA"}, **given), judge()).glory("A") == glory
    assert goes_on(Scene(figures={"A": "W3 @VALHALLA"}, **given), judge()).glory("A") == 0


def test_every_figure_has_a_name_of_its_own() -> None:
    assert len(set(FIGURE_CODES)) == 12
