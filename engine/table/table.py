"""A table: one game being played or replayed. State, standing plans, and how each event changes them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from pydantic import BaseModel, TypeAdapter, ValidationError

from engine.core.chance import Chance, recorded
from engine.core.contract import Desk, Game, Imagined, Rules
from engine.core.counsel import Proposal
from engine.core.decisions import Decision, told_of
from engine.core.flow.veil import unveil
from engine.core.happenings import Happening
from engine.core.moves import IllegalMove, Json, Move, Plan, Seat
from engine.table.events import (
    Endorsed,
    Event,
    GameEnded,
    GameOpened,
    GameStarted,
    MoveMade,
    PlansFiled,
    Proposed,
    RulesRaised,
    SeatTaken,
    Undone,
)
from engine.table.registry import game as find_game
from engine.table.registry import rules as find_rules

KEPT_PROPOSALS = 100  # far more than ever stand at once


class UnreadablePlan(Plan):
    """A recorded plan that today's code cannot read. It stands and answers nothing; the game goes on."""

    kind: Literal["unreadable"] = "unreadable"
    raw: Json


@dataclass(slots=True)
class Recorded:
    """An event in its place in the log."""

    seq: int
    payload: Event


@dataclass(slots=True)
class Table:
    """One game. `state` is None until it has started; every list is indexed by seat."""

    game: Game[Any]
    rules: Rules[Any]
    options: BaseModel
    seats: int
    state: Any = None
    standing: list[tuple[Plan, ...]] = field(default_factory=list)
    draws_made: int = 0
    ended: GameEnded | None = None
    proposals: tuple[Proposal, ...] = ()  # those made last: what of them still stands says `counsel`
    proposed: int = 0  # how many have ever been made
    _open: tuple[Any, tuple[Decision, ...]] | None = field(default=None, repr=False, compare=False)  # see `decisions`

    @classmethod
    def opened(cls, event: GameOpened) -> Table:
        """The empty table. Raises UnknownRules when no package plays this game in this version."""
        return cls.empty(event.game, event.rules, event.options, event.seats)

    @classmethod
    def empty(cls, key: str, version: int, options: Json, seats: int) -> Table:
        """A table before its first event, `options` as the log has them. Raises UnknownRules."""
        rules = find_rules(key, version)
        return cls(find_game(key), rules, rules.Options.model_validate(options), seats, None, [()] * seats)

    def copy(self) -> Table:
        """Independent of this one."""
        state = None if self.state is None else self.state.copy()
        return Table(
            self.game, self.rules, self.options, self.seats, state, list(self.standing), self.draws_made, self.ended,
            self.proposals, self.proposed, None if self._open is None else (state, self._open[1]),
        )  # fmt: skip

    def decisions(self) -> tuple[Decision, ...]:
        """Every open question; none before the start and after the end."""
        if self.state is None or self.ended is not None:
            return ()
        if self._open is None or self._open[0] is not self.state:  # asked five times a move, and made once
            self._open = (self.state, self.rules.decisions(self.state))
        return self._open[1]

    def pending(self) -> tuple[Decision, ...]:
        """The questions for which the game waits."""
        return tuple([decision for decision in self.decisions() if decision.waits])

    def counsel(self) -> tuple[Proposal, ...]:
        """The proposals whose question (or turn) is still open, oldest first."""
        if not self.proposals:
            return ()
        topics = self.topics()
        return tuple(one for one in self.proposals if not one.over and (one.to, one.topic) in topics)

    def topics(self) -> set[tuple[Seat, str]]:
        """On what one may advise now, each with its seat: what is asked, or sure to be; nothing behind a veil."""
        return {(one.seat, topic_of(one)) for one in (*self.pending(), *self.coming()) if not one.concealed}

    def coming(self) -> tuple[Decision, ...]:
        """Questions that are sure to come, on which counsel is taken before they do."""
        rule = self.game.counsel
        return rule.coming(self.state, self.seats) if rule is not None and self.pending() else ()

    def desk(self, seat: Seat, names: Sequence[str] = ()) -> Desk:
        """What `seat` has before it."""
        decisions = self.decisions()
        return Desk(
            seat=seat,
            view=self.rules.view(self.state, seat),
            decisions=tuple(decision for decision in decisions if decision.seat == seat),
            menus=lambda decision: self.rules.menu(self.state, decision),
            everyone=told_of(decisions, (seat,)),
            names=tuple(names),
            counsel=self._known_to(seat),
            standing=self.plans(seat),
            imagine=lambda chance: Imagined(self.rules, self.rules.redeal(self.state, seat, chance)),
        )

    def _known_to(self, seat: Seat) -> tuple[Proposal, ...] | None:
        if self.game.counsel is None:
            return None
        return tuple(one for one in self.counsel() if seat in one.team)

    def start(self, chance: Chance) -> list[Happening]:
        """Deal the first state."""
        self._open = None
        self.state, happenings = self.rules.setup(self.options, self.seats, chance)
        return happenings

    def play(self, seat: Seat, move: Move, chance: Chance) -> list[Happening]:
        """Apply one move. Raises IllegalMove and then changes nothing."""
        advised = self._advised()
        self._open = None
        happenings: list[Happening] = self.rules.apply(self.state, seat, move, chance)
        if advised:
            self._close(seat, advised)
        return happenings

    def advance(self, event: Event) -> list[Happening]:
        """Let a recorded event happen again. `Undone` is not for here: see `live`. Raises ChanceMismatch."""
        if isinstance(event, MoveMade):
            return self._move(event)
        self._open = None
        if isinstance(event, PlansFiled):
            self.standing[event.seat] = self.recorded_plans(event.plans)
        elif isinstance(event, GameStarted):
            return self._start(event)
        elif isinstance(event, Proposed):
            self._propose(event)
        elif isinstance(event, Endorsed):
            self._endorse(event)
        elif isinstance(event, SeatTaken):
            self._sit(event)
        elif isinstance(event, RulesRaised):
            self.rules = self.game.versions[event.rules]
        elif isinstance(event, GameEnded):
            self.ended = event
            unveil(self.state)  # of a table that people closed in the middle of a battle
        return []

    def _propose(self, event: Proposed) -> None:
        """Keep a proposal beside the last ones. Raises ValueError for one that nobody could make.

        Which still stand is not asked here: an undo plays the log without what it takes back, on other questions.
        """
        seats = {event.seat, event.to, *event.team}
        if event.number != self.proposed + 1 or max(seats) >= self.seats or event.seat == event.to:
            raise ValueError("no such proposal could be made")
        made = Proposal(event.number, event.seat, event.to, event.team, event.topic, event.orders, (event.seat,))
        self.proposals, self.proposed = (*self.proposals, made)[-KEPT_PROPOSALS:], event.number

    def _endorse(self, event: Endorsed) -> None:
        """Raises ValueError where there is no such proposal, or nothing to endorse any more."""
        found = next((one for one in self.proposals if one.number == event.number), None)
        if found is None or event.seat not in found.team or event.seat in {found.to, *found.endorsed}:
            raise ValueError("no such proposal could be endorsed")
        more = replace(found, endorsed=(*found.endorsed, event.seat))
        self.proposals = tuple(more if one is found else one for one in self.proposals)

    def _sit(self, event: SeatTaken) -> None:
        """Whoever takes a seat over stands behind nothing that was said there before."""
        self.proposals = tuple(
            replace(one, endorsed=tuple(seat for seat in one.endorsed if seat != event.seat)) for one in self.proposals
        )

    def _advised(self) -> tuple[Decision, ...]:
        """The open questions, where any proposal might be for one of them."""
        return self.pending() if any(not one.over for one in self.proposals) else ()

    def _close(self, mover: Seat, before: Sequence[Decision]) -> None:
        """Proposals are over with their question, also where an equal one is asked at once. Turns have names of their
        own, and go on when others have answered.
        """
        mine = [one for one in before if one.seat == mover]
        closed = {(one.seat, topic_of(one)) for one in before if not one.clock}
        closed -= {(one.seat, topic_of(one)) for one in self.pending() if one.seat != mover or len(mine) > 1}
        self.proposals = tuple(
            replace(one, over=True) if (one.to, one.topic) in closed else one for one in self.proposals
        )

    def plans(self, seat: Seat) -> tuple[Plan, ...]:
        """A seat's standing orders that can be read."""
        return tuple(plan for plan in self.standing[seat] if not isinstance(plan, UnreadablePlan))

    def recorded_plans(self, raw: Iterable[Any]) -> tuple[Plan, ...]:
        """Plans of the log as the game's own; raises nothing, whatever has become of the game since."""
        return tuple(self._recorded_plan(plan) for plan in raw)

    def _recorded_plan(self, raw: Any) -> Plan:
        if isinstance(raw, dict) and raw.get("kind") == "unreadable":
            return UnreadablePlan.model_validate(raw)
        try:
            plan: Plan = self.rules.plans.validate_python(raw)
        except (ValidationError, IllegalMove):
            return UnreadablePlan(raw=raw)
        return plan

    def _move(self, event: MoveMade) -> list[Happening]:
        chance = recorded(event.draws)
        move = self.rules.moves.validator.validate_python(event.move)  # the adapter's own method takes a third more
        happenings = self.play(event.seat, move, chance)
        chance.close()
        self.draws_made += len(event.draws)
        if event.standing is not None:
            self.standing[event.seat] = self.recorded_plans(event.standing)
        return happenings

    def _start(self, event: GameStarted) -> list[Happening]:
        if event.state is not None:
            self.state = adapter(self.rules.State).validate_python(event.state)
            return []
        chance = recorded(event.draws)
        happenings = self.start(chance)
        chance.close()
        self.draws_made += len(event.draws)
        return happenings


