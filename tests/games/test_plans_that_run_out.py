"""Whoever has planned and is asked all the same is told why, in every game: in words, and of which plan."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from asgard_pbem.tables import words
from engine.core.chance import SeededChance
from engine.core.contract import Desk
from engine.core.decisions import Decision
from engine.core.moves import Plan
from engine.core.plans import Test as Condition
from engine.games.aesir.orders.plans import LastPlan, PickPlan
from engine.games.asgard.orders.steps import PlaceStep, StepsPlan, StopStep
from engine.games.asgards_chosen.moves import Muster
from engine.games.asgards_chosen.orders.plans.following import DropPlan
from engine.games.asgards_chosen.orders.plans.sheets import Ahead
from engine.games.blood_rage.data import BY_CODE
from engine.games.blood_rage.orders.plans import Draft
from engine.games.yggdrasil.moves import TakeElf
from engine.games.yggdrasil.orders.turns import PlanLine, TurnPlan
from engine.table.registry import game as find_game
from engine.table.session import Session
from engine.table.table import Table

SEED = bytes(32)


def until(key: str, kind: str) -> tuple[Session, Decision]:
    """A table at which everybody takes what a time-out would, up to the first question of this kind."""
    game = find_game(key)
    table = Table(game, game.rules, game.rules.Options(), 2, None, [(), ()])
    session = Session(table, SeededChance(SEED))
    session.start()
    while (asked := session.table.pending()[0]).kind != kind:
        session.move(asked.seat, session.table.rules.default(session.table.state, asked))
    return session, asked


def other_card(desk: Desk) -> Plan:
    held = desk.view.players[desk.seat].cards
    every = (f"{god}{other}1" for god in "OTFLSBH" for other in "OTFLSBH" if god != other)
    missing = next(card for card in every if card not in held)
    return PickPlan(round=1, items=(f"{missing}:{missing[0]}",))


def card_elsewhere(desk: Desk) -> Plan:
    return Draft(cards=(next(code for code in BY_CODE if code not in desk.view.pack),), age=1)


def gods_on_the_table(desk: Desk) -> Plan:
    held = desk.view.table.hand[desk.seat]
    return StepsPlan(round=1, phase="place", steps=(PlaceStep(god="hel" if 6 not in held else "loki", options=()),))


def many_vikings(desk: Desk) -> Plan:
    line = PlanLine(guard=(Condition(word="vikings", relation=">=", number=99),), choices=(TakeElf(),))
    return TurnPlan(turn=desk.view.turn, after=0, lines=(line,))


def card_sold(desk: Desk) -> Plan:
    move = Muster(slot="t1", pay=())
    gone = "Troll" if "Troll" not in desk.view.tisch else "Odin"
    return Ahead(round=desk.view.round, phase="muster", move=move, card=gone)


CASES: tuple[tuple[str, str, Callable[[Desk], Plan], str], ...] = (
    ("aesir", "pick", other_card, "E_PLAN_GONE"),
    ("asgard", "place", gods_on_the_table, "E_PLAN_GONE"),
    ("blood_rage", "draft", card_elsewhere, "E_PLAN_GONE"),
    ("yggdrasil", "action", many_vikings, "E_PLAN_GUARD"),
    ("asgards_chosen", "muster", card_sold, "E_PLAN_GONE"),
)


@pytest.mark.parametrize("key, kind, plan_of, code", CASES, ids=[case[0] for case in CASES])
def test_a_plan_that_has_nothing_to_say_says_why(
    key: str, kind: str, plan_of: Callable[[Desk], Plan], code: str
) -> None:
    session, asked = until(key, kind)
    plan = plan_of(session.table.desk(asked.seat))
    session.table.standing[asked.seat] = (plan,)
    session.settle()
    assert asked in session.table.pending(), "nobody answered for them"
    why = session.balked[asked.seat]
    assert (why.code, why.where["plan"]) == (code, plan.model_dump(mode="json"))
    assert set(session.balked) == {asked.seat}
    read: Any = session.table.rules.plans.validate_python(why.where["plan"])
    assert read == plan
    for language in ("en", "ru"):
        typed = session.table.game.notation.write_plan(read, language)
        said = words.refusal(code, {"plan": typed}, language)
        assert f"“{typed}”" in said or f"«{typed}»" in said
        assert code not in said


def test_who_wanted_to_be_asked_is_not_told_so() -> None:
    session, asked = until("asgard", "place")
    session.table.standing[asked.seat] = (StepsPlan(round=1, phase="place", steps=(StopStep(),)),)
    session.settle()
    assert session.balked == {}
    session, asked = until("aesir", "pick")
    session.table.standing[asked.seat] = (LastPlan(round=1, items=("H",)),)  # not the last card yet
    session.settle()
    assert session.balked == {}


def test_a_plan_for_another_question_is_no_reason() -> None:
    session, asked = until("asgards_chosen", "muster")
    session.table.standing[asked.seat] = (DropPlan(cards=("Troll",), round=session.table.desk(asked.seat).view.round),)
    session.settle()
    assert session.balked == {}
