"""Whatever is written: an order is carried out or refused, and what is filed can be stored and read again."""

from __future__ import annotations

import random
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.core.chance import SeededChance
from engine.core.decisions import Decision
from engine.core.moves import IllegalMove
from engine.games.asgard import game
from engine.games.asgard import pieces as p
from engine.games.asgard.orders.grammar import read
from engine.games.asgard.orders.lexicon import LEXICON
from engine.games.asgard.pieces import WORLD_SLOTS, slot_name
from engine.games.asgard.state import State
from engine.table.orders import Refused, take
from engine.table.session import Session
from engine.table.table import Table
from tests.games.asgard.playing import RULES, missing
from tests.games.asgard.scene import Scene
from tests.games.asgard.test_notation import EXAMPLES, RUSSIAN

LINES = [line for line in (EXAMPLES + RUSSIAN).splitlines() if line]
MARKS = "² ٣ ፩ ı ß ǅ 𝟛 = > <= ; , () - PL- PL-é PL-A! # + 0 99 p5 p0 w8l b0d vp_top pl-seal= =l or"
ODD = [*re.split(" ", MARKS), "\u202e", "> ", "9" * 5000, "T" * 300, "w" * 40]
KNOWN = {kind: [word for by in things.values() for words in by.values() for word in words]
         for kind, things in LEXICON.table.items()}  # fmt: skip
WORDS = [word for words in KNOWN.values() for word in words] + list(WORLD_SLOTS)
WORDS += ["w", "o", "g", "б", "PL-weapon", "PD-seal", "T3", "T7", "A-nothing", "2", "3", "B2D", "V3"]


@st.composite
def odd_lines(draw: st.DrawFn) -> str:
    """An example with words changed, or words in any order."""
    words = draw(st.sampled_from(LINES)).split()
    if draw(st.booleans()):
        verb = draw(st.sampled_from(KNOWN["verb"]))
        words = [verb, *draw(st.lists(st.sampled_from(WORDS), max_size=8))]
    for _ in range(draw(st.integers(0, 3))):
        at = draw(st.integers(0, len(words)))
        words[at : at + draw(st.integers(0, 1))] = [draw(st.sampled_from(ODD + WORDS) | st.text(max_size=3))]
    return draw(st.sampled_from(["", "> ", "else "])) + " ".join(words)


def tables() -> list[Scene]:
    """One table for every stage in which orders are read in another way."""
    act = Scene().disc("R", "loki upper", "mimir single", "surtr single", "asgard").busy().battle("B2D", "Y")
    act.own("R", "PPBW", "wog", "LD", "PL-weapon PL-any_stone PD-convert_stone PD-seal").skill("R", "thor_skill")
    battle = Scene(active="Y").disc("Y", "asgard").own("R", recruits="wwg").battle("B6L", "R")
    battle.world("W6L", "odin 1").world("W6D", "hel 4")
    battle.play("Y", "ACT asgard: decline")
    place = Scene(stage="place").chose("R", "odin", "tyr", "hel").chose("Y", "tyr")
    return [Scene(round_=2, stage="gods"), place, act, battle, Scene(stage="colour", round_=0)]


@given(st.lists(odd_lines(), min_size=1, max_size=4), st.integers(0, 4), st.integers(0, 1))
@settings(max_examples=200, deadline=None)
def test_odd_lines_are_carried_out_or_refused(lines: list[str], stage: int, seat: int) -> None:
    scene = tables()[stage]
    before = scene.state.copy()
    session = Session(scene.table.copy(), SeededChance(b"odd"), ())
    try:
        take(session, seat, lines)
    except Refused:
        assert scene.state == before
        return
    for plans in session.table.standing:
        for plan in plans:
            assert RULES.plans.validate_json(RULES.plans.dump_json(plan)) == plan
    for made in session.made:
        assert type(made.payload).model_validate_json(made.payload.model_dump_json()) == made.payload


@pytest.mark.parametrize(
    "lines",
    [
        ("ACT asgard: decline", "> PLACE hel asgard"),
        ("ACT asgard: stop", "> decline"),
        ("USE PL-weapon", "> ACT asgard: decline"),
        ("STOP", "else ACT asgard: decline"),
        ("PLAN odin: temple", "> ACT asgard: decline"),
        ("PLAN odin: stop", "> PLACE odin asgard"),
        ("FIGHT W2D max: " + "w " * 40,),
        ("USE PL-!",),
        ("ACT odin temple: T3 pay PL-!=P; recruits o",),
        ("ACT odin temple: T3 pay P; recruits o" + "9" * 5000,),
        ("ACT asgard: hire w pay PL-!=L",),
        ("ACT loki: decline",),
        ("OFFER 2: " + ", ".join(["stone R"] * 25),),
        ("ACT odin upper: order none; accept yellow 2",),
    ],
    ids=lambda lines: lines[-1][:40],
)
def test_what_no_plan_can_hold_is_refused_when_it_is_sent(lines: tuple[str, ...]) -> None:
    assert Scene(active="Y").busy().refuse("R", *lines) == "E_SYNTAX"


