"""Fine points: what a line can never mean is refused, nobody pays for nothing, every payment can be had by number."""

from __future__ import annotations

import pytest

from engine.core.menu import Menu
from engine.games.asgard.game_rules import AsgardRules1
from engine.games.asgard.moves import Asgard
from engine.games.asgard.pieces import EMPTY, WORLD_SLOT
from tests.games.asgard.playing import RULES
from tests.games.asgard.scene import SEATS, Scene

# --- world slots (R7.3.5)


def last_of_surtr() -> Scene:
    """Red builds for Surtr, who has no tile left."""
    scene = Scene().disc("R", "surtr temple").busy().own("R", stones="PGW", recruits="o").temple_top("T3-1")
    scene.state.god_tiles[8] = []
    return scene


def build(scene: Scene, to: str) -> str:
    data = scene.state.components
    top = scene.state.temples[0][-1]
    codes = " ".join("PYRBGKW"[stone] for stone in data.cost[top])
    scene.own("R", stones=codes.replace(" ", ""))
    kinds = data.asks[8][0]
    recruit = "wog"[kinds[0]]
    scene.own("R", recruits=recruit)
    return f"ACT surtr temple: {data.stacks[0]} pay {codes}; recruits {recruit}; to {to}"


@pytest.mark.parametrize("to", ["W1L", "W2D", "W3D"])  # the other side, an empty world, a god tile
def test_a_world_slot_that_never_can_be_right_is_refused_though_nothing_is_placed(to: str) -> None:
    scene = last_of_surtr().world("W3D", "hel 2")
    scene.state.worlds[WORLD_SLOT["W2D"]] = EMPTY
    assert scene.refuse("R", build(scene, to)) == "E_WORLD_SLOT"
    scene.play("R", build(scene, "W1D"))
    assert scene.at("support:surtr upper") == "R"


def test_a_slot_that_was_free_when_a_plan_was_written_is_passed_over() -> None:
    scene = last_of_surtr()
    scene.state.active = 3
    scene.play("R", build(scene, "W3D"))
    scene.world("W3D", "hel 2")
    scene.play("P", "ACT asgard: decline")
    assert scene.at("support:surtr upper") == "R"


def test_a_slot_that_never_can_be_right_is_refused_when_the_plan_is_written() -> None:
    scene = last_of_surtr()
    scene.state.active = 3
    assert scene.refuse("R", build(scene, "W1L")) == "E_WORLD_SLOT"


@pytest.mark.parametrize(
    "first, then, why", [("W3D", "W4D", ""), ("W3D", "W3D", "E_WORLD_SLOT"), ("W1L", "W4D", "E_WORLD_SLOT")]
)
def test_a_slot_that_is_taken_falls_back_on_another_and_one_of_the_other_side_is_refused(
    first: str, then: str, why: str
) -> None:
    """A sheet whose first temple takes the slot that its second would like best was refused whole."""
    scene = last_of_surtr().world("W3D", "hel 2")
    scene.state.active = 3
    lines = [build(scene, first), f"> {build(scene, then)}"]
    if why:
        assert scene.refuse("R", *lines) == why
    else:
        scene.play("R", *lines)
        scene.play("P", "ACT asgard: decline")
        assert scene.at("support:surtr upper") == "R"


def test_a_game_of_version_1_still_passes_over_any_slot() -> None:
    scene = last_of_surtr()
    scene.table.rules = AsgardRules1()
    scene.play("R", build(scene, "W1L"))
    assert scene.at("support:surtr upper") == "R"


# --- nobody pays for nothing (R3.6)


def swapping() -> Scene:
    """Red exchanges a yellow stone for a red one; the supply has none, and Red owns as many as Blue."""
    scene = Scene().disc("R", "baldr upper").busy().own("R", stones="YR").own("B", stones="R")
    scene.state.stones[2] = 0
    return scene


def test_in_an_exchange_the_other_owner_gives_without_being_named() -> None:
    scene = swapping()
    scene.play("R", "ACT baldr upper: swap Y>R")
    assert (scene.asked(), scene.stones("R"), scene.stones("B")) == ([("Y", "act")], "YYRR", "")


def test_in_an_exchange_nobody_can_name_himself() -> None:
    scene = swapping().own("P", stones="R")
    scene.state.stones[2] = 0
    scene.play("R", "ACT baldr upper: swap Y>R")
    assert scene.asked() == [("R", "giver")]
    assert [option.what for option in RULES.menu(scene.state, scene.decision("R")).options] == [
        ("from", SEATS.index("B")), ("from", SEATS.index("P")),
    ]  # fmt: skip
    assert scene.refuse("R", "GIVER stone red: red") == "E_NO_EFFECT"
    assert scene.refuse("R", "GIVER stone red: yellow") == "E_GIVER"
    scene.play("R", "GIVER stone red: red, purple")
    assert (scene.stones("R"), scene.stones("P")) == ("YYRR", "")


def test_who_hires_gets_a_recruit_for_his_seal() -> None:
    scene = Scene().disc("R", "asgard").busy().own("R", seals="L", recruits="w").own("B", recruits="w")
    scene.state.recruits[0] = 0
    scene.play("R", "ACT asgard: hire w")
    assert (scene.recruits("R"), scene.recruits("B"), scene.seals("R")) == ("ww", "", "")


