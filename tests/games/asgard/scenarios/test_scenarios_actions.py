"""Scenarios S11 to S25, S54, S58 and S61: seals, requests, temples and the Asgard action."""

from __future__ import annotations

import pytest

from engine.games.asgard import pieces as p
from engine.games.asgard.happenings import Searched
from tests.games.asgard.scene import Scene


def test_s11_seals_are_taken_and_actions_declined() -> None:
    scene = Scene(order="BRYP").disc("B", "mimir single", "baldr temple").disc("R", "baldr upper")
    scene.disc("Y", "baldr bottom").seal("mimir", "baldr")
    scene.play("B", "ACT mimir: decline")
    assert (scene.seals("B"), scene.front("B"), scene.turn()) == ("D", 2, "R")
    scene.play("R", "ACT baldr upper")
    assert (scene.seals("R"), scene.stones("R"), scene.front("R"), scene.turn()) == ("L", "YY", 3, "Y")
    scene.play("Y", "ACT baldr bottom")
    assert (scene.seals("Y"), scene.stones("Y"), scene.turn()) == ("", "YY", "B")  # P is skipped
    scene.play("B", "ACT baldr temple: decline")
    assert (scene.seals("B"), scene.front("B"), scene.state.own_temples[2]) == ("D", 3, [])


def test_s11_mimir_sends_his_disc_to_asgard_and_gives_the_seal_too() -> None:
    scene = Scene(order="BRYP").disc("B", "mimir single", "baldr temple").busy("R").seal("mimir", "baldr")
    scene.play("B", "ACT mimir: to asgard")
    assert (scene.seals("B"), scene.state.in_asgard(2), scene.front("B")) == ("D", 1, 1)


def test_s12_loki_gives_stones_and_his_upper_slot_a_recruit_too() -> None:
    scene = Scene(order="PYRB").disc("P", "loki upper").disc("Y", "loki bottom").on_god("hel", "g")
    scene.state.stones[4] = 4
    scene.play("P", "ACT loki upper: steal g from hel")
    assert (scene.stones("P"), scene.recruits("P")) == ("GG", "g")
    assert scene.state.god_recruits[p.HEL] == [0, 0, 0]
    scene.play("Y", "ACT loki bottom")
    assert (scene.stones("Y"), scene.state.stones[4]) == ("GG", 0)


def test_s13_surtr_gives_no_stones() -> None:
    scene = Scene().disc("R", "surtr single").busy().seal("surtr").world("W3D", "PD-seal")
    scene.play("R", "ACT surtr: flip W3D; seal L")
    assert (scene.seals("R"), scene.stones("R")) == ("LD", "")
    slot = p.WORLD_SLOT["W3D"]
    assert scene.state.flipped[slot]
    assert scene.state.value_at(slot) == 3


def temple_for_surtr(stones: str = "PGWK") -> Scene:
    scene = Scene(round_=4).support("surtr", "B").on_god("surtr", "gg").disc("R", "surtr temple").busy().seal("surtr")
    scene.own("R", stones=stones, recruits="wwwoooo").temple_top("T7-1").god_top("surtr", 3)
    return scene.world("W1D", "PD-any_stone")


def test_s14_a_temple_for_surtr() -> None:
    scene = temple_for_surtr()
    before = list(scene.state.stones)
    scene.play("R", "ACT surtr temple: T7 pay P G W +K; recruits o; to W1D")
    state = scene.state
    assert (scene.seals("R"), scene.stones("R"), scene.recruits("R")) == ("D", "", "www")
    assert [now - then for now, then in zip(state.stones, before, strict=True)] == [1, 0, 0, 0, 1, 1, 1]
    assert [state.components.temples[temple] for temple in state.own_temples[0]] == ["T7-1"]
    assert state.god_recruits[p.SURTR] == [0, 4, 2]
    assert state.worlds[p.WORLD_SLOT["W1D"]] == p.GOD_TILE + 10 * p.SURTR + 3
    assert scene.tiles("R") == ["PD-any_stone"]
    assert scene.at("support:surtr bottom") == "R"
    assert (len(state.god_tiles[p.SURTR]), len(state.temples[3])) == (3, 5)
    assert scene.score("R") == 0


@pytest.mark.parametrize(
    "stones, rest, code",
    [
        ("PPGW", "pay P G W +P; recruits o; to W1D", "E_STONE_MATCH"),
        ("PGWK", "pay P G W +K; recruits o2; to W1D", "E_RECRUITS"),
        ("PGWK", "pay P G W +K; recruits w o; to W1D", "E_RECRUITS"),
        ("PGWK", "pay P G W +K; recruits g; to W1D", "E_RECRUITS"),
        ("PGWK", "pay P G W +K; recruits o; to W1L", "E_WORLD_SLOT"),
        ("PGWK", "pay P G W +K; recruits o; to W2D", "E_WORLD_SLOT"),
    ],
)
def test_s15_temples_that_cannot_be_built(stones: str, rest: str, code: str) -> None:
    scene = temple_for_surtr(stones).world("W2D", "hel 2")
    assert scene.refuse("R", f"ACT surtr temple: T7 {rest}") == code


