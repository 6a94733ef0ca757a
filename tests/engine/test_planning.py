"""Whatever a plan comes to is its owner's affair: the mover's move stands, and the owner is told why."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import pytest

from engine.core.chance import SeededChance
from engine.core.contract import Candidate, Desk
from engine.core.decisions import Decision
from engine.core.moves import IllegalMove, Plan
from engine.table import session as sessions
from engine.table.events import MoveMade, PlansFiled
from engine.table.session import CIRCLES, PLANNED_LIMIT, UNREADABLE, Session
from engine.table.table import Table, UnreadablePlan
from tests.toys import toy

LATER = toy.Later(card=1, round=2)


class Planner(toy.ToyPlanner):
    """A planner of which nobody knows what it does."""

    def __init__(self, candidates: Any) -> None:
        self._candidates = candidates

    def candidates(self, desk: Desk, decision: Decision, standing: tuple[Plan, ...]) -> Iterable[Candidate]:
        return self._candidates(desk, standing)  # type: ignore[no-any-return]  # what the test gives


def sit(candidates: Any = None) -> Session:
    """Two seats with five cards each; seat 1 has a plan."""
    game = toy.game if candidates is None else replace(toy.game, planner=Planner(candidates))
    table = Table(game, game.rules, toy.Options(), 2, None, [(), (LATER,)])
    session = Session(table, SeededChance(bytes(32)))
    session.table.standing[1] = ()
    session.start()
    session.table.standing[1] = (LATER,)
    return session


def lay(session: Session, seat: int, number: int = 0) -> None:
    hand = session.table.state.hands[seat]
    session.move(seat, toy.Commit(card=hand[number]))
    session.settle()


@pytest.mark.parametrize("passed_over", [False, True])
def test_a_window_may_be_passed_over_by_the_planner_of_who_has_filed_nothing(passed_over: bool) -> None:
    def second(desk: Desk, standing: tuple[Plan, ...]) -> Iterable[Candidate]:
        assert standing == ()
        return [Candidate(toy.Commit(card=desk.view.hand[1]), ())] if desk.seat == 1 else []

    session = sit(second)
    session.table.standing[1] = ()
    kind = session.table.pending()[0].kind
    session.table.game = replace(session.table.game, passed_over=frozenset({kind} if passed_over else ()))
    session.settle()
    assert (session.table.state.laid[1] is not None) is passed_over
    assert session.table.state.laid[0] is None


def refuses(desk: Desk, standing: tuple[Plan, ...]) -> Iterable[Candidate]:
    raise IllegalMove("E_SYNTAX", line="nonsense")


def trips(desk: Desk, standing: tuple[Plan, ...]) -> Iterable[Candidate]:
    yield Candidate(toy.Commit(card=104), standing)  # not in hand: refused, and then the next is asked for
    raise KeyError("a word that nobody knows any more")


@pytest.mark.parametrize("planner, code", [(refuses, "E_SYNTAX"), (trips, "E_NOT_IN_HAND")])
def test_what_a_planner_raises_stops_nobody_elses_move(planner: Any, code: str) -> None:
    session = sit(planner)
    lay(session, 0)
    assert session.table.state.laid[0] is not None
    assert session.balked[1].code == code
    assert 0 not in session.balked


def test_a_planner_that_breaks_at_once_is_named_as_such() -> None:
    def breaks(desk: Desk, standing: tuple[Plan, ...]) -> Iterable[Candidate]:
        raise RuntimeError("a fault of the planner")

    session = sit(breaks)
    lay(session, 0)
    assert session.balked[1].code == UNREADABLE


def test_plans_that_go_round_in_circles_end_with_their_owner() -> None:
    """Two cards laid in turns for ever: the rules say a laid card may be replaced, and here it never counts as laid."""

    class Endless(toy.HighestCard):
        def decisions(self, state: toy.Table) -> tuple[Decision, ...]:
            asked = super().decisions(state)
            return tuple(replace(one, answered=one.answered and one.seat == 0) for one in asked)

    def for_ever(desk: Desk, standing: tuple[Plan, ...]) -> Iterable[Candidate]:
        return [Candidate(toy.Commit(card=desk.view.hand[0]), standing)]

    session = sit(for_ever)
    session.table.rules = Endless()
    session.table.state.hands[0].append(104)
    session.table.rules._open = lambda state: toy.RoundWon(None, ())
    lay(session, 0)
    assert session.balked[1].code == CIRCLES
    made = [one.payload for one in session.made if isinstance(one.payload, MoveMade) and one.payload.by == "plan"]
    assert len(made) == PLANNED_LIMIT < sessions.SETTLE_LIMIT
    assert session.made[-1].payload == PlansFiled(seat=1, plans=())  # or they would at everybody's every move
    assert session.table.standing == [(), ()]


def test_what_is_filed_once_more_as_it_stands_fills_no_log() -> None:
    session = sit()
    session.table.standing[1] = ()
    session.file(1, [LATER])
    before = list(session.made)
    session.file(1, [LATER])
    assert session.table.plans(1) == (LATER,)
    assert session.made == before


def test_a_later_answer_of_the_plans_takes_back_that_they_could_not() -> None:
    """C7: the prompt must not say that plans could not answer when they did."""
    session = sit()
    hand = session.table.state.hands[1]
    session.table.standing[1] = (toy.Later(card=104, round=1), toy.Later(card=hand[0], round=2))
    session.settle()
    assert session.balked[1].code == "E_NOT_IN_HAND"
    session.table.standing[1] = (toy.Later(card=hand[0], round=1),)
    session.settle()
    assert session.table.state.laid[1] is not None
    assert session.balked == {}


def test_a_recorded_plan_that_cannot_be_read_any_more_stands_and_stops_nothing() -> None:
    session = sit()
    session.table.advance(PlansFiled(seat=1, plans=({"kind": "sooner", "card": 3}, LATER.model_dump(mode="json"))))
    unread, known = session.table.standing[1]
    assert isinstance(unread, UnreadablePlan)
    assert (known, session.table.plans(1)) == (LATER, (LATER,))
    lay(session, 0)
    assert session.balked[1].code == UNREADABLE
    again = session.table.recorded_plans(plan.model_dump(mode="json") for plan in session.table.standing[1])
    assert again == session.table.standing[1]


def test_a_plan_that_answers_leaves_those_that_cannot_be_read() -> None:
    """They are their owner's, who drops or replaces them; a release that knows them again carries them out."""
    session = sit()
    hand = sorted(session.table.state.hands[1])
    plans = ({"kind": "sooner", "card": 3}, toy.Later(card=hand[0], round=1).model_dump(mode="json"))
    session.table.advance(PlansFiled(seat=1, plans=plans))
    unread = session.table.standing[1][0]
    session.settle()
    assert session.table.state.laid[1] == hand[0]
    assert session.table.standing[1] == (unread,)
