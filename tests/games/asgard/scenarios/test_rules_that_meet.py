"""Where two or three rules meet: shortages with ties, discs that wander, places that close while an action runs."""

from __future__ import annotations

import pytest

from engine.games.asgard import pieces as p
from engine.games.asgard.rules import battles, course, ragnarok
from tests.games.asgard.scenarios.test_scenarios_battles import lay, playing, to_battle
from tests.games.asgard.scene import Scene

# --- shortages (R3) ---------------


@pytest.mark.parametrize("named, left", [("red", ("BBB", "B")), ("yellow", ("BB", "BB"))])
def test_what_the_supply_gives_first_may_tie_its_receiver_with_who_owns_most(named: str, left: tuple[str, str]) -> None:
    scene = Scene(order="YRBP").disc("Y", "thor bottom").busy().own("Y", stones="B").own("R", stones="BB")
    scene.state.stones[3] = 1
    scene.play("Y", "ACT thor bottom")
    assert scene.asked() == [("Y", "giver")]
    scene.play("Y", f"GIVER stone blue: {named}")
    assert (scene.stones("Y"), scene.stones("R"), scene.turn()) == (*left, "R")


def test_the_tie_is_looked_at_again_for_the_next_item_and_who_is_left_gives_unasked() -> None:
    scene = Scene().disc("R", "thor bottom").busy().own("Y", stones="BB").own("B", stones="BB")
    scene.state.stones[3] = 0
    scene.play("R", "ACT thor bottom", "GIVER stone blue: yellow")
    assert (scene.stones("R"), scene.stones("Y"), scene.stones("B"), scene.turn()) == ("BB", "B", "B", "Y")


def test_the_seal_of_surtrs_tile_and_the_recruits_of_a_row_tile_come_from_who_owns_most() -> None:
    scene = Scene().disc("R", "surtr single").busy().own("Y", seals="L").world("W3D", "PD-seal")
    scene.state.seals[0] = 0
    scene.play("R", "ACT surtr: flip W3D; seal L")
    assert (scene.seals("R"), scene.seals("Y")) == ("L", "")
    scene = (
        Scene().disc("R", "asgard").busy().row("A-recruit2+1", "(A-nothing)", "(A-exchange)").own("B", recruits="ooo")
    )
    scene.state.recruits[1] = 1
    scene.play("R", "ACT asgard: flip 1 take o o w")
    assert (scene.recruits("R"), scene.recruits("B")) == ("woo", "oo")


def test_of_two_that_are_hired_the_second_must_be_there_too_and_valhalla_is_no_supply() -> None:
    scene = Scene().disc("R", "asgard").busy().own("R", seals="LL")
    scene.state.recruits[0] = 1
    assert scene.state.valhalla[0]
    assert scene.refuse("R", "ACT asgard: hire w w") == "E_NO_EFFECT"
    scene.play("R", "ACT asgard: hire w")
    assert (scene.recruits("R"), scene.seals("R")) == ("w", "L")


# --- places that close in the middle of an action (R7.4, R8.11) ---------------


def test_world_7_is_closed_by_the_disc_that_the_same_action_has_put_there() -> None:
    scene = Scene().disc("R", "asgard").busy().own("R", seals="LDLDLD").middle("R")
    scene.state.row = [7, 5, 5, 5]
    assert scene.refuse("R", "ACT asgard: disc B7L get 6; disc B7D; move B1L") == "E_BATTLE_SLOT"
    assert scene.refuse("R", "ACT asgard: disc B7L get 6; move B7D") == "E_BATTLE_SLOT"
    scene.play("R", "ACT asgard: disc B7L get 6; move B1L")
    assert (scene.at("B7L"), scene.at("B1L"), scene.owned_arms("R")) == ("R", "R", ["6"])


def test_a_bought_disc_takes_the_last_slot_before_a_disc_of_the_middle_has_to_move() -> None:
    scene = Scene().disc("R", "asgard").busy().own("R", seals="L").middle("R")
    scene.state.row = [7, 5, 5, 5]
    scene.state.battle = [1 if slot not in ("B3L", "B7D") else -1 for slot in p.BATTLE_SLOTS]
    scene.play("R", "ACT asgard: disc B3L pay L get 6")
    assert (scene.at("B3L"), scene.state.middle[0]) == ("R", 1)