_adapters: dict[type[Any], TypeAdapter[Any]] = {}


def adapter(of: type[Any]) -> TypeAdapter[Any]:
    """Between a state, or a view, and plain data. To make one takes as long as to use it a hundred times."""
    if of not in _adapters:
        _adapters[of] = TypeAdapter(of)
    return _adapters[of]


def topic_of(decision: Decision) -> str:
    """What a proposal is made for: the turn, where the question belongs to one, else the question itself."""
    return decision.clock or json.dumps([decision.kind, decision.about], ensure_ascii=False)


def takes_back(undone: Undone, one: Recorded) -> bool:
    """Whether `undone` takes back this event, which stands before it in the log.

    Press and seats are no moves: an undo does not unsay a word nor send anybody away.
    """
    if one.seq <= undone.to or not isinstance(one.payload, MoveMade | PlansFiled):
        return False
    return undone.whole or one.payload.seat == undone.seat


def live(events: Sequence[Recorded]) -> list[Recorded]:
    """The events that count at the end of `events`: without those taken back, and without the taking back."""
    kept: list[Recorded] = []
    for event in events:
        if isinstance(event.payload, Undone):
            undone = event.payload
            kept = [one for one in kept if not takes_back(undone, one)]
        else:
            kept.append(event)
    return kept


def fold(events: Sequence[Recorded]) -> Table:
    """The table after `events`, of which the first opened it. Raises UnknownRules, ChanceMismatch, ValueError."""
    if not events or not isinstance(events[0].payload, GameOpened):
        raise ValueError("a log begins with game_opened")
    table = Table.opened(events[0].payload)
    for event in live(events[1:]):
        table.advance(event.payload)
    return table