def test_tiles_that_the_game_does_not_have_are_refused_when_they_are_sent() -> None:
    scene = Scene(active="Y").busy()
    assert scene.refuse("R", "FIGHT rest max: w else PL-vitcory") == "E_TILE_NOT_OWNED"
    assert scene.refuse("R", "ACT asgard: decline", "USE PL-waepon") == "E_TILE_NOT_OWNED"


def test_lines_for_discs_that_are_not_there_are_refused_once_all_discs_stand() -> None:
    scene = Scene(active="Y").disc("R", "loki bottom", "asgard").busy()
    assert scene.refuse("R", "ACT asgard: decline", "ACT loki upper: steal none") == "E_NO_DISC_THERE"
    scene.play("R", "ACT asgard: decline", "ACT loki bottom")
    movable = Scene(active="Y").disc("R", "mimir single").busy()
    movable.play("R", "ACT mimir: to loki upper > asgard", "ACT loki upper: steal none", "ACT asgard: decline")
    assert len(movable.table.standing[0]) == 1


def test_gods_that_are_not_held_cannot_be_planned_for_once_all_are_chosen() -> None:
    scene = Scene(stage="place").chose("R", "odin", "tyr").chose("Y", "tyr")
    scene.state.active = 1
    assert scene.refuse("R", "PLAN odin: upper", "PLAN hel: upper") == "E_CARD_NOT_HELD"
    assert scene.refuse("R", "GODS odin tyr", "PLAN odin: upper") == "E_PHASE"


def at_ragnarok(stage: str = "valhalla") -> Scene:
    """Red and Purple below Odin in world 1, Yellow below Surtr in world 3 with a weapon of 3; it is Red's turn."""
    scene = Scene(round_=5, stage=stage).world("W1L", "odin 1").world("W3D", "surtr 1")
    scene.support("odin", "R", "P").support("surtr", "Y").arms("Y", "3").state.valhalla = [2, 2]
    return scene


def test_whoever_has_passed_in_valhalla_writes_no_more_wishes() -> None:
    scene = at_ragnarok()
    scene.play("R", "VALHALLA pass")
    assert scene.asked() == [("P", "valhalla")]
    assert scene.refuse("R", "VALHALLA w odin W1") == "E_PASSED"
    assert scene.refuse("R", "VALHALLA pass") == "E_PASSED"


def test_at_ragnarok_what_is_not_there_cannot_be_wished_for() -> None:
    """It was filed, and its writer passed in Valhalla or was asked for arms as if nothing had been written."""
    scene = at_ragnarok()
    assert scene.refuse("B", "VALHALLA o odin W1") == "E_NOT_SUPPORTED"
    assert scene.refuse("P", "VALHALLA o odin W5 > w odin W5") == "E_NOT_SUPPORTED"
    assert scene.refuse("P", "VALHALLA g odin W1") == "E_PICK"
    assert scene.refuse("Y", "ARM weapon 6 surtr W3") == "E_TILE_NOT_OWNED"
    assert scene.refuse("Y", "ARM weapon 9 surtr W3") == "E_PICK"
    assert scene.refuse("Y", "ARM weapon 3 odin W1") == "E_NOT_SUPPORTED"
    scene.play("P", "VALHALLA o odin W5 > w odin W1")
    scene.play("Y", "ARM weapon 3 surtr W3")
    assert [len(scene.table.standing[seat]) for seat in (1, 3)] == [1, 1]


@pytest.mark.parametrize("stage, line", [
    ("arm", "VALHALLA o odin W1"), ("valhalla", "GIVER stone pink: blue"), ("valhalla", "USE PL-weapon get 5"),
    ("battle", "USE PL-weapon get 5"),
])  # fmt: skip
def test_what_comes_no_more_is_refused_when_it_is_written(stage: str, line: str) -> None:
    scene = at_ragnarok(stage)
    scene.state.fighting = [[0], [], [], []] if stage == "battle" else [[]] * 4
    assert scene.refuse("P", line) == "E_PHASE"


def test_a_refused_line_in_the_middle_of_a_sheet_is_the_one_that_is_named() -> None:
    scene = Scene(round_=5, stage="act", active="Y").busy()
    session = Session(scene.table.copy(), SeededChance(b"line"), ())
    with pytest.raises(Refused) as refused:
        take(session, 0, ["ACT asgard: decline", "FIGHT rest max: w", "PLAN odin: upper"])
    assert (refused.value.line, refused.value.why.code) == (2, "E_PHASE")


def test_battle_orders_for_discs_that_are_not_there_are_refused_in_the_battle() -> None:
    scene = Scene(active="Y").disc("Y", "asgard").own("R", recruits="wwg").battle("B6L", "R")
    scene.world("W6L", "odin 1").world("W6D", "hel 4")
    scene.play("Y", "ACT asgard: decline")
    assert scene.refuse("R", "FIGHT W5L max: w w g") == "E_NO_DISC_THERE"


def test_a_long_line_is_not_said_back_whole() -> None:
    with pytest.raises(IllegalMove) as refused:
        read("pick " + "x" * 5000, tables()[0].table.desk(0))
    assert len(refused.value.where["text"]) < 200


