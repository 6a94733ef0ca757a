"""Plans of the kit: which stand when new ones are filed, and what a queue of them answers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from engine.core.contract import Desk, View
from engine.core.decisions import Decision
from engine.core.menu import Lines
from engine.core.moves import Json, Move
from engine.core.plans import Facts, KitPlanner, Left, Line, Queue, Standing
from engine.core.plans import Test as Condition

PLANNER = KitPlanner(Facts({"round": lambda desk, about: desk.view.round}))


class Say(Move):
    kind: Literal["say"] = "say"
    word: str


class Words(Queue[Say]):
    """What is to be said in a turn, a word for each question."""

    kind: Literal["words"] = "words"
    asked: str = "act"


class Note(Standing):
    """A plan of one round, one for each name."""

    kind: Literal["note"] = "note"
    name: str
    round: int

    @property
    def topic(self) -> tuple[Json, ...]:
        return self.kind, self.name

    def lapsed(self, desk: Desk) -> bool:
        return bool(self.round < desk.view.round)

    def wants(self, desk: Desk, decision: Decision, facts: Facts) -> Iterator[tuple[Move, Left]]:
        yield from ()


def desk(round_: int) -> Desk:
    return Desk(0, View(0, round_, "", ()), (), menus=lambda _: Lines())


def test_a_later_plan_of_one_topic_takes_the_place_of_the_one_before() -> None:
    first, other, later = Note(name="a", round=1), Note(name="b", round=1), Note(name="a", round=2)
    assert PLANNER.file((first, other), (later,), desk(1)) == (other, later)


def test_what_has_lapsed_goes_when_something_else_is_filed() -> None:
    """The log is for ever: what is recorded of a seat's plans is what stands."""
    old, kept, new = Note(name="a", round=1), Note(name="b", round=2), Note(name="c", round=2)
    assert PLANNER.file((old, kept), (new,), desk(2)) == (kept, new)


def test_a_queue_answers_its_own_questions_a_line_each_and_of_the_last_one_nothing_is_left() -> None:
    one, two, three = (Say(word=word) for word in ("one", "two", "three"))
    note, queue = Note(name="a", round=1), Words(lines=(Line(choices=(one, two)), Line(choices=(three,))))
    act, other = Decision(0, "act"), Decision(0, "help")
    found = list(PLANNER.candidates(desk(1), act, (note, queue)))
    assert [(each.move, each.keep) for each in found] == [(one, (note, queue.rest())), (two, (note, queue.rest()))]
    found = list(PLANNER.candidates(desk(1), act, (queue.rest(), note)))
    assert [(each.move, each.keep) for each in found] == [(three, (note,))]
    assert list(PLANNER.candidates(desk(1), other, (queue,))) == []
    assert list(PLANNER.candidates(desk(1), act, (queue.rest().rest(),))) == []


def test_a_queue_whose_guard_fails_says_nothing_and_that_it_is_its_guard() -> None:
    late = Words(lines=(Line(guard=(Condition(word="round", relation=">", number=1),), choices=(Say(word="late"),)),))
    act, other = Decision(0, "act"), Decision(0, "help")
    assert list(PLANNER.candidates(desk(1), act, (late,))) == []
    assert [each.move for each in PLANNER.candidates(desk(2), act, (late,))] == [Say(word="late")]
    assert (late.silence(desk(1), act), late.silence(desk(1), other), late.rest().silence(desk(1), act)) == (
        "guard", "", "",
    )  # fmt: skip
