"""A sheet for phase 2 or 3: its steps in order, each with fall-backs, and the end of a turn that was written out."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from engine.core.contract import Desk
from engine.core.decisions import Decision
from engine.core.moves import IllegalMove, Move, Plan, Silence
from engine.core.plans import Facts, Left, Standing
from engine.games.asgard import moves
from engine.games.asgard.moves import Asgard, Decline, Part, Place, Request, Temple, Use
from engine.games.asgard.pieces import ASGARD, GOD_NUMBER, TURN, God, side_of_god
from engine.games.asgard.rules.placing import disc_place
from engine.games.asgard.state import State

LAST = ("valhalla", "arm", "over")
Act: TypeAlias = Annotated[Decline | Request | Temple | Asgard, Field(discriminator="kind")]


class Step(Part):
    """One line of a sheet, with those to fall back on."""

    @property
    def choices(self) -> tuple[Move, ...]:
        """Its moves, best first; none: its owner wants to be asked."""
        return getattr(self, "options", None) or ()

    def stale(self, desk: Desk) -> bool:
        """Whether it can come to nothing any more."""
        return False


class PlaceStep(Step):
    """`PLAN odin: temple > asgard`: the first legal one. None: `stop`, ask me."""

    step: Literal["place"] = "place"
    god: God
    options: tuple[Place, ...] | None

    def stale(self, desk: Desk) -> bool:
        return GOD_NUMBER[self.god] not in desk.view.table.hand[desk.seat]


class ActStep(Step):
    """An `ACT` line with its fall-backs. `place` says which disc (`loki upper`, `loki`, `asgard`); None: `stop`."""

    step: Literal["act"] = "act"
    place: str
    options: tuple[Act, ...] | None

    def stale(self, desk: Desk) -> bool:
        return not has_disc(desk, self.place)


class UseStep(Step):
    """A tile used beside the action of its turn."""

    step: Literal["use"] = "use"
    options: tuple[Use, ...]

    def unowned(self, desk: Desk) -> bool:
        """Whether the tile is no longer there."""
        table = desk.view.table
        names = [table.components.population[tile] for tile in table.own_population[desk.seat]]
        return not any(option.tile in names for option in self.options)


class AgainStep(Step):
    """Thor's further turn."""

    step: Literal["again"] = "again"


class StopStep(Step):
    """`stop` on a line of its own: from here on I am asked."""

    step: Literal["stop"] = "stop"


AnyStep: TypeAlias = Annotated[PlaceStep | ActStep | UseStep | AgainStep | StopStep, Field(discriminator="step")]


def has_disc(desk: Desk, name: str) -> bool:
    """Whether a disc of the seat stands at `loki upper`, `loki` or `asgard`."""
    table = desk.view.table
    placed = table.placed[desk.seat]
    god, _, slot = name.partition(" ")
    if god == "asgard":
        return ASGARD in placed
    if not slot:
        return any(place // 3 == GOD_NUMBER[god] for place in placed if place != ASGARD)
    try:
        return disc_place(table, GOD_NUMBER[god], slot) in placed
    except IllegalMove:
        return False


class EndPlan(Standing):
    """A written block ends its turn after its last line."""

    kind: Literal["end"] = "end"
    turn: int

    def lapsed(self, desk: Desk) -> bool:
        table = desk.view.table
        return self.turn != table.turn or desk.view.stage not in TURN

    def wants(self, desk: Desk, decision: Decision, facts: Facts) -> Iterator[tuple[Move, Left]]:
        """D7: the end of the turn."""
        if decision.kind == "end":
            yield moves.End(), None


class StepsPlan(Standing):
    """The steps of phase 2 or 3 of one round, in order."""

    kind: Literal["steps"] = "steps"
    round: int = Field(ge=0)
    phase: Literal["place", "act"]
    steps: tuple[AnyStep, ...]

    @property
    def topic(self) -> tuple[object, ...]:
        return self.kind, self.phase

    @property
    def only_asks(self) -> bool:
        """Nothing but `stop`, of one god or of all that was left."""
        return not any(step.choices or isinstance(step, AgainStep) for step in self.steps)

    def lapsed(self, desk: Desk) -> bool:
        now, stage = desk.view.round, desk.view.stage
        late = ("act", "battle") if self.phase == "place" else ("battle",)
        return self.round < now or (self.round == now and stage in late) or stage in LAST

    def wants(self, desk: Desk, decision: Decision, facts: Facts) -> Iterator[tuple[Move, Left]]:
        """D5 and D8: the first step, with its fall-backs; D7: the lines below it."""
        if self.round != desk.view.round or self.phase != desk.view.stage:
            return
        steps = list(self.steps)
        while steps and steps[0].stale(desk):
            steps.pop(0)
        if decision.kind == self.phase:
            while steps and (isinstance(steps[0], AgainStep) or _gone(steps[0], desk)):
                steps.pop(0)
            yield from self._proposed(desk, steps)
        elif decision.kind == "end" and steps and isinstance(steps[0], AgainStep):
            yield moves.Again(), self._without(steps[1:])
        elif decision.kind == "end" and steps and isinstance(steps[0], UseStep):
            yield from self._proposed(desk, steps)

    def steps_come_to(self, left: Plan | None) -> tuple[int, ...]:
        rest = len(left.steps) if isinstance(left, StepsPlan) else 0
        return tuple(range(-len(self.steps), -rest))

    def silence(self, desk: Desk, decision: Decision) -> Silence:
        """All of its steps have become void."""
        now = self.round == desk.view.round and self.phase == desk.view.stage == decision.kind
        void = all(step.stale(desk) or _gone(step, desk) for step in self.steps)  # a `stop` among them wants to ask
        return "gone" if now and void and self.steps else ""

    def _proposed(self, desk: Desk, steps: list[AnyStep]) -> Iterator[tuple[Move, Left]]:
        """The moves of the first step. What stands below it belongs to its turn, which it ends if nothing does."""
        if not steps:
            return
        head, rest, table = steps[0], steps[1:], desk.view.table
        left = self._without(rest)
        before_action = isinstance(head, UseStep) and not table.acted
        if not before_action and not (rest and isinstance(rest[0], UseStep | AgainStep)):
            left = (*left, EndPlan(turn=table.turn))
        for move in head.choices:
            yield _without_lost_slot(move, table), left

    def _without(self, rest: list[AnyStep]) -> tuple[Standing, ...]:
        return (self.model_copy(update={"steps": tuple(rest)}),) if rest else ()

    def without_leading_extras(self) -> StepsPlan:
        """After an order by hand the tiles that stood next no longer belong to this turn; a stop stays."""
        steps = list(self.steps)
        while steps and isinstance(steps[0], UseStep | AgainStep):
            steps.pop(0)
        return self.model_copy(update={"steps": tuple(steps)})


def _gone(step: AnyStep, desk: Desk) -> bool:
    return isinstance(step, UseStep) and step.unowned(desk)


def _without_lost_slot(move: Move, table: State) -> Move:
    """A world slot that was free when the plan was written is passed over where no god tile can be placed (R7.3.5)."""
    if not isinstance(move, moves.Temple):
        return move
    god = GOD_NUMBER[move.god]
    placeable = table.god_tiles[god] and table.free_world_slots(side_of_god(god))
    return move if placeable else move.model_copy(update={"to": None})