def test_s16_a_god_tile_on_a_lower_world_scores_at_once() -> None:
    scene = Scene(order="YRBP").disc("Y", "odin temple").busy().own("Y", stones="BK", recruits="ww")
    scene.temple_top("T3-2").world("LL", "PL-seal").scores(Y=12)
    scene.play("Y", "ACT odin temple: T3 pay B K; recruits w; to LL")
    assert scene.score("Y") == 17
    assert scene.state.god_recruits[p.ODIN] == [2, 0, 0]
    assert scene.tiles("Y") == ["PL-seal"]


def test_s17_a_temple_without_the_recruits_it_asks_for() -> None:
    scene = Scene(order="YRBP").disc("Y", "loki temple").busy().own("Y", stones="BK").temple_top("T3-2").seal("loki")
    assert scene.refuse("Y", "ACT loki temple: T3 pay B K; to W2D") == "E_RECRUITS"
    menu = scene.table.rules.menu(scene.state, scene.decision("Y"))
    assert [option.what[0] for option in menu.options] == ["back"]
    scene.play("Y", "ACT loki temple: decline")
    assert scene.seals("Y") == "D"


def test_s18_purple_in_asgard() -> None:
    scene = Scene(order="PRYB").disc("P", "asgard").busy().own("P", seals="D")
    scene.row("(A-recruit1)", "A-recruit2+1", "A-exchange")
    scene.state.recruits = [7, 4, 5]
    scene.play("P", "ACT asgard: flip A-recruit2+1 take g g o; hire o")
    assert (scene.recruits("P"), scene.seals("P"), scene.front("P")) == ("oogg", "", 3)
    assert scene.state.recruits[1:] == [2, 3]
    assert scene.state.asgard_up == [False, False, True]


def row_scene() -> Scene:
    scene = Scene(order="YRBP").disc("Y", "asgard").disc("R", "asgard").busy("B")
    scene.state.row = [6, 5, 0, 0]
    return scene


@pytest.mark.parametrize(
    "who, lines, code",
    [
        ("Y", "disc front pay D L; disc front pay L D L", ""),
        ("Y", "disc front pay D L; disc front pay L L", "E_COST"),
        ("Y", "disc front pay D", "E_COST"),
        ("R", "disc front pay L; disc front pay D", ""),
        ("R", "disc front pay L; disc front pay D L", "E_COST"),
    ],
)
def test_s19_prices_of_the_row(who: str, lines: str, code: str) -> None:
    scene = row_scene().own(who, seals="LLLLDDDD")
    if who == "R":
        scene.play("Y", "ACT asgard: decline")
    if code:
        assert scene.refuse(who, f"ACT asgard: {lines}") == code
        return
    scene.play(who, f"ACT asgard: {lines}")
    assert scene.seals(who) == ("LDD" if who == "Y" else "LLLDDD")


def three_discs() -> Scene:
    scene = Scene(order="YRBP").disc("Y", "asgard").disc("R", "asgard").busy("B", "P").own("Y", seals="LLLLDD")
    scene.state.row = [6, 6, 6, 6]
    return scene.victory("Y", 5).battle("B7D", "B").middle("R")


def test_s20_three_discs_from_the_row_in_one_action() -> None:
    scene = three_discs()
    happenings = scene.play(
        "Y", "ACT asgard: disc front pay L; disc B6L pay D L get 6; disc B1D pay L D L get double_recruits"
    )
    assert (scene.seals("Y"), scene.owned_arms("Y")) == ("", ["6", "double_recruits"])
    assert (scene.at("B6L"), scene.at("B1D"), scene.front("Y")) == ("Y", "Y", 4)
    faces = [one.seen_by(0) for one in happenings]
    seen = [(one.arms, one.tile, one.saw) for one in faces if isinstance(one, Searched)]
    assert seen == [("weapon", None, ()), ("wizardry", None, ())]
    scene.play("R", "ACT asgard: move B2D")
    assert (scene.at("B2D"), scene.owned_arms("R"), scene.state.middle[0]) == ("R", [], 0)


@pytest.mark.parametrize("slot", ["B5L", "B7L"])
def test_s21_battle_slots_that_are_closed(slot: str) -> None:
    assert three_discs().refuse("Y", f"ACT asgard: disc {slot} pay L get 6") == "E_BATTLE_SLOT"


