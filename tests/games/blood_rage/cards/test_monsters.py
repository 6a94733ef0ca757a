"""Monsters do what they say: a test each, found by the card's code."""

from __future__ import annotations

from typing import Any

from engine.games.blood_rage.data import PLACE
from engine.games.blood_rage.rules.ages import ragnarok
from engine.games.blood_rage.rules.strength import in_province
from tests.games.blood_rage.cards.deck import of
from tests.games.blood_rage.scenarios.test_ages import goes_on
from tests.games.blood_rage.scene import Scene


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


def test_the_valkyrie_is_paid_for_no_battle_but_her_own() -> None:
    figures = {"A": "L @GIM, VAL @HOR", "B": "L W @GIM"}
    scene = Scene(sheet={"A": "VAL"}, figures=figures, hand={"A": "TY6"}).does("A", "pillage GIM")
    assert (scene.at("B", "VALHALLA"), scene.glory("A")) == ("L W", 3)


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
