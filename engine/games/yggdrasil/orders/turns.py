"""The lines of a turn (P2, P3), the answers to what it may ask (P9), and turns that are stored ahead (P5, P6)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field

from engine.core.chance import SeededChance
from engine.core.contract import Desk
from engine.core.decisions import Decision
from engine.core.moves import IllegalMove, Json, Move, Plan, Silence
from engine.core.plans import Facts, Guard, Left, Standing
from engine.games.yggdrasil.moves import Action, Answer, EndTurn
from engine.games.yggdrasil.orders.guards import FACTS
from engine.games.yggdrasil.view import View

Wants: TypeAlias = Iterator[tuple[Move, Left]]
ASKED: dict[str, str] = {
    "pick": "odin", "nidhogg": "nidhogg", "elves": "elves", "order": "order", "mann": "mann", "tiwaz": "tiwaz",
    "sigel": "sigel",
}  # fmt: skip  # the kind of an answer -> the question that it answers
OPENING = frozenset({"odin", "nidhogg"})  # what is asked before the first action alone
MOST_LINES = 20  # of a turn that is stored: it has four actions, and what may be done instead stands on one line
BY_CARD = frozenset({"E_WORLD_UNREACHABLE", "E_ISLAND_SUBMERGED", "E_WHIRLPOOL", "E_BAG_EMPTY", "E_GIANT_NOT_IN_PILE"})
"""Refusals that an Enemy card brings: where one of them bars a line, a turn that was stored is not begun unasked."""


class PlanLine(BaseModel):
    """One line of a turn: the first legal choice, if the guard holds. No choice: stop here, and ask."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    guard: Guard = ()
    optional: bool = False  # a line that cannot be carried out is passed over
    choices: tuple[Annotated[Action, Field(discriminator="kind")], ...] = ()


class TurnPlan(Standing):
    """What is left of the lines of one turn; it waits while something else is asked.

    `after`: how many worlds have been used when its first line comes. A god who has done something else since has
    dropped the plan.
    """

    kind: Literal["turn"] = "turn"
    turn: int
    after: int
    lines: tuple[PlanLine, ...]

    def lapsed(self, desk: Desk[View]) -> bool:
        return self.turn != desk.view.turn or len(desk.view.used) > self.after

    def steps_left(self, desk: Desk[View]) -> tuple[int, ...]:
        """A line that asks has done so when nothing else comes of it, and one that ends when the turn is over."""
        left = [number - len(self.lines) for number in range(len(self.lines))]
        if self.lines and not self.lines[0].choices:
            del left[0]
        over = self.turn != desk.view.turn or desk.view.stage == "over"
        if over and left and self.lines[-1].choices[:1] == (EndTurn(),):
            del left[-1]
        return tuple(left)

    def stopped_at(self, desk: Desk[View]) -> tuple[int, IllegalMove | None]:
        """The first line that had to be: those above it were passed over."""
        held = [at for at, line in enumerate(self.lines) if FACTS.hold(line.guard, desk)]
        at = next((at for at in held if not self.lines[at].optional), None)
        if at is None or not self.lines[at].choices:
            return super().stopped_at(desk)
        return at - len(self.lines), refusal(self.lines[at], desk)

    def steps_come_to(self, left: Plan | None) -> tuple[int, ...]:
        rest = len(left.lines) if isinstance(left, TurnPlan) else 0
        return tuple(range(-len(self.lines), -rest))

    def waits(self, desk: Desk[View]) -> bool:
        asked = desk.asked()
        return asked is not None and asked.kind != "action" and not self.lapsed(desk)

    def filed(self, desk: Desk[View]) -> TurnPlan:
        """A plan that somebody proposed is begun where the turn stands now."""
        if self.turn != desk.view.turn:
            raise IllegalMove("E_WRONG_STAGE")
        return self.model_copy(update={"after": len(desk.view.used)})

    def wants(self, desk: Desk[View], decision: Decision, facts: Facts) -> Wants:
        """The first line whose guard holds; below an optional one the next as well."""
        view = desk.view
        if decision.kind != "action" or len(view.used) != self.after or not view.actions:
            return
        for number, line in enumerate(self.lines):
            if not facts.hold(line.guard, desk):
                continue
            rest = self.lines[number + 1 :]
            for move in line.choices:
                left = TurnPlan(turn=self.turn, after=self.after + 1, lines=rest) if rest else None
                yield move, left
            if not line.optional:
                return

    def silence(self, desk: Desk[View], decision: Decision) -> Silence:
        """No guard of it holds. A line that stops there is meant to ask."""
        here = decision.kind == "action" and len(desk.view.used) == self.after and bool(desk.view.actions)
        return "guard" if here and any(line.choices for line in self.lines) and self.lines[0].choices else ""