def test_surtrs_victory_bars_its_world_in_the_same_phase() -> None:
    scene = Scene().disc("R", "surtr single", "asgard").busy().world("W4L", "PL-victory").battle("B1L", "R")
    scene.own("R", seals="D").state.row = [7, 7, 7, 7]
    scene.play("R", "ACT surtr: flip W4L; victory B1L")
    for who in "YBP":
        scene.play(who, "ACT asgard: decline")
    for slot in ("B1L", "B1D"):
        assert scene.refuse("R", f"ACT asgard: disc {slot}") == "E_BATTLE_SLOT"
    scene.play("R", "ACT asgard: disc B2L get 6")
    assert scene.owned_arms("R") == ["6"]


def test_the_last_tile_of_the_row_that_surtr_flips_need_not_be_flipped_again() -> None:
    scene = Scene().disc("R", "surtr single").busy().row("A-recruit1", "(A-nothing)", "(A-exchange)")
    scene.world("W2L", "PL-asgard_flip").own("Y", seals="D")
    scene.play("R", "ACT surtr: flip W2L; asgard 1 take w")
    scene.play("Y", "ACT asgard: hire o")
    assert (scene.recruits("R"), scene.recruits("Y")) == ("w", "o")


def test_all_discs_of_asgard_hire_and_move_too_and_with_an_empty_row_none_is_free() -> None:
    scene = Scene().disc("R", "asgard", "asgard").busy().own("R", seals="LD").middle("R")
    assert scene.refuse("R", "ACT asgard all: hire g") == "E_MUST_MOVE"
    after = scene.play("R", "ACT asgard all: hire g; move B2D")
    assert after
    assert (scene.front("R"), scene.recruits("R"), scene.at("B2D")) == (3, "g", "R")
    scene = Scene().disc("R", "asgard", "asgard").busy()
    scene.state.row = [0, 7, 7, 7]
    assert scene.refuse("R", "ACT asgard all: free front") == "E_NO_DISC_THERE"


# --- discs that wander, and the seals that they meet (R7.1.1, R8.8, R8.10) ---------------


def test_a_disc_of_mimir_finds_its_seal_when_it_is_performed_though_it_declines() -> None:
    scene = Scene().disc("R", "mimir single").busy("Y", "B", "P").seal("loki", "mimir")
    assert scene.refuse("R", "ACT mimir: to mimir single") == "E_SLOT_TAKEN"  # it stands there itself
    scene.play("R", "ACT mimir: to loki bottom")
    for who in "YBP":
        scene.play(who, "ACT asgard: decline")
    assert scene.seals("R") == "D"
    scene.play("R", "ACT loki bottom: decline")
    assert (scene.seals("R"), scene.stones("R")) == ("DD", "")


def test_a_disc_that_mimir_sends_to_asgard_is_one_of_several_there() -> None:
    scene = Scene().disc("R", "mimir single", "asgard").busy("Y", "B", "P")
    scene.play("R", "ACT mimir: to asgard")
    for who in "YBP":
        scene.play(who, "ACT asgard: decline")
    scene.play("R", "ACT asgard all: free front")
    assert scene.front("R") == 4


def test_fenrirs_disc_builds_after_another_in_the_same_temple_slot() -> None:
    scene = Scene(round_=4).disc("R", "thor temple").disc("Y", "fenrir upper").busy("B", "P").temple_top("T3-2")
    scene.own("R", stones="BK", recruits="o").own("Y", stones="PB", recruits="w").world("W1L", "PL-seal")
    assert scene.refuse("R", "ACT fenrir upper: to thor temple") == "E_NO_DISC_THERE"
    scene.play("R", "ACT thor temple: T3 pay B K; recruits o; to W1L")
    scene.temple_top("T3-1")
    scene.play("Y", "ACT fenrir upper: to thor temple")
    for who in "BP":
        scene.play(who, "ACT asgard: decline")
    scene.play("Y", "ACT thor temple: T3 pay P B; recruits w; to W2L")
    assert (scene.at("support:thor upper"), scene.at("support:thor bottom")) == ("R", "Y")


# --- temples (R7.3, R4.2.4) ---------------


def test_an_upper_support_that_was_taken_back_is_filled_next_and_asks_for_its_own_kind() -> None:
    scene = Scene(round_=4).disc("R", "loki temple").busy().support("loki", "", "B").temple_top("T3-1")
    scene.own("R", stones="PB", recruits="gw")
    assert scene.refuse("R", "ACT loki temple: T3 pay P B; recruits w; to W1D") == "E_RECRUITS"
    scene.play("R", "ACT loki temple: T3 pay P B; recruits g; to W1D")
    assert (scene.at("support:loki upper"), scene.recruits("R")) == ("R", "w")