def test_in_a_gift_whoever_is_tied_may_still_name_himself() -> None:
    scene = Scene().disc("R", "tyr bottom").busy().own("R", stones="R").own("B", stones="R")
    scene.state.stones[2] = 0
    scene.play("R", "ACT tyr bottom")
    scene.play("R", "GIVER stone red: red")
    assert scene.stones("R") == "R"


# --- payments by number (R7.4)


def asgard_moves(menu: Menu) -> list[Asgard]:
    return [move for _, _, move in menu.leaves() if isinstance(move, Asgard)]


def test_who_plays_by_number_can_pay_with_a_seal_tile() -> None:
    scene = Scene().disc("R", "asgard").busy().own("R", tiles="PL-seal")
    menu = RULES.menu(scene.state, scene.decision("R"))
    found = asgard_moves(menu)
    assert {hire.recruit for move in found for hire in move.hire} == {"white", "orange"}
    assert any(disc.pay and disc.pay[0].tile == "PL-seal" for move in found for disc in move.discs)
    path = next(path for path, _, move in menu.leaves() if isinstance(move, Asgard) and move.hire and not move.discs)
    scene.play("R", path)
    assert (scene.recruits("R"), scene.tiles("R")) == ("w", [])


def test_a_giant_is_paid_by_a_seal_and_a_seal_tile() -> None:
    scene = Scene().disc("R", "asgard").busy().own("R", tiles="PL-seal PD-seal", seals="D")
    found = asgard_moves(RULES.menu(scene.state, scene.decision("R")))
    assert any([hire.recruit for hire in move.hire] == ["giant"] for move in found)


@pytest.mark.parametrize("own, left", [("LLD", "LD"), ("LDD", "LD"), ("LD", "L")])
def test_a_seal_of_either_side_is_paid_from_where_more_is_left_else_in_darkness(own: str, left: str) -> None:
    """R7.4.3; recorded moves name no payment, so what it is must never change."""
    scene = Scene().disc("R", "asgard").busy().own("R", seals=own)
    scene.state.row = [7, 0, 0, 0]
    scene.play("R", "ACT asgard: disc front")
    assert scene.seals("R") == left


def test_own_seals_are_paid_before_tiles() -> None:
    scene = Scene().disc("R", "asgard").busy().own("R", tiles="PL-seal", seals="L")
    found = asgard_moves(RULES.menu(scene.state, scene.decision("R")))
    single = [move.hire[0] for move in found if len(move.hire) == 1]
    assert all(hire.pay is None for hire in single if hire.recruit == "white")


# --- what is named twice


def test_a_seal_tile_named_twice_is_a_wrong_payment() -> None:
    scene = Scene().disc("R", "asgard").busy().own("R", tiles="PL-seal")
    assert scene.refuse("R", "ACT asgard: hire g pay PL-seal=L PL-seal=D") == "E_COST"
    assert scene.refuse("R", "ACT asgard: hire w pay PL-seal=L; disc front pay PL-seal=L") == "E_COST"
    assert scene.refuse("R", "ACT asgard: hire g pay PL-seal=L PD-seal=D") == "E_TILE_NOT_OWNED"


# --- sheets


def test_discs_cannot_be_taken_back_when_that_step_is_over() -> None:
    scene = Scene(stage="gods")
    for seat in range(4):
        scene.state.chosen[seat] = False
    assert scene.refuse("R", "RECOVER middle middle") == "E_PHASE"
    assert scene.refuse("R", "GODS freyja baldr odin", "RECOVER middle middle") == "E_PHASE"


def test_a_plan_for_a_god_ends_at_asgard_unasked() -> None:
    scene = Scene(stage="place", active="Y").chose("Y", "loki").chose("R", "odin").chose("B", "hel").chose("P", "tyr")
    scene.play("R", "PLAN odin: temple")
    assert "asgard" in str(scene.table.standing[0])  # the receipt and the list of standing orders say so
    scene.state.slots[3 * 2 + 2] = 1
    scene.state.order = [1, 0, 2, 3]
    scene.play("Y", "PLACE loki upper")
    assert (scene.state.shown[0], scene.state.in_asgard(0)) == ([2], 1)


def test_a_plan_with_a_fall_back_below_it_tries_that_before_asgard() -> None:
    scene = Scene(stage="place", active="Y").chose("Y", "loki").chose("R", "odin").chose("B", "hel").chose("P", "tyr")
    scene.play("R", "PLAN odin: temple", "> PLACE odin upper")
    [plan] = scene.table.standing[0]
    assert [option["slot"] for option in plan.model_dump()["steps"][0]["options"]] == ["temple", "upper", "asgard"]


# --- givers


def test_an_answer_about_givers_holds_for_the_turn_and_not_for_the_game() -> None:
    scene = Scene().disc("R", "freyja bottom", "freyja upper").busy().own("Y", stones="PP").own("B", stones="PP")
    scene.state.stones[0] = 0
    scene.play("R", "ACT freyja bottom")
    scene.play("R", "GIVER stone pink: blue, yellow")
    assert (scene.stones("R"), scene.turn()) == ("PP", "Y")
    view = scene.table.rules.view(scene.state, 0)
    desk = scene.table.desk(0)
    assert view.table.turn > 0
    assert scene.table.game.planner.in_force(scene.table.standing[0], desk) == ()


def test_a_ranking_of_givers_written_unasked_stands() -> None:
    scene = Scene().busy()
    scene.play("R", "GIVER stone pink: blue, yellow")
    scene.play("R", "ACT asgard: decline")
    assert len(scene.table.game.planner.in_force(scene.table.standing[0], scene.table.desk(0))) == 1