class ChoicePlan(Standing):
    """The answer to a question that may come in this turn, such as a rune's."""

    kind: Literal["choice"] = "choice"
    turn: int
    move: Annotated[Answer, Field(discriminator="kind")]

    @property
    def topic(self) -> tuple[Json, ...]:
        return self.kind, self.move.kind

    def lapsed(self, desk: Desk[View]) -> bool:
        return self.turn != desk.view.turn

    def idle(self, desk: Desk[View]) -> bool:
        """It was for a turn that is over, or for what is asked before its first action."""
        asked = desk.asked()
        begun = asked is not None and asked.kind not in OPENING and ASKED[self.move.kind] in OPENING
        return self.lapsed(desk) or begun or desk.view.stage == "over"

    def wants(self, desk: Desk[View], decision: Decision, facts: Facts) -> Wants:
        if decision.kind == ASKED[self.move.kind]:
            yield self.move, None


class TurnAhead(Standing):
    """What a god does in a turn to come. It is kept for the moment when time is up; with `when` "auto" it is done at
    once, unless the Enemy card bars one of its lines.
    """

    kind: Literal["ahead"] = "ahead"
    turn: int
    when: Literal["late", "auto", "now"] = "late"
    answers: Annotated[tuple[Annotated[Answer, Field(discriminator="kind")], ...], Field(max_length=12)] = ()
    lines: Annotated[tuple[PlanLine, ...], Field(min_length=1, max_length=MOST_LINES)]

    def lapsed(self, desk: Desk[View]) -> bool:
        return desk.view.turn > self.turn

    def late(self, desk: Desk[View]) -> TurnAhead:
        """Its moment has come."""
        if desk.view.turn != self.turn or self.when == "now":
            return self
        return self.model_copy(update={"when": "now"})

    def wants(self, desk: Desk[View], decision: Decision, facts: Facts) -> Wants:
        """Its answers to what is asked first; with the first action it becomes the plan of that turn."""
        if desk.view.turn != self.turn or not self._begins(desk):
            return
        if decision.kind != "action":
            for move in self.answers:
                if ASKED[move.kind] == decision.kind:
                    rest = tuple(one for one in self.answers if one is not move)
                    yield move, self.model_copy(update={"answers": rest})
            return
        begun = TurnPlan(turn=self.turn, after=len(desk.view.used), lines=self.lines)
        answers = tuple(ChoicePlan(turn=self.turn, move=move) for move in self.answers)
        for action, left in begun.wants(desk, decision, facts):
            yield action, (*answers, left) if isinstance(left, TurnPlan) else answers

    def _begins(self, desk: Desk[View]) -> bool:
        if self.when == "now":
            return True
        return self.when == "auto" and not desk.view.used and not any(_barred(line, desk) for line in self.lines)


def refusal(line: PlanLine, desk: Desk[View]) -> IllegalMove | None:
    """Why none of its choices can be made now, as far as this seat can know: tried on a table dealt anew."""
    first: IllegalMove | None = None
    chance = SeededChance(b"tried")
    for move in line.choices:
        try:
            desk.imagine(chance).play(desk.seat, move, chance)
        except IllegalMove as why:
            first = first or why
            continue
        return None
    return first


def check_first(lines: tuple[PlanLine, ...], desk: Desk[View], facts: Facts) -> None:
    """Raises the refusal of the first line that would be tried now: a sheet that cannot begin is not begun."""
    for line in lines:
        if not facts.hold(line.guard, desk):
            continue
        why = refusal(line, desk)
        if why is not None and not line.optional:
            raise why
        if why is None:
            return


def _barred(line: PlanLine, desk: Desk[View]) -> bool:
    """Whether what bars a line may be the Enemy card's doing: nothing that the lines above it could mend."""
    if line.guard or line.optional or desk.asked() is None:
        return False
    why = refusal(line, desk)
    return why is not None and why.code in BY_CARD
