"""Plain rows that travel between the database and the write path."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, Final, NamedTuple
from uuid import UUID

from engine.core.moves import Seat

DAY = timedelta(days=1)
Span = tuple[datetime, datetime]


def write_time(time: datetime) -> str:
    """As the chain and snapshots write it: ISO 8601, UTC, six decimals, `Z`."""
    return f"{time.isoformat(timespec='microseconds')[:26]}Z"  # without the offset; strftime takes longer


def read_time(text: str) -> datetime:
    """The inverse of `write_time`."""
    return datetime.fromisoformat(text)


def columns(row: type[Any]) -> str:
    """The fields of a row type as a list of columns, in their order."""
    return ", ".join(row._fields)


class GameRow(NamedTuple):
    """What the write path reads of a game while it holds its lock, in the order of `game_look` (migration 0041)."""

    id: UUID
    key: str
    rules_version: int
    status: str
    seats: int
    options: Any
    names: list[str]
    opened_by: UUID | None
    visibility: str
    practice: bool
    days_per_decision: int | None
    reminders: bool
    head_seq: int
    head_hash: str
    moment: int
    moment_hash: str
    last_snapshot: int
    round: int
    stage: str
    scores: list[int]


# What an append may change of it; the rest is agreed before the game begins, or is its identity.
CHANGED: Final = (
    "rules_version", "status", "names", "head_seq", "head_hash", "moment", "moment_hash", "last_snapshot", "round",
    "stage", "scores",
)  # fmt: skip
# What it may change beside that, each when it happens, the first with every moment; None leaves what is there.
ONCE: Final = ("moved_at", "started_at", "begun_by", "ended_at", "winners")


class Holder(NamedTuple):
    """Who sits on a seat, and what of that person shifts deadlines."""

    seat: Seat
    player: UUID | None
    bot: str
    entropy: str
    name: str
    absent_from: datetime | None
    absent_until: datetime | None

    @property
    def free(self) -> bool:
        """Neither a player nor a bot."""
        return self.player is None and not self.bot


class EventRow(NamedTuple):
    """One row of the log."""

    seq: int
    kind: str
    version: int
    seat: int | None
    payload: Any
    salt: str
    recorded_at: datetime
    cause: UUID
    prev_hash: str
    hash: str


class MomentRow(NamedTuple):
    """One public moment."""

    number: int
    seq: int
    hash: str
    round: int
    stage: str
    scores: tuple[int, ...]
    measures: Mapping[str, tuple[int, ...]]
    recorded_at: datetime


class QuestionRow(NamedTuple):
    """One open question."""

    seat: Seat
    key: str
    kind: str
    about: Any
    secret: bool
    concealed: bool
    answered: bool
    since: datetime
    asked_at: datetime
    prompt: int
    deadline: datetime | None


class SnapshotRow(NamedTuple):
    """A folded table, as JSON."""

    seq: int
    rules_version: int
    state: Any
    standing: Any
    draws_made: int
    asked: Any


TIMED_OUT = "timed_out"  # of a notice: what it tells, the prompt tells that the same person is sent with it


@dataclass(slots=True)
class Owed:
    """A mail that the batch owes somebody."""

    player: UUID
    purpose: str
    key: str
    seat: Seat | None = None
    prompt: int | None = None
    payload: dict[str, Any] = field(default_factory=dict)
    told: bool = False  # the person learns it in another way: kept as a record, not sent


def deadline(
    since: datetime,
    days: int | None,
    holder: Holder | None,
    *,
    asked_at: datetime | None = None,
    rests: Sequence[Span] = (),
) -> datetime | None:
    """When a question runs out whose clock began at `since`; time in which its holder is away or the table rested does
    not count, and what is both is left out once.

    `asked_at`: when it was asked itself, if that was later than its clock began. What comes up late in a turn still
    leaves a quarter of the time, or a mail that goes out in the last hour could not be answered; but a turn answered
    bit by bit lasts no longer than one and a half times its time. None: never.
    """
    if days is None:
        return None
    whole = days * DAY
    away = ((holder.absent_from or since, holder.absent_until),) if holder and holder.absent_until else ()
    due = _passed(since, whole, (*rests, *away))
    if asked_at is not None and asked_at > since:
        due = max(due, min(_passed(asked_at, whole / 4, rests), _passed(due, whole / 2, rests)))
    return due


def _passed(since: datetime, time: timedelta, left_out: Sequence[Span]) -> datetime:
    """When `time` has passed since then, without the spans that are left out."""
    due, reached = since + time, since
    for first, last in sorted(left_out):
        gone = max(reached, first)
        if gone < due and last > gone:
            due += last - gone
            reached = last
    return due
