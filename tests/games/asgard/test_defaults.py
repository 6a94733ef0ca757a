"""What a time-out answers, decision by decision, is what the table of decisions says."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from engine.core.moves import Move
from engine.games.asgard.moves import (
    Arm,
    Asgard,
    Battle,
    ChooseColour,
    ChooseGods,
    Decline,
    End,
    FlipTile,
    Get,
    Giver,
    MakeOffer,
    Place,
    Recover,
    Redistribute,
    Request,
    StartPick,
    TakeStone,
    Valhalla,
)
from engine.games.asgard.play import NEWEST, Play
from engine.games.asgard.rules import course
from engine.table.events import MoveMade
from tests.games.asgard.playing import RULES
from tests.games.asgard.scene import Scene


def default(scene: Scene, who: str = "R") -> Move:
    """The answer, after showing that it may be played."""
    decision = scene.decision(who)
    answer = RULES.default(scene.state, decision)
    RULES.apply(scene.state.copy(), decision.seat, answer, scene._session().chance)
    return answer


def colours() -> Scene:
    scene = Scene(stage="colour", active="R")
    scene.state.colours = [-1, 0, -1, -1]
    return scene


def first_recruit(*left: int) -> Callable[[], Scene]:
    def scene() -> Scene:
        found = Scene(stage="start_pick", order="YBPR", active="R")
        found.state.start_recruits = list(left)
        return found

    return scene


def shortage(**points: int) -> Callable[[], Scene]:
    """Red, Yellow and Blue own most pink stones; Red is to receive one."""

    def scene() -> Scene:
        found = Scene(order="BYRP", active="R").disc("R", "freyja bottom").busy().scores(**points)
        found.own("R", stones="P").own("Y", stones="P").own("B", stones="P")
        found.state.stones[0] = 0
        found.play("R", "ACT freyja bottom")
        return found

    return scene


def take_back() -> Scene:
    scene = Scene(stage="recover").middle("R").victory("R", 5, 3).support("loki", "R").support("freyja", "R")
    scene.state.front, scene.state.chosen = [0, 2, 2, 2], [False, True, True, True]
    return scene


def only_victories() -> Scene:
    scene = Scene(stage="recover").victory("R", 5).support("loki", "R").support("freyja", "R")
    scene.state.front, scene.state.chosen = [0, 2, 2, 2], [False, True, True, True]
    return scene


def choosing() -> Scene:
    scene = Scene(stage="gods")
    scene.state.chosen = [False] * 4
    scene.state.front[0] = 3
    return scene


def placing(*taken: str) -> Callable[[], Scene]:
    def scene() -> Scene:
        return Scene(stage="place", active="R").chose("R", "odin", "loki").disc("Y", *taken)

    return scene


def acting(place: str, *more: str) -> Callable[[], Scene]:
    def scene() -> Scene:
        found = Scene(active="R").disc("R", place, *more).busy()
        found.state.asgard_up = [False, True, True]
        return found.middle("R", 2).battle("B1L", "Y")

    return scene


def odin_bottom() -> Scene:
    scene = acting("odin bottom")()
    scene.state.stones[0] = 0
    return scene


def ending() -> Scene:
    scene = Scene(active="R").disc("R", "asgard", "loki upper").busy().skill("R", "thor_skill")
    scene.own("R", tiles="PL-weapon")
    scene.state.asgard_up = [False] * 3
    RULES.apply(scene.state, 0, Request(god="loki", slot="upper"), scene._session().chance)
    return scene


def hearing() -> Scene:
    scene = Scene(active="Y").disc("Y", "odin upper").busy().own("R", stones="P")
    scene.play("Y", "ACT odin upper: hear")
    return scene


def redistributing() -> Scene:
    scene = hearing()
    scene.play("R", "OFFER 1: stone P")
    return scene


def searching(tile: str) -> Callable[[], Scene]:
    def scene() -> Scene:
        found = Scene(active="R").busy().own("R", tiles=tile).arms("Y", "6", "double_recruits")
        found.play("R", f"USE {tile}")
        return found

    return scene


def losing() -> Scene:
    scene = Scene(active="Y").disc("Y", "asgard").own("R", recruits="gg").battle("B2L", "R")
    scene.world("W2L", "odin 1").world("W2D", "hel 3")
    scene.state.ancient = [[3], [3]]
    scene.play("Y", "ACT asgard: decline")
    return scene


def arming(*tiles: str) -> Callable[[], Scene]:
    def scene() -> Scene:
        found = Scene(round_=5, stage="arm", active="R").support("odin", "R").support("loki", "R")
        return found.world("W5L", "odin 1").world("W3D", "loki 2").arms("R", *tiles)

    return scene


def arming_in_one_world() -> Scene:
    scene = Scene(round_=5, stage="arm", active="R").support("odin", "R").support("loki", "R")
    return scene.world("W3L", "odin 1").world("W3D", "loki 2").arms("R", "5")


def at_valhalla() -> Scene:
    scene = Scene(round_=5, stage="valhalla", active="R").support("odin", "R").world("W5L", "odin 1")
    scene.state.valhalla = [1, 1]
    return scene


def pink(seat: int) -> Giver:
    return Giver(what="stone", which="pink", players=(seat,))


CASES: list[tuple[str, Callable[[], Any], Move]] = [
    ("D0 the first free colour in component order", colours, ChooseColour(colour="yellow")),
    ("D1 a giant", first_recruit(1, 1, 1), StartPick(recruit="giant")),
    ("D1 then white", first_recruit(1, 1, 0), StartPick(recruit="white")),
    ("D3 the middle, then Victory Areas from world 1 up", take_back, Recover(places=("middle", "V3"))),
    ("D3 then Support slots in canonical order", only_victories, Recover(places=("V5", "support:freyja"))),
    ("D4 the first risen gods in canonical order", choosing, ChooseGods(gods=("freyja", "baldr", "odin"))),
    ("D5 the first god in canonical order, upper", placing(), Place(god="odin", slot="upper")),
    ("D5 else bottom", placing("odin upper"), Place(god="odin", slot="bottom")),
    ("D5 else Asgard, never the temple", placing("odin upper", "odin bottom"), Place(god="odin", slot="asgard")),
    ("D7 the end", ending, End()),
    ("D8 the disc placed first, without its skill", acting("loki upper", "hel upper"),
     Request(god="loki", slot="upper")),
    ("D8 Odin: the first colour that the supply has", odin_bottom,
     Request(god="odin", slot="bottom", skill=TakeStone(stone="yellow"))),
    ("D8 temples are declined", acting("loki temple"), Decline(god="loki", slot="temple")),
    ("D8 Surtr is declined", acting("surtr single"), Decline(god="surtr", slot="single")),
    ("D8 Mímir is declined", acting("mimir single"), Decline(god="mimir", slot="single")),
    ("D8 Fenrir's upper slot is declined", acting("fenrir upper"), Decline(god="fenrir", slot="upper")),
    ("D8 Asgard: the leftmost tile, the middle to the lowest slots", acting("asgard"),
     Asgard(flip=FlipTile(tile="A-recruit1+1"), move=("B1D", "B2L"))),
    ("D9 the tied opponent with most points", shortage(Y=5, B=3, R=9), pink(1)),
    ("D9 then the lowest order tile, never himself", shortage(Y=3, B=3, R=9), pink(2)),
    ("D10 no offer", hearing, MakeOffer()),
    ("D12 nothing is sent", losing, Battle(slot="B2L")),
    ("D13 pass", at_valhalla, Valhalla()),
    ("D14 the highest weapon, under the god in the highest world", arming("2", "5", "vp_top"),
     Arm(tile="5", god="odin", world=5)),
    ("D14 wizardry by kind, when no weapon is left", arming("vp_top", "negate_weapon"),
     Arm(tile="negate_weapon", god="odin", world=5)),
    ("D14 of two gods in that world the first in canonical order", arming_in_one_world,
     Arm(tile="5", god="odin", world=3)),
    ("D15 the highest weapon", searching("PL-weapon"), Get(tile="5")),
    ("D15 the first wizardry kind left", searching("PD-wizardry"), Get(tile="double_recruits")),
]  # fmt: skip


@pytest.mark.parametrize("scene, answer", [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_a_time_out_answers_as_the_table_says(scene: Callable[[], Scene], answer: Move) -> None:
    assert default(scene()) == answer


def test_d2_the_giver_of_a_gods_seal_is_found_like_any_other() -> None:
    scene = Scene(round_=1, stage="start", order="RYBP").own("Y", seals="DD").own("B", seals="DD").scores(B=4)
    scene.state.seals[1] = 0
    course.go_on(Play(scene.state, scene._session().chance, NEWEST))
    assert default(scene) == Giver(what="seal", which="darkness", players=(2,))


def test_d11_the_order_stays_and_nothing_is_accepted() -> None:
    assert default(redistributing(), "Y") == Redistribute()


def test_a_time_out_with_a_usable_tile_in_hand_ends_the_turn_as_well() -> None:
    """R6.6: after the action the turn waits for its end as long as a tile can be used, but under the same clock."""
    scene = Scene(active="R").disc("R", "asgard", "loki upper").busy().skill("R", "thor_skill")
    scene.own("R", tiles="PL-weapon")
    scene.state.asgard_up = [False] * 3
    session = scene._session()
    (asked,) = session.table.pending()
    session.time_out(asked)
    assert [made.payload.move["kind"] for made in session.made if isinstance(made.payload, MoveMade)][-1] == "end"
    assert session.table.state.active != 0


def test_who_is_asked_in_the_turn_of_another_has_a_deadline_of_their_own() -> None:
    scene = redistributing()
    for one in scene.table.pending():
        assert one.clock == (f"turn {scene.state.turn}" if one.seat == scene.state.active else "")
