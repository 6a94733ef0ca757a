"""Standing and conditional orders: what a seat wants done when it is asked, without being asked.

Three shapes serve every game; each game's plans are subclasses of them (a `kind`, its own types, when it lapses):

- `Ranked`: the first of these moves that is legal (a draft list, standing preferences). It stays until it lapses.
- `Queue`: lines to be carried out one after the other, each with a guard and with others to fall back on. A line that
  cannot be carried out ends the queue, and its owner is asked.
- `Guard`: conditions, all of which must hold. What may be asked of the table is each game's own list of words.

Plans hold moves, never text: a change of the grammar cannot make a stored plan unreadable.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Generic, Literal, Self, TypeAlias, TypeVar

from pydantic import BaseModel, ConfigDict

from engine.core.contract import Candidate, Desk
from engine.core.decisions import Decision
from engine.core.moves import SYNTAX, IllegalMove, Move, Plan, Silence

V = TypeVar("V")
M = TypeVar("M", bound=Move)
Plans: TypeAlias = tuple[Plan, ...]
Left: TypeAlias = "Plan | Plans | None"  # what is left of a plan when a move of it is made; None: nothing
Relation: TypeAlias = Literal["", "=", "<", "<=", ">", ">="]


class Test(BaseModel):
    """`rage >= 3`, `unpillaged GIM`: a word of the game's list, what it is about, and a number to compare with."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    word: str
    about: str = ""
    relation: Relation = ""
    number: int = 0


Guard: TypeAlias = tuple[Test, ...]  # all of them; none at all always holds
Fact: TypeAlias = Callable[[Any, str], int]  # (desk, what the test is about) -> a number; 0 is no, 1 is yes
_COMPARE: dict[str, Callable[[int, int], bool]] = {
    "": lambda value, _: bool(value),
    "=": lambda value, number: value == number,
    "<": lambda value, number: value < number,
    "<=": lambda value, number: value <= number,
    ">": lambda value, number: value > number,
    ">=": lambda value, number: value >= number,
}


class Facts:
    """What guards of one game may ask, each a function of the desk: so a guard knows what its owner knows, no more."""

    def __init__(self, facts: Mapping[str, Fact]) -> None:
        self.facts = dict(facts)

    def hold(self, guard: Guard, desk: Desk) -> bool:
        """Whether all tests hold. Raises IllegalMove E_SYNTAX for a word that the game does not know."""
        return all(self._holds(test, desk) for test in guard)

    def _holds(self, test: Test, desk: Desk) -> bool:
        fact = self.facts.get(test.word)
        if fact is None:
            raise IllegalMove(SYNTAX, line=test.word)
        return _COMPARE[test.relation](fact(desk, test.about), test.number)


class Standing(Plan):
    """What every plan of the kit has."""

    kind: str

    def lapsed(self, desk: Desk) -> bool:
        """Whether it can answer nothing any more."""
        return False

    def filed(self, desk: Desk) -> Standing:
        """What it is from now on, as it comes into force. Raises IllegalMove for one that cannot begin."""
        return self

    @abstractmethod
    def wants(self, desk: Desk, decision: Decision, facts: Facts) -> Iterator[tuple[Move, Left]]:
        """Moves for this question, best first, each with what is left of the plan when it is made."""


class Ranked(Standing, Generic[M]):
    """The first legal one of `choices`, for every question of kind `asked` while the plan stands."""

    asked: str
    choices: tuple[M, ...]

    def wants(self, desk: Desk, decision: Decision, facts: Facts) -> Iterator[tuple[Move, Left]]:
        """Its choices in order; the plan stays."""
        if decision.kind == self.asked:
            for move in self.choices:
                yield move, self


class Line(BaseModel, Generic[M]):
    """One line of a queue: a guard, and the move with those to fall back on."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    guard: Guard = ()
    choices: tuple[M, ...]


class Queue(Standing, Generic[M]):
    """Lines for questions of kind `asked`, one a question. A guard that does not hold ends the queue."""

    asked: str
    lines: tuple[Line[M], ...]

    def wants(self, desk: Desk, decision: Decision, facts: Facts) -> Iterator[tuple[Move, Left]]:
        """The first line; the others are left."""
        if decision.kind != self.asked or not self.lines or not facts.hold(self.lines[0].guard, desk):
            return
        rest = self.rest() if self.lines[1:] else None
        for move in self.lines[0].choices:
            yield move, rest

    def rest(self) -> Self:
        """The queue when its first line has been carried out."""
        return self.model_copy(update={"lines": self.lines[1:]})

    def steps_come_to(self, left: Plan | None) -> tuple[int, ...]:
        rest = len(left.lines) if isinstance(left, Queue) else 0
        return tuple(range(-len(self.lines), -rest))

    def silence(self, desk: Desk, decision: Decision) -> Silence:
        """Its moves are tried as they are, so it can only be its guard."""
        return "guard" if decision.kind == self.asked and self.lines else ""


class KitPlanner:
    """The planner of a game whose plans are `Standing`."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts

    def file(self, standing: Plans, new: Plans, desk: Desk) -> Plans:
        """The plans in force after `new` came in, newest last."""
        begun = (plan.filed(desk) if isinstance(plan, Standing) else plan for plan in new)
        latest = {plan.topic: plan for plan in begun}
        kept = (plan for plan in self.in_force(standing, desk) if plan.topic not in latest)
        return (*kept, *latest.values())

    def in_force(self, standing: Plans, desk: Desk) -> Plans:
        """Those that can still answer something."""
        return tuple(plan for plan in standing if not (isinstance(plan, Standing) and plan.lapsed(desk)))

    def candidates(self, desk: Desk, decision: Decision, standing: Plans) -> Iterable[Candidate]:
        """Moves that the plans want here, best first."""
        plans = self.in_force(standing, desk)
        for plan in self.speaking(plans, decision):
            if not isinstance(plan, Standing):
                continue
            for move, left in plan.wants(desk, decision, self.facts):
                instead = left if isinstance(left, tuple) else () if left is None else (left,)
                at = next(number for number, one in enumerate(plans) if one is plan)
                yield Candidate(move, (*plans[:at], *instead, *plans[at + 1 :]), plan=plan)

    def speaking(self, plans: Plans, decision: Decision) -> Plans:
        """Those of the plans in force that may propose something here, in their order; games may know more of it."""
        return plans