def test_without_a_free_slot_of_its_side_the_god_tile_leaves_the_game_and_the_temple_stands() -> None:
    scene = Scene().disc("R", "odin temple").busy().own("R", stones="BK", recruits="w").temple_top("T3-2")
    scene.god_top("odin", 4)
    for slot in range(0, 16, 2):
        scene.state.worlds[slot] = p.GOD_TILE + 1
    scene.play("R", "ACT odin temple: T3 pay B K; recruits w")
    assert (scene.at("support:odin upper"), scene.score("R"), scene.recruits("R")) == ("R", 0, "")
    assert scene.state.god_tiles[p.ODIN] == [1, 2, 3]


def test_a_stone_that_is_turned_into_a_fourth_colour_goes_back_as_what_it_is() -> None:
    scene = (
        Scene()
        .disc("R", "thor temple")
        .busy()
        .temple_top("T7-1")
        .own("R", stones="PPGW", recruits="o", tiles="PL-convert_stone")
    )
    assert scene.refuse("R", "ACT thor temple: T7 pay P G W +P; recruits o; to W1L") == "E_STONE_MATCH"
    scene.play("R", "ACT thor temple: T7 pay P G W +P=K(PL-convert_stone); recruits o; to W1L")
    assert scene.state.stones == [5, 5, 5, 5, 5, 5, 3]


# --- order and turns (R5.4, R6.7) ---------------


def test_a_tile_before_the_action_thors_tile_after_it_and_the_next_turn_by_the_new_order() -> None:
    scene = Scene(order="RYBP", active="B").disc("B", "asgard", "thor bottom").busy().skill("B", "thor_skill")
    scene.own("B", tiles="PL-first_player")
    scene.play("B", "USE PL-first_player", "ACT asgard: decline", "AGAIN", "ACT thor bottom")
    assert (scene.order(), scene.turn()) == ("BYRP", "Y")


def test_the_tile_that_a_temple_gains_is_used_before_the_further_turn() -> None:
    scene = Scene().disc("R", "odin temple", "asgard").busy().own("R", stones="BK", recruits="w").temple_top("T3-2")
    scene.world("W2L", "PL-weapon").skill("R", "thor_skill")
    scene.play("R", "ACT odin temple: T3 pay B K; recruits w; to W2L", "USE PL-weapon get 6", "AGAIN", "ACT asgard")
    assert (scene.owned_arms("R"), scene.state.skills[p.THOR_TILE], scene.turn()) == (["6"], -1, "Y")


# --- battles and Ragnarök (R9, R10) ---------------


def test_both_sides_of_a_tie_win_when_both_send() -> None:
    scene = Scene().world("W1L", "PL-victory").world("W1D", "PD-weapon").battle("B1L", "R").battle("B1D", "Y")
    scene.own("R", recruits="g").own("Y", recruits="gg").state.ancient = [[1], [3]]  # 7 against 7
    play = playing(scene)
    battles.begin(play)
    course.go_on(play)
    scene.play("R", "FIGHT W1L send g")
    scene.play("Y", "FIGHT W1D send g")
    assert (scene.victories("R"), scene.victories("Y"), scene.recruits("Y")) == ([1], [1], "g")


def test_temples_of_this_round_decide_who_takes_the_last_battle_tile() -> None:
    scene = Scene().scores(R=5, Y=12).victory("R", 1).victory("Y", 2)
    names = scene.state.components.temples
    scene.state.own_temples[0] = [names.index("T3-1"), names.index("T7-1")]  # 15 against 12
    scene.state.battle_tiles = [1, 0, 0, 0, 0]
    to_battle(scene)
    assert scene.state.own_battle_tiles[:2] == [[], [3]]


def test_a_population_that_lies_face_down_counts_and_is_beaten_only_with_its_weapon() -> None:
    scene = Scene(round_=5).world("W4L", "odin 4").world("W4D", "PD-any_stone").support("odin", "R")
    scene.state.flipped[p.WORLD_SLOT["W4D"]], scene.state.beneath[p.WORLD_SLOT["W4D"]] = True, 5
    ragnarok.fight_world(playing(scene), 3)  # 4 against 6 + 5
    assert scene.score("R") == 0
    lay(scene, "W4L", "negate_weapon", "negate_tile")
    ragnarok.fight_world(playing(scene), 3)  # 4 against 0
    assert scene.score("R") == 16


def test_who_passes_in_valhalla_has_passed_while_others_take_on() -> None:
    scene = Scene(round_=5).world("W1L", "odin 1").support("odin", "R", "Y")
    scene.state.valhalla = [0, 3]
    ragnarok.begin(playing(scene))
    scene.play("R", "VALHALLA pass")
    for _ in range(3):
        assert scene.asked() == [("Y", "valhalla")]
        scene.play("Y", "VALHALLA o odin W1")
    assert scene.state.stage == "over"
