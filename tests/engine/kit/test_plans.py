"""Plans of the kit: which stand when new ones are filed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from engine.core.contract import Desk, View
from engine.core.decisions import Decision
from engine.core.menu import Lines
from engine.core.moves import Json, Move
from engine.core.plans import Facts, KitPlanner, Left, Standing

PLANNER = KitPlanner(Facts({}))


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