@pytest.mark.parametrize("rest", ["disc front pay L", "hire g", "hire g pay L"])
def test_s22_too_few_seals(rest: str) -> None:
    assert row_scene().own("Y", seals="L").refuse("Y", f"ACT asgard: {rest}") == "E_COST"


def test_s23_a_face_up_tile_must_be_flipped() -> None:
    scene = Scene(order="PRYB").disc("P", "asgard").busy().own("P", seals="D")
    scene.row("A-nothing", "(A-recruit1)", "(A-exchange)")
    assert scene.refuse("P", "ACT asgard: hire o pay D") == "E_MUST_FLIP"
    scene.play("P", "ACT asgard: flip A-nothing; hire o pay D")
    assert scene.recruits("P") == "o"
    down = Scene(order="PRYB").disc("P", "asgard").busy().own("P", seals="D")
    down.play("P", "ACT asgard: hire o pay D")
    assert down.recruits("P") == "o"


def all_at_once() -> Scene:
    scene = Scene(order="YRBP").disc("Y", "asgard", "asgard").busy().row("A-recruit1", "(A-exchange)", "(A-nothing)")
    scene.state.row = [5, 4, 5, 5]
    return scene.arms("R", "6")


def test_s24_all_discs_of_asgard_at_once() -> None:
    scene = all_at_once()
    scene.play("Y", "ACT asgard all: flip A-recruit1 take w; free B3L get 5")
    assert (scene.recruits("Y"), scene.at("B3L"), scene.owned_arms("Y")) == ("w", "Y", ["5"])
    assert (scene.front("Y"), scene.state.row[1], scene.turn()) == (3, 3, "R")


def test_s24_only_one_disc_is_free() -> None:
    scene = all_at_once().own("Y", seals="LLLDDD")
    assert scene.refuse("Y", "ACT asgard all: flip 1 take w; free B3L get 5; disc front pay L") == "E_COST"


def test_s25_discs_of_the_middle_must_move() -> None:
    scene = Scene().disc("R", "asgard").busy().middle("R")
    assert scene.refuse("R", "ACT asgard") == "E_MUST_MOVE"
    for world in range(1, 8):
        scene.victory("R", world)
    scene.play("R", "ACT asgard")
    assert scene.state.middle[0] == 1


def test_s54_an_empty_weapon_stack_gives_nothing_and_takes_no_tile() -> None:
    scene = Scene(order="YRBP").disc("Y", "asgard").busy().own("Y", seals="LLDD", tiles="PL-weapon")
    scene.arms("R", *"2233456")
    assert scene.refuse("Y", "USE PL-weapon") == "E_NO_EFFECT"
    scene.state.row = [0, 6, 0, 0]
    scene.play("Y", "ACT asgard: disc B3L pay L")
    assert (scene.at("B3L"), scene.owned_arms("Y"), scene.tiles("Y")) == ("Y", [], ["PL-weapon"])


def test_s54_empty_stacks_of_temples_and_god_tiles() -> None:
    scene = Scene(round_=5, order="PRYB").disc("P", "fenrir temple").busy().own("P", stones="PPY").temple_top("T4-1")
    scene.state.temples[0] = []
    scene.state.god_tiles[p.FENRIR] = []
    assert scene.refuse("P", "ACT fenrir temple: T3 pay P Y") == "E_PICK"
    scene.play("P", "ACT fenrir temple: T4 pay P P Y")
    assert (scene.at("support:fenrir upper"), scene.tiles("P"), scene.state.temple_of(3)) == ("P", [], 4)


def seal_tiles() -> Scene:
    scene = Scene(order="YRBP").disc("Y", "asgard").busy().own("Y", seals="L", tiles="PL-seal PD-seal")
    scene.state.row = [5, 6, 5, 5]
    return scene


def test_s58_seal_tiles_pay_for_any_seal() -> None:
    scene = seal_tiles()
    light = scene.state.seals[0]
    scene.play("Y", "ACT asgard: hire g pay L PL-seal=D; disc front pay PD-seal=L")
    assert (scene.recruits("Y"), scene.front("Y"), scene.tiles("Y"), scene.seals("Y")) == ("g", 4, [], "")
    assert scene.state.seals[0] == light + 1


def test_s58_a_tile_counts_as_the_seal_that_is_named() -> None:
    assert seal_tiles().refuse("Y", "ACT asgard: disc front pay PD-seal=D") == "E_COST"


def test_s61_declining_in_asgard_flips_and_moves_nothing() -> None:
    scene = Scene().disc("R", "asgard").busy().middle("R").row("A-recruit1", "(A-exchange)", "(A-nothing)")
    scene.play("R", "ACT asgard: decline")
    assert (scene.front("R"), scene.state.asgard_up, scene.state.middle[0]) == (3, [True, False, False], 1)
