"""Standing orders at a table: what they answer, what they leave, what they never betray."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from engine.core.chance import Draw
from engine.core.moves import IllegalMove, Plan, Seat
from engine.games.aesir import game
from engine.games.aesir.orders.plans import FavourPlan, LastPlan, PickPlan, TallyPlan
from engine.games.aesir.orders.wishes import written
from engine.games.aesir.state import State
from engine.table.events import GameOpened, MoveMade
from engine.table.orders import Refused, take
from engine.table.session import Session, may_be_undone
from engine.table.table import Table
from tests.games.aesir.playing import chance, desk, display
from tests.games.aesir.scenario import start, wake


def sit(given: dict[str, Any], god: str = "") -> Session:
    """A session at the table of a scenario."""
    opened = GameOpened(game="aesir", rules=1, options={}, seats=given["players"], commitment="00")
    table = Table.opened(opened)
    table.state = start(given)
    if god:
        wake(table.state, god)
    return Session(table, chance(1), ("Erik", "Mark"))


PICKING: dict[str, Any] = {
    "players": 2,
    "round": 1,
    "stage": "pick",
    "hands": {"P1": "OT1 LS1 BH1", "P2": "FB1 SH1 TL1"},
}
AWAKE: dict[str, Any] = {
    "players": 2,
    "round": 1,
    "stage": "awaken",
    "deck": "OB2 TL1 TL2",
    "goals": "H / - - / - - -",
    "stacks": {
        "P1": "O=[OT1] T=[TB1] F=[FS1] L=[LS1] S=[SB1] B=[BH1] H=[FH1 LH1]",
        "P2": "L=[FL1 FL2] S=[SH3]",
    },
}


def stacks(session: Session, seat: Seat) -> str:
    return display(session.table.rules.view(session.table.state, seat), seat)


def made(session: Session) -> list[tuple[Seat, str, str]]:
    """Who moved, what kind of move, and by whom it was made."""
    events = [one.payload for one in session.made]
    return [(event.seat, event.move["kind"], event.by) for event in events if isinstance(event, MoveMade)]


def test_a_plan_picks_in_every_remaining_step_of_the_round() -> None:
    session = sit(PICKING)
    take(session, 0, ["BH:H", "plan H>O>L"])
    take(session, 1, ["ТЛ1:Т", "план О>Т>Б"])
    assert stacks(session, 0) == "L=[LS1] H=[BH1 SH1]"
    assert stacks(session, 1) == "O=[OT1] T=[TL1] B=[FB1]"
    assert [by for _, _, by in made(session)] == ["player", "player", "plan", "plan", "plan", "plan"]


def test_no_item_that_fits_asks() -> None:
    session = sit(PICKING)
    take(session, 0, ["plan F"])
    assert made(session) == []
    assert [one.seat for one in session.table.pending()] == [0, 1]


def test_last_speaks_for_the_last_card_only_and_before_plan() -> None:
    session = sit(PICKING)
    take(session, 0, ["OT:T", "plan S>H", "last B>L>F"])
    take(session, 1, ["TL:L"])
    take(session, 1, ["LS:L"])
    take(session, 1, ["FB:F"])
    assert stacks(session, 0) == "T=[OT1] S=[SH1] B=[BH1]"


def test_exact_cards_may_stand_in_a_plan() -> None:
    session = sit(PICKING)
    take(session, 0, ["plan FS:F > BH1:B > H"])
    assert session.table.rules.view(session.table.state, 0).players[0].choice == ("BH1", "B")


def test_conditions_answer_when_their_gods_awaken() -> None:
    session = sit(AWAKE, "F")
    take(session, 0, ["double H", "if S: up B", "if B: swap L1 P2.S1", "если Х: цель 1"])
    take(session, 1, ["turn P1.B1"])
    assert made(session) == [
        (0, "will", "player"),
        (1, "will", "player"),
        (0, "will", "forced"),
        (0, "place", "plan"),
        (0, "will", "plan"),
        (0, "goal", "plan"),
    ]
    assert session.table.state.points == [1, 0]
    assert session.table.standing[0] == ()


def test_the_first_alternative_that_is_legal_then_is_taken() -> None:
    session = sit(AWAKE, "O")
    session.file(0, (FavourPlan.model_validate({"round": 1, "god": "O", "orders": ("goal 1", "turn H", "turn O")}),))
    session.settle()
    assert made(session)[0] == (0, "will", "plan")
    assert "F=[FS1 FH1]" not in stacks(session, 0)
    assert "L=[LS1 LH1]" in stacks(session, 0)
    assert not any(isinstance(plan, FavourPlan) and plan.god == "O" for plan in session.table.standing[0])


def test_when_none_is_legal_the_player_is_asked_and_told_why() -> None:
    session = sit({**AWAKE, "stacks": {"P1": "O=[OT1] L=[LS1]", "P2": "S=[SH3]"}}, "O")
    take(session, 0, ["if O: turn H"])
    assert made(session) == []
    assert session.balked[0].code == "E_NO_STACK"


def sif(goals: str = "- / - - / - - -") -> Session:
    return sit({**AWAKE, "goals": goals, "stacks": {"P1": "S=[SB1]", "P2": "B=[FB2]"}}, "S")


def test_draw_with_wishes_draws_and_lays_the_first_half_that_is_there() -> None:
    session = sif("S / - - / - - -")
    take(session, 0, ["draw up H>F>B>O"])
    assert made(session)[:2] == [(0, "will", "player"), (0, "place", "plan")]
    assert stacks(session, 0) == "S=[SB1] B=[OB2]"
    assert session.table.standing[0] == ()


def test_draw_with_wishes_that_name_neither_half_asks_for_the_half() -> None:
    session = sif("S / - - / - - -")
    take(session, 0, ["draw", "up H>F"])
    assert made(session) == [(0, "will", "player")]
    assert [one.kind for one in session.table.pending()] == ["place"]


@pytest.mark.parametrize("order", ["if S: draw up H>O", "if S: up H>O", "if S: goal 1 | draw up H>O"])
def test_the_condition_for_sif_names_the_half_too(order: str) -> None:
    session = sif()
    take(session, 0, [order])
    assert [kind for _, kind, _ in made(session)][:2] == ["will", "place"]
    assert stacks(session, 0).startswith("O=[OB2]")
    assert session.table.standing[0] == ()


def test_a_will_with_one_way_to_fulfil_it_is_not_asked() -> None:
    session = sif()
    session.settle()
    assert made(session) == [(0, "will", "forced")]


TALLY: dict[str, Any] = {
    "players": 2,
    "round": 3,
    "stage": "tally",
    "stacks": {"P1": "O=[OT1] F=[FS1] L=[LS1]+[OT2] S=[SB1]", "P2": "B=[FB2] H=[SH3]"},
}


def test_tally_orders_answer_to_the_end_of_the_game() -> None:
    session = sit(TALLY, "O")
    take(session, 0, ["tally *: score", "tally F: keep", "tally L: score L~1"])
    take(session, 1, ["итог *: оставить"])
    assert session.table.state.stage == "over"
    assert session.table.state.points == [3, 0]
    assert stacks(session, 0) == "F=[FS1] L=[LS1]"


def test_a_later_order_replaces_the_earlier_one_of_the_same_kind_and_god() -> None:
    session = sit(PICKING)
    take(session, 0, ["plan F", "if O: turn L", "if L: turn P2.S1", "tally *: score"])
    take(session, 0, ["plan T>F", "if O: turn S"])
    standing = session.table.standing[0]
    assert [plan.kind for plan in standing].count("plan") <= 1
    conditions = {
        plan.god: [written(wish) for wish in plan.wishes] for plan in standing if isinstance(plan, FavourPlan)
    }
    assert conditions == {"O": ["turn S"], "L": ["turn P2.S1"]}


def alive(state: State, *plans: Plan) -> tuple[Plan, ...]:
    return game.planner.in_force(plans, desk(state, 0))


def test_plans_lapse_with_their_round_and_tally_orders_with_the_game() -> None:
    state = start(PICKING)
    plan, last = PickPlan(round=1, items=("H",)), LastPlan(round=1, items=("H",))
    condition, tally = (
        FavourPlan.model_validate({"round": 1, "god": "O", "orders": ("turn L",)}),
        TallyPlan.model_validate({"god": "*", "orders": ("score",)}),
    )
    assert alive(state, plan, last, condition, tally) == (plan, last, condition, tally)
    state.round = 2
    assert alive(state, plan, last, condition, tally) == (tally,)
    awake = start({**AWAKE, "round": 1})
    assert alive(awake, plan, last, condition, tally) == (condition, tally)
    assert alive(replace(awake, stage="over"), plan, last, condition, tally) == ()


def test_nothing_is_filed_after_the_end() -> None:
    state = start({"players": 2, "round": 3, "stage": "over"})
    with pytest.raises(IllegalMove, match="E_GAME_OVER"):
        game.planner.file((), (TallyPlan.model_validate({"god": "*", "orders": ("score",)}),), desk(state, 0))


def test_a_sheet_ends_where_the_letter_begins_but_not_at_a_misspelt_order() -> None:
    session = sit(PICKING)
    taken = take(session, 0, ["OT:T", "last H>O", "", "Good luck, everybody!", "Erik"])
    assert (taken.orders, taken.rest) == (["OT:T", "last H>O"], 3)
    with pytest.raises(Refused, match="E_SYNTAX"):
        take(sit(PICKING), 0, ["OT:T", "last H>Q"])


def test_replaying_a_planned_game_needs_no_plans() -> None:
    session = sit(PICKING)
    take(session, 0, ["BH:H", "plan H>O>L>T>S>F>B"])
    take(session, 1, ["plan O>T>F>L>S>B>H"])
    state = start(PICKING)
    for one in session.made:
        if isinstance(one.payload, MoveMade):
            move = game.rules.moves.validate_python(one.payload.move)
            assert game.rules.apply(state, one.payload.seat, move, chance(1)) == one.happenings
    assert state == session.table.state
    assert not any(isinstance(draw, Draw) for draw in session.chance.take())


def undoable(session: Session, seat: Seat) -> bool:
    return may_be_undone(session.made, seat)


def test_what_shows_nothing_new_may_be_undone() -> None:
    session = sit(PICKING)
    take(session, 0, ["OT:T", "last H>O"])
    assert undoable(session, 0)
    take(session, 1, ["TL:L"])
    assert not undoable(session, 1)
    for god, order, may in (
        ("F", "double H", True),
        ("T", "move L", True),
        ("O", "turn H", False),
        ("H", "goal 0", False),
    ):
        session = sit(AWAKE, god)
        take(session, 0, [order])
        assert undoable(session, 0) == may, order


OLD: list[dict[str, Any]] = [
    {"kind": "if", "round": 1, "god": "F", "orders": ["goal 2", "double H", "double F"]},
    {"kind": "if", "round": 1, "god": "S", "orders": ["draw up H>O", "up F>S"]},
    {"kind": "if", "round": 1, "god": "B", "orders": ["swap B1 P2.O1", "goal H1 H~1"]},
    {"kind": "tally", "god": "*", "orders": ["score", "keep"]},
]


@pytest.mark.parametrize("raw", OLD, ids=lambda raw: str(raw["orders"]))
def test_a_plan_that_was_stored_as_text_means_what_it_meant(raw: dict[str, Any]) -> None:
    plan = game.rules.plans.validate_python(raw)
    assert [written(wish) for wish in plan.wishes] == raw["orders"]
    stored = plan.model_dump(mode="json")
    assert "orders" not in stored
    assert game.rules.plans.validate_python(stored) == plan


def test_the_plans_of_a_log_of_the_first_release_are_all_understood() -> None:
    """What that log proves is tested with the others; here that nothing in it has become unreadable."""
    log = Path(__file__).resolve().parents[2] / "golden" / "logs" / "v1_aesir_plans.log"
    found = 0
    for line in log.read_text(encoding="utf-8").splitlines()[1:]:
        payload = json.loads(line).get("payload", {})
        for raw in (*payload.get("plans", ()), *(payload.get("standing") or ())):
            plan = game.rules.plans.validate_python(raw)
            assert [written(wish) for wish in getattr(plan, "wishes", ())] == raw.get("orders", [])
            found += 1
    assert found > 300
