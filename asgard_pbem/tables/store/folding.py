"""A table with its open questions: what every event does to both. The same for live play, loading and rebuilding."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import cache, lru_cache
from typing import Any, NamedTuple

from pydantic import TypeAdapter

from asgard_pbem.tables.store import resting
from asgard_pbem.tables.store.resting import Rest
from asgard_pbem.tables.store.rows import (
    EventRow,
    GameRow,
    Holder,
    QuestionRow,
    SnapshotRow,
    Span,
    deadline,
    read_time,
    write_time,
)
from engine.core.contract import Progress
from engine.core.counsel import Proposal
from engine.core.decisions import Decision
from engine.core.flow.veil import Veiled, veil_of
from engine.core.happenings import Happening
from engine.core.moves import Seat
from engine.log.chain import canonical
from engine.table.events import (
    Endorsed,
    Event,
    GameEnded,
    GameOpened,
    MoveMade,
    PauseAsked,
    Paused,
    PlansFiled,
    PressSent,
    Proposed,
    SeatTaken,
    Undone,
    WentOn,
    read_payload,
)
from engine.table.registry import rules as find_rules
from engine.table.session import Made, is_public
from engine.table.table import Recorded, Table, adapter, live

Key = tuple[Seat, str]
# What a snapshot keeps beside the state; another text: another shape.
BESIDE = "questions, clocks, counsel and what of it is over"
_PROPOSALS: TypeAdapter[tuple[Proposal, ...]] = TypeAdapter(tuple[Proposal, ...])


# Events after which just the same is asked as before.
SAME_QUESTIONS = (PressSent, Proposed, Endorsed, PlansFiled, GameOpened, PauseAsked, Paused, WentOn)


class Asked(NamedTuple):
    """An open question: since when its clock runs, when it was asked, and the head of the log then (its prompt)."""

    decision: Decision
    since: datetime
    at: datetime
    prompt: int


class Clock(NamedTuple):
    """The clock of one turn of one seat, which all questions of that turn share (`Decision.clock`).

    It stands still while the seat is asked nothing of that turn: the time of others is theirs. `spent`: it ran out,
    and the rules have begun to answer; what is left of the turn gets no time.
    """

    name: str
    since: datetime
    stopped: datetime | None = None
    spent: bool = False


class At(NamedTuple):
    """Where an event stands: when it was recorded, and the head after the append that made it."""

    time: datetime
    prompt: int


@dataclass(slots=True)
class Noted:
    """An event that happened on a table, whether all may see it, and how far the game was after a public one."""

    payload: Event
    happenings: list[Happening]
    public: bool
    progress: Progress | None


@dataclass(slots=True)
class Course:
    """A table and what it asks. `asked` holds answered questions as well while they can be replaced."""

    table: Table
    asked: dict[Key, Asked]
    clocks: dict[Seat, Clock] = field(default_factory=dict)  # the last one of each seat that has had any
    rest: Rest = resting.NEVER

    def copy(self) -> Course:
        """Independent of this one."""
        return Course(self.table.copy(), dict(self.asked), dict(self.clocks), self.rest)

    def is_spent(self, asked: Asked) -> bool:
        """Whether the question belongs to a turn whose time ran out: the rules will answer it."""
        clock = self.clocks.get(asked.decision.seat)
        return clock is not None and clock.spent and clock.name == asked.decision.clock

    def advance(self, payload: Event, at: At) -> Noted:
        """Let a recorded event (not `Undone`) happen again. Raises ChanceMismatch."""
        return self.note(payload, self.table.advance(payload), at)

    def note(self, payload: Event, happenings: list[Happening], at: At) -> Noted:
        """Take down what `payload`, which has just changed the table, did to the questions."""
        public = seen_by_all(payload, happenings)
        self._rest(payload, at.time)
        self._ask(payload, happenings, At(self.rest.clock(at.time), at.prompt), public=public)
        table = self.table
        far = table.rules.progress(table.state) if public and table.state is not None else None
        return Noted(payload, happenings, public, far)

    def questions(self, days: int | None, holders: Sequence[Holder]) -> dict[Key, QuestionRow]:
        """The rows of `OpenDecision`, without those of a game that nobody waits for."""
        return {key: self.question(key, days, holders) for key in self.asked}

    def question(self, key: Key, days: int | None, holders: Sequence[Holder]) -> QuestionRow:
        """The row of one question."""
        asked = self.asked[key]
        return _question(key, asked, None if asked.decision.answered else self.due(asked, days, holders))

    def due(self, asked: Asked, days: int | None, holders: Sequence[Holder]) -> datetime | None:
        """When a question runs out; None: never, or not while the table rests.

        Behind a veil nothing counts but what all may know: when it fell, and who of those whom it may concern is away.
        """
        if self.rest.since is not None:
            return None
        veil, rests = veil_of(self.table.state) if asked.decision.concealed else None, self.rest.over
        if days is None or veil is None:
            return deadline(asked.since, days, holders[asked.decision.seat], asked_at=asked.at, rests=rests)
        return max(_due(asked.since, days, holder, rests) for holder in holders if veil.concerns(holder.seat))

    def comes_too_late(self, days: int | None, holders: Sequence[Holder]) -> Decision | None:
        """A question that is asked behind a veil whose time is up: nobody is given more."""
        for one in self.asked.values():
            if one.decision.concealed and one.decision.waits:
                due = self.due(one, days, holders)
                if due is not None and one.at >= due:
                    return one.decision
        return None

    def _rest(self, payload: Event, at: datetime) -> None:
        """What an event does to the table's rest. A clock that stands still has not run meanwhile either: what goes on
        from it later leaves the rest out by itself, so it is taken out of the time for which the clock stood.
        """
        before, self.rest = self.rest, self.rest.after(payload, at)
        if self.rest is not before and (time := resting.lasted(before, self.rest)) > timedelta():
            for seat, clock in self.clocks.items():
                if clock.stopped is not None:
                    self.clocks[seat] = clock._replace(stopped=clock.stopped + time)

    def _ask(self, payload: Event, happenings: list[Happening], at: At, *, public: bool) -> None:
        if isinstance(payload, SAME_QUESTIONS):
            return
        old = self.asked
        mover = payload.seat if isinstance(payload, MoveMade) else None
        renewed = payload.seat if isinstance(payload, SeatTaken) else None
        self._turn_clocks(payload)
        waited = [one for (seat, _), one in old.items() if seat == mover and not one.decision.answered]
        new: dict[Key, Asked] = {}
        for decision in self.table.decisions():
            key = (decision.seat, question_key(decision))
            was = old.get(key)
            # A mover with one question who has an equal one again was asked anew.
            again = decision.seat == renewed or (decision.seat == mover and len(waited) == 1 and not decision.answered)
            if was is None or again or (was.decision.answered and not decision.answered):
                unseen = decision.seat == mover and not public and not decision.concealed
                was = self._opened(decision, at, waited if unseen else [])
            new[key] = was if was.decision == decision else Asked(decision, was.since, was.at, was.prompt)
            if decision.concealed:
                new[key] = new[key]._replace(since=self._veiled_since(payload, happenings, at))
        self.asked = new
        self._stop_clocks(at)

    def _veiled_since(self, payload: Event, happenings: list[Happening], at: At) -> datetime:
        """Since when the clock of the veil runs: from its fall on, or since somebody new sits where it may ask."""
        veil = veil_of(self.table.state)
        anew = isinstance(payload, SeatTaken) and veil is not None and veil.concerns(payload.seat)
        if anew or any(isinstance(one, Veiled) for one in happenings):
            return at.time
        return next((one.since for one in self.asked.values() if one.decision.concealed), at.time)

    def _opened(self, decision: Decision, at: At, unseen: list[Asked]) -> Asked:
        """A question that is asked now. `unseen`: what its seat has just answered without anybody seeing it.

        Deadlines show: a fresh one would tell of an answer that nobody sees, so the rest of a wave keeps its clock.
        """
        since = min((one.since for one in unseen), default=at.time)
        asked_at = min((one.at for one in unseen), default=at.time)
        if not decision.clock:
            return Asked(decision, since, asked_at, at.prompt)
        clock = self.clocks.get(decision.seat)
        if clock is None or clock.name != decision.clock:
            clock = Clock(decision.clock, since)
        elif clock.stopped is not None:
            clock = clock._replace(since=clock.since + (at.time - clock.stopped), stopped=None)
        self.clocks[decision.seat] = clock
        return Asked(decision, clock.since, clock.since if clock.spent else asked_at, at.prompt)

    def _turn_clocks(self, payload: Event) -> None:
        """What a time-out spends, and a new holder begins anew."""
        if isinstance(payload, SeatTaken):
            self.clocks.pop(payload.seat, None)
        elif isinstance(payload, MoveMade) and payload.by == "timeout":
            clock = self.clocks.get(payload.seat)
            if clock is not None and clock.stopped is None:
                self.clocks[payload.seat] = clock._replace(spent=True)

    def _stop_clocks(self, at: At) -> None:
        """Let those clocks stand of whose turn nothing is asked now."""
        if not self.clocks:
            return
        running = {(one.decision.seat, one.decision.clock) for one in self.asked.values() if one.decision.waits}
        for seat, clock in self.clocks.items():
            if clock.stopped is None and (seat, clock.name) not in running:
                self.clocks[seat] = clock._replace(stopped=at.time)


def seen_by_all(payload: Event, happenings: list[Happening]) -> bool:
    """Whether an event is a public moment. An undo is judged by what it takes back, not here."""
    if isinstance(payload, MoveMade):
        return is_public(Made(payload, happenings))
    return not isinstance(payload, PressSent | Proposed | Endorsed | PlansFiled | Undone)


def question_key(decision: Decision) -> str:
    """A short name of what is asked, equal for equal questions of a seat."""
    return _digest(decision.kind, decision.about)


@lru_cache(10_000)
def _digest_cached(kind: str, about: tuple[tuple[str, Any], ...]) -> str:
    return hashlib.sha256(canonical([kind, about])).hexdigest()[:16]


def _digest(kind: str, about: tuple[tuple[str, Any], ...]) -> str:
    try:
        return _digest_cached(kind, about)
    except TypeError:  # a list inside: cannot be a key of the cache
        return _digest_cached.__wrapped__(kind, about)


def _question(key: Key, asked: Asked, due: datetime | None) -> QuestionRow:
    one = asked.decision
    about = [list(pair) for pair in one.about]
    return QuestionRow(
        one.seat, key[1], one.kind, about, one.secret, one.concealed, one.answered, asked.since, asked.at,
        asked.prompt, due,
    )  # fmt: skip


def _due(since: datetime, days: int, holder: Holder, rests: Sequence[Span]) -> datetime:
    found = deadline(since, days, holder, rests=rests)
    assert found is not None
    return found


# --- Beginning, keeping, reading ---------------


def begun(row: GameRow) -> Course:
    """The table before its first event. Raises UnknownRules."""
    return Course(Table.empty(row.key, row.rules_version, row.options, row.seats), {})


def state_json(table: Table) -> Any:
    """The whole state as JSON-ready data."""
    return adapter(table.rules.State).dump_python(table.state, mode="json")


def snapshot(course: Course, seq: int) -> SnapshotRow:
    """`course` after event `seq`, to be kept. The game has started."""
    table = course.table
    standing = [[plan.model_dump(mode="json") for plan in plans] for plans in table.standing]
    asked = [
        [seat, key, write_time(one.since), write_time(one.at), one.prompt] for (seat, key), one in course.asked.items()
    ]
    clocks = [
        [seat, one.name, write_time(one.since), write_time(one.stopped) if one.stopped else None, one.spent]
        for seat, one in sorted(course.clocks.items())
    ]
    rested = course.rest != resting.NEVER
    state = {"shape": shape(table, rested=rested), "state": state_json(table)}
    counsel = {"made": table.proposed, "last": _PROPOSALS.dump_python(table.proposals, mode="json")}
    kept = {"questions": sorted(asked), "clocks": clocks, "counsel": counsel}
    if rested:
        kept["rest"] = resting.dump(course.rest)
    return SnapshotRow(seq, table.rules.version, state, standing, table.draws_made, kept)


def shape(table: Table, *, rested: bool) -> str:
    """What a state of these rules, and what is kept beside it, looks like, as a digest.

    A release may give either other fields under the same rules. One that knows of no rests must not take up a game that
    had one as if it had had none; all other snapshots are the same to it.
    """
    return _shape(table.game.key, table.rules.version, f"{BESIDE}, rests" if rested else BESIDE)


@cache
def _shape(key: str, version: int, beside: str) -> str:
    schema = adapter(find_rules(key, version).State).json_schema()
    return hashlib.sha256(canonical([beside, schema])).hexdigest()[:16]


def fits(row: GameRow, kept: SnapshotRow) -> bool:
    """Whether a snapshot can be read by the rules as they are here. One of another shape is as good as none: the log
    makes the state again, while reading it would at best fail and at worst leave out what it did not have.
    """
    table = begun(row._replace(rules_version=kept.rules_version)).table
    return bool(kept.state.get("shape") == shape(table, rested="rest" in kept.asked))


def same_shape(kept: SnapshotRow, made: SnapshotRow) -> bool:
    """Whether what is kept looks like what the rules here have `made` of the log."""
    return bool(kept.state.get("shape") == made.state["shape"])


def restored(row: GameRow, kept: SnapshotRow, ended: GameEnded | None = None) -> Course:
    """The inverse of `snapshot`; what is asked comes from the rules, since when from the snapshot.

    `ended`: how the game had come to its end by then. A snapshot holds the state, which does not tell; of a table that
    was closed the rules would still ask, what nobody was asked any more.
    """
    course = begun(row._replace(rules_version=kept.rules_version))
    table = course.table
    table.ended = ended
    table.state = adapter(table.rules.State).validate_python(kept.state["state"])
    table.standing = [table.recorded_plans(plans) for plans in kept.standing]
    table.draws_made = kept.draws_made
    since = {
        (seat, key): (read_time(began), read_time(asked), prompt)
        for seat, key, began, asked, prompt in kept.asked["questions"]
    }
    for decision in table.decisions():
        key = (decision.seat, question_key(decision))
        course.asked[key] = Asked(decision, *since[key])
    table.proposed = kept.asked["counsel"]["made"]
    table.proposals = _PROPOSALS.validate_python(kept.asked["counsel"]["last"])
    for seat, name, began, stopped, spent in kept.asked["clocks"]:
        course.clocks[seat] = Clock(name, read_time(began), read_time(stopped) if stopped else None, spent)
    if "rest" in kept.asked:
        course.rest = resting.load(kept.asked["rest"])
    return course


def prompts_of(events: Sequence[EventRow]) -> dict[int, At]:
    """For every seq: its time and the last seq of the append that made it (events of one append share a cause)."""
    places: dict[int, At] = {}
    last = 0
    for i in range(len(events) - 1, -1, -1):
        event = events[i]
        if i == len(events) - 1 or events[i + 1].cause != event.cause:
            last = event.seq
        places[event.seq] = At(event.recorded_at, last)
    return places


def play_on(course: Course, events: Sequence[EventRow], places: dict[int, At] | None = None) -> Course:
    """Let `events`, all that follow in the log, happen on `course` (changed and given back), without what was undone.

    `places`: as of `prompts_of`, when some events of the log were left out.
    """
    places = places or prompts_of(events)
    for one in live(read_all(events)):
        course.advance(one.payload, places[one.seq])
    return course


def read_all(events: Iterable[EventRow]) -> list[Recorded]:
    """The payloads in today's shape."""
    return [Recorded(event.seq, read_payload(event.payload)) for event in events]
