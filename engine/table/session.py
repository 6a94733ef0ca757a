"""Playing live: submissions become events, on a table of its own: a refused submission leaves no trace."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from engine.core.chance import Draw, SeededChance
from engine.core.contract import Candidate, Order
from engine.core.decisions import Decision
from engine.core.happenings import Happening
from engine.core.moves import SYNTAX, IllegalMove, Move, Plan, Seat
from engine.table.events import By, Event, GameStarted, MoveMade, PlansFiled
from engine.table.table import Table, UnreadablePlan

SETTLE_LIMIT = 10_000  # moves that plans and forced answers may make in a row; far above any game's length
PLANNED_LIMIT = 200  # moves that the plans of one seat may make in a row; far above what anybody plans
UNREADABLE = "E_PLAN_UNREADABLE"  # a plan with which its own game cannot deal any more
CIRCLES = "E_PLAN_CIRCLES"  # plans that answer one question after another without end
SILENT = {"gone": "E_PLAN_GONE", "guard": "E_PLAN_GUARD", "short": "E_PLAN_SHORT"}  # see `Plan.silence`
PLAN_CODES = frozenset({UNREADABLE, CIRCLES, *SILENT.values()})  # of why plans could not answer, no game's own


@dataclass(slots=True)
class Made:
    """An event that is about to be recorded, and what it caused."""

    payload: Event
    happenings: list[Happening]
    opened: bool = False  # what was closed to who moved: the last of those who choose at once sees all choices
    plan: Plan | None = None  # which answered, of the plans of who moved
    said: str = ""  # what it answered, in words, where somebody wants to know (`Session.says`)


@dataclass(frozen=True, slots=True)
class Mark:
    """A place in a session to which it can go back. `beside`: what a kind of session keeps besides."""

    table: Table
    made: tuple[Made, ...]
    beside: Any = None


@dataclass(slots=True)
class Session:
    """A table with a source of chance. `made` collects the events; `balked` why a seat's plans could not answer."""

    table: Table
    chance: SeededChance
    names: tuple[str, ...] = ()
    made: list[Made] = field(default_factory=list)
    balked: dict[Seat, IllegalMove] = field(default_factory=dict)
    displaced: list[tuple[Seat, Plan]] = field(default_factory=list)  # by plans that were filed later
    says: Callable[[Decision, Move], str] | None = None  # puts into words what a plan is about to answer

    def start(self) -> None:
        """Deal, then let everything happen that needs nobody."""
        happenings = self.table.start(self.chance)
        self._record(GameStarted(draws=self._draws()), happenings)
        self.settle()

    def move(self, seat: Seat, move: Move, by: By = "player", keep: tuple[Plan, ...] | None = None) -> None:
        """Play one move. Raises IllegalMove and then changes nothing."""
        before = closed_to(self.table, seat)
        happenings = self.table.play(seat, move, self.chance)
        standing = None
        if keep is not None and keep != self.table.standing[seat]:
            self.table.standing[seat] = keep
            standing = tuple(plan.model_dump(mode="json") for plan in keep)
        payload = MoveMade(seat=seat, move=move.model_dump(mode="json"), by=by, draws=self._draws(), standing=standing)
        self._record(payload, happenings)
        self.made[-1].opened = before.opens(closed_to(self.table, seat))

    def any_of(self, seat: Seat, moves: Iterable[Move], by: By = "player") -> None:
        """Play the first legal one of `moves`. Raises the first refusal when none is."""
        refusal: IllegalMove | None = None
        for move in moves:
            try:
                self.move(seat, move, by)
            except IllegalMove as why:
                refusal = refusal or why
                continue
            return
        raise refusal or IllegalMove(SYNTAX)

    def carry_out(self, seat: Seat, order: Order, by: By = "player") -> None:
        """File the plans of an order and play the first legal one of its moves; what stands below it is not done.

        Raises IllegalMove and then changes nothing: plans that came with a move which is refused would answer for their
        owner, who is told that nothing of it was done.
        """
        before = self.mark() if order.plans and order.moves else None
        if order.plans:
            self.file(seat, order.plans)
        if not order.moves:
            return
        try:
            self.any_of(seat, order.moves, by)
        except IllegalMove:
            if before is not None:
                self.back_to(before)
            raise

    def file(self, seat: Seat, plans: Sequence[Plan]) -> None:
        """Put standing orders in force. Raises IllegalMove."""
        desk = self.table.desk(seat, self.names)
        standing = self.table.game.planner.file(self.table.plans(seat), tuple(plans), desk)
        if standing == self.table.standing[seat]:
            return
        stood = self.table.game.planner.in_force(self.table.plans(seat), desk)
        self.displaced += ((seat, plan) for plan in _displaced(stood, plans, standing))
        self._stand(seat, standing)

    def drop(self, seat: Seat, plan: Plan) -> None:
        """Take one standing order back."""
        self._stand(seat, tuple(one for one in self.table.standing[seat] if one != plan))

    def _stand(self, seat: Seat, plans: tuple[Plan, ...]) -> None:
        self.table.standing[seat] = plans
        self._record(PlansFiled(seat=seat, plans=tuple(plan.model_dump(mode="json") for plan in plans)), [])

    def time_out(self, decision: Decision) -> None:
        """Answer for a seat that did not: this question, if it is still open, and what is left of its turn.

        A deadline is one for the turn. Whoever let it pass gets no other for the next question of the same turn, or one
        who is gone would hold up the others as often as a turn has questions.
        """
        for _ in range(SETTLE_LIMIT):
            left = self.of_that_turn(decision)
            if left is None:
                return
            kept = self.keeps_for_late(left.seat)
            if not (kept and self._planned(left, self._late(left.seat), "timeout")):
                self.move(left.seat, self.table.rules.default(self.table.state, left), "timeout")
            self.settle()
            if not decision.clock:
                return
        raise RuntimeError("a turn does not end by its defaults")

    def keeps_for_late(self, seat: Seat) -> bool:
        """Whether a seat has plans that are kept for the moment when its time is up, and that this is."""
        return self._late(seat) != self.table.plans(seat)

    def goes_on(self, seat: Seat) -> bool:
        """Whether orders of a seat wait for the answer to what it is asked, and go on whoever gives it."""
        desk = self.table.desk(seat, self.names)
        return any(plan.waits(desk) for plan in self.table.plans(seat))

    def idle(self, seat: Seat) -> tuple[Plan, ...]:
        """Choices of a seat for questions that do not come any more."""
        if not self.table.plans(seat):
            return ()
        desk = self.table.desk(seat, self.names)
        return tuple(plan for plan in desk.standing if plan.idle(desk))

    def _late(self, seat: Seat) -> tuple[Plan, ...]:
        desk = self.table.desk(seat, self.names)
        return tuple(plan.late(desk) for plan in self.table.plans(seat))

    def of_that_turn(self, decision: Decision) -> Decision | None:
        """`decision` itself while it waits, or what its seat is asked now in the same turn."""
        waiting = self.table.pending()
        if not decision.clock:
            return decision if decision in waiting else None
        return next((one for one in waiting if (one.seat, one.clock) == (decision.seat, decision.clock)), None)

    def settle(self) -> None:
        """Let plans answer, and play what has but one answer, until somebody must be asked or the game is over.

        What a plan comes to is its owner's affair: `balked` says why it could not answer, and others' moves stand.
        """
        planned: Counter[Seat] = Counter()
        for _ in range(SETTLE_LIMIT):
            if not any(self._answer(decision, planned) for decision in self.table.pending()):
                return
        raise RuntimeError("forced answers go round in circles")

    def _answer(self, decision: Decision, planned: Counter[Seat]) -> bool:
        """Whether a plan or the lack of a choice answered."""
        seat = decision.seat
        plans = self.table.standing[seat] or decision.kind in self.table.game.passed_over
        if plans and self._planned(decision, self.table.plans(seat), "plan"):
            planned[seat] += 1
            if planned[seat] == PLANNED_LIMIT:
                self._stop_planning(seat)
            return True
        forced = self.table.rules.forced(self.table.state, decision)
        if forced is None:
            return False
        self.move(seat, forced, "forced")
        return True

    def _planned(self, decision: Decision, plans: tuple[Plan, ...], by: By) -> bool:
        """Whether one of a seat's plans answered; why none could is kept for its owner."""
        seat, refusal = decision.seat, None
        for proposed in self._proposed(decision, plans):
            try:
                if isinstance(proposed, IllegalMove):
                    raise proposed
                said = self.says(decision, proposed.move) if self.says is not None else ""
                self.move(seat, proposed.move, "forced" if proposed.passed else by, self._kept(seat, proposed))
            except IllegalMove as why:
                refusal = refusal or why
                continue
            self.made[-1].plan, self.made[-1].said = proposed.plan, said
            self.balked.pop(seat, None)
            return True
        if refusal is None and by == "plan":
            refusal = self._silent(decision, plans)
        if refusal is not None:
            self.balked[seat] = refusal
        return False

    def _silent(self, decision: Decision, plans: tuple[Plan, ...]) -> IllegalMove | None:
        """Why plans that were made for such a question have nothing to say: their owner expected not to be asked."""
        desk = self.table.desk(decision.seat, self.names)
        try:
            for plan in self.table.game.planner.in_force(plans, desk):
                if why := plan.silence(desk, decision):
                    return IllegalMove(SILENT[why], plan=plan.model_dump(mode="json"))
        except Exception as why:  # noqa: BLE001 - as where it proposes
            self.plan_failed(decision.seat, why)
        return None

    def _proposed(self, decision: Decision, plans: tuple[Plan, ...]) -> Iterator[Candidate | IllegalMove]:
        """What the seat's plans propose here, best first; at last why they can propose no more, if that is so."""
        seat = decision.seat
        desk = self.table.desk(seat, self.names)
        try:
            yield from self.table.game.planner.candidates(desk, decision, plans)
        except IllegalMove as why:
            yield why
        except Exception as why:  # noqa: BLE001 - a plan that trips over itself must not stop whoever has just moved
            self.plan_failed(seat, why)
            yield IllegalMove(UNREADABLE)
        if len(plans) < len(self.table.standing[seat]):
            yield IllegalMove(UNREADABLE)

    def _kept(self, seat: Seat, candidate: Candidate) -> tuple[Plan, ...]:
        """What stands after a planned move; what cannot be read stays until its owner drops or replaces it."""
        unread = (plan for plan in self.table.standing[seat] if isinstance(plan, UnreadablePlan))
        return (*candidate.keep, *unread)

    def _stop_planning(self, seat: Seat) -> None:
        """Take back plans that go round in circles, or they would do so at every move of anybody."""
        self.balked[seat] = IllegalMove(CIRCLES)
        self._stand(seat, ())

    def plan_failed(self, seat: Seat, why: Exception) -> None:
        """A planner raised what it should not. For who keeps a log."""

    def mark(self) -> Mark:
        """A place to which `back_to` can return."""
        return Mark(self.table.copy(), tuple(self.made))

    def back_to(self, mark: Mark) -> None:
        """Go back to `mark`. Only from what was tried: the caller sees to it that no draw and no view is lost."""
        self.table = mark.table.copy()
        self.made[:] = mark.made

    def _draws(self) -> tuple[Draw, ...]:
        return self.chance.take()

    def _record(self, payload: Event, happenings: list[Happening]) -> None:
        if isinstance(payload, MoveMade | GameStarted):
            self.table.draws_made += len(payload.draws)
        self.made.append(Made(payload, happenings))