def test_an_offer_that_shows_a_hidden_tile_cannot_be_taken_back() -> None:
    scene = Scene().disc("R", "odin upper").busy().arms("Y", "6").own("Y", stones="P")
    assert any(one.reveals for one in scene.play("Y", "OFFER 2: weapon 6"))
    assert not any(one.reveals for one in scene.play("Y", "OFFER 2: stone P"))


def test_after_a_stop_on_a_line_of_its_own_all_is_asked() -> None:
    scene = Scene(active="Y").disc("R", "freyja bottom", "tyr bottom", "baldr bottom").busy()
    scene.own("R", tiles="PL-weapon")
    scene.play("R", "STOP", "ACT baldr bottom")
    for who in "YBP":
        scene.play(who, "ACT asgard: decline")
    assert scene.asked() == [("R", "act")]
    scene.play("R", "ACT tyr bottom")
    assert scene.asked() == [("R", "act")]
    assert scene.at("baldr bottom") == "R"


# --- whole games by sheets of any lines


STANDING = (
    "FIGHT rest max: w o g",
    "FIGHT W3L max: w w else tyr",
    "GIVER stone pink: p1, p2",
    "VALHALLA o odin W5 > pass",
    "OFFER 2: stone R",
    "RECOVER middle V3",
    "GODS hel tyr",
)


def any_lines(state: State, seat: int, rng: random.Random) -> list[str]:
    """Lines that make sense somewhere, seldom here."""
    data, lines = state.components, list[str]()
    tiles = [data.population[tile] for tile in state.own_population[seat]] or ["PL-weapon"]
    places = [slot_name(place, single=False) for place in state.placed[seat]] or [("loki", "upper")]
    for _ in range(rng.randrange(1, 5)):
        god, slot = rng.choice(places)
        act = rng.choice(
            [f"ACT {god} {slot}", "ACT asgard: flip 1; disc B3L get 6; hire w", "ACT asgard all: free B6L"]
        )
        use = f"USE {rng.choice(tiles)}" + rng.choice(["", " get 6 5", ": flip 1"])
        plan = f"PLAN {rng.choice(p.GODS)}: " + rng.choice(["bottom > asgard", "temple", "stop"])
        rest = rng.choice(STANDING)
        lines += rng.choice([[act], [act, "> decline"], [use], [plan], ["AGAIN"], ["STOP"], ["END"], [rest]])
    return lines


@given(st.integers(2, 4), st.integers(0, 2**32))
@settings(max_examples=8, deadline=None)
def test_games_of_careless_sheets_end_conserve_and_replay(seats: int, seed: int) -> None:
    rng, key = random.Random(seed), seed.to_bytes(8, "big")
    empty = Table(game, RULES, RULES.Options(), seats, None, [()] * seats)
    session = Session(empty.copy(), SeededChance(key), ())
    session.start()
    for _ in range(1500):
        if not session.table.pending():
            break
        decision = rng.choice(session.table.pending())
        session = careless(session, key, decision, rng)
    assert session.table.pending() == ()
    assert missing(session.table.state) == []
    for made in session.made:
        empty.advance(type(made.payload).model_validate_json(made.payload.model_dump_json()))
    assert (empty.state, empty.standing) == (session.table.state, session.table.standing)


def careless(session: Session, key: bytes, decision: Decision, rng: random.Random) -> Session:
    """The session after a sheet, or, if it is refused, after the time is up."""
    move = RULES.menu(session.table.state, decision).random(rng)
    lines = [game.notation.write(move, rng.choice(["en", "ru"]), session.table.desk(decision.seat))]
    if rng.random() < 0.5:
        lines = [*lines, *any_lines(session.table.state, decision.seat, rng)]
    trial = Session(session.table.copy(), SeededChance(key, session.table.draws_made), ())
    try:
        take(trial, decision.seat, lines)
    except Refused:
        session.time_out(decision)
        return session
    trial.made[:0] = session.made
    return trial


# --- sheets


def test_of_two_lines_of_one_sort_the_later_one_counts() -> None:
    scene = Scene(active="Y").busy()
    scene.play("R", "FIGHT W2D max: w", "GIVER seal D: blue", "FIGHT W2D max: g", "GIVER seal D: yellow")
    found = [plan.model_dump() for plan in scene.table.standing[0]]
    assert [plan.get("send") or plan.get("players") for plan in found] == ["g", (1,)]


@pytest.mark.parametrize("active", ["R", "Y"])
def test_a_comment_does_not_part_a_line_from_its_fall_back(active: str) -> None:
    scene = Scene(order="YRBP", active=active).disc("R", "odin temple", "freyja bottom").busy("Y", "B", "P")
    scene.play("R", "ACT odin temple: T3 pay P; recruits w; to LL", "# if that fails", "> decline", "ACT freyja bottom")
    if active == "Y":
        scene.play("Y", "ACT asgard: decline")
    assert (scene.at("odin temple"), scene.at("freyja bottom")) == ("", "R")
    assert scene.asked()[0][0] != "R"