def _displaced(stood: Sequence[Plan], new: Sequence[Plan], standing: Sequence[Plan]) -> Iterator[Plan]:
    """Of the plans that stood, those whose place new ones took: by their topic, or because nothing of it stands now."""
    topics, left = {plan.topic for plan in new}, {plan.topic for plan in standing}
    for plan in stood:
        if plan not in standing and not plan.only_asks and (plan.topic in topics or plan.topic not in left):
            yield plan


def is_public(made: Made) -> bool:
    """Whether everybody may see that something happened: such an event is a moment of the game's public history."""
    if isinstance(made.payload, PlansFiled):
        return False
    return any(happening.seen_by(None) is not None for happening in made.happenings)


def may_be_undone(tail: Sequence[Made], seat: Seat) -> bool:
    """Whether `seat` may take back all of `tail`: only own moves and plans, no chance drawn, nothing revealed."""
    return bool(tail) and all(_may_be_undone(made, seat) for made in tail)


def _may_be_undone(made: Made, seat: Seat) -> bool:
    payload = made.payload
    if not isinstance(payload, MoveMade | PlansFiled) or payload.seat != seat:
        return False
    if isinstance(payload, MoveMade) and payload.by in {"timeout", "bot"}:  # its time was up: an undo gives none back
        return False
    return not cannot_be_unseen(made)


def cannot_be_unseen(made: Made) -> bool:
    """Whether the event drew by chance or showed somebody what they did not know."""
    if isinstance(made.payload, MoveMade) and made.payload.draws:
        return True
    return made.opened or any(happening.reveals for happening in made.happenings)


@dataclass(frozen=True, slots=True)
class Closed:
    """What a seat cannot know of others' questions: the kinds by seat."""

    sealed: frozenset[tuple[Seat, str]]  # answered, and waiting for answers of others
    telling: frozenset[tuple[Seat, str]]  # open, and asked of nobody whose hidden cards leave no choice

    def opens(self, after: Closed) -> bool:
        """Whether an answer is turned up, or somebody asked who might have been passed over."""
        return bool(self.sealed - after.sealed or after.telling - self.telling)


def closed_to(table: Table, seat: Seat) -> Closed:
    """What `seat` cannot know of others' questions."""
    others = [one for one in table.decisions() if one.seat != seat]
    sealed = frozenset([(one.seat, one.kind) for one in others if one.secret and one.answered])
    asked = table.game.tells_by_asking
    return Closed(sealed, frozenset([(one.seat, one.kind) for one in others if one.waits and asked(table.state, one)]))
