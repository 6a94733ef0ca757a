"""What one viewer may know of an event beside what the game shows of it: who made it, how, and when.

That somebody planned, or had no choice, is their own business. A plan answers in the same instant as whatever it waited
for, and so do many people within a minute: while a game runs, others see times to the minute only.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

from asgard_pbem.tables.models import Game
from asgard_pbem.tables.reading.holders import Called
from asgard_pbem.tables.store.rows import EventRow, GameRow
from asgard_pbem.tables.store.walking import Told
from engine.core.flow.veil import Aside, Unseen
from engine.core.happenings import Happening
from engine.core.moves import Seat
from engine.table.events import Endorsed, Event, MoveMade, PressSent, Proposed

HIDDEN = frozenset({"move_made", "game_started"})  # kinds of events whose payload holds secrets


@dataclass(frozen=True, slots=True)
class Note:
    """An event between two public moments that this viewer knows of: own plans, own choices, news behind a veil."""

    what: str
    seat: Seat | None  # as in Entry
    by: str
    recorded_at: datetime
    faces: tuple[Happening, ...]
    undone: bool
    news: tuple[Happening, ...] = ()  # those of the faces that were told to this viewer before all others
    seq: int = field(default=0, compare=False)  # of the event: never to be shown, it tells of what others did unseen
    payload: Proposed | Endorsed | None = None  # of counsel, which its team may read
    called: Called | None = None  # as in Entry


@dataclass(slots=True)
class Entry:
    """A public moment, and what the viewer did unseen after it."""

    number: int
    what: str  # kind of event
    seat: Seat | None  # whose it was; of another's move what the first happening says, for who made it may be secret
    by: str
    recorded_at: datetime  # to the minute, if it is another's and the game runs
    hash: str
    faces: tuple[Happening, ...]
    payload: Event | None  # of events that hold nothing secret (all but moves and the deal)
    undone: bool
    notes: list[Note] = field(default_factory=list)
    round: int = 0  # when it was over; 0 before the first
    called: Called | None = None  # what the seats were called then; None: as now


@dataclass(frozen=True, slots=True)
class Eyes:
    """One viewer's (None: a spectator's) of one game."""

    viewer: Seat | None
    over: bool

    @classmethod
    def of(cls, row: GameRow, viewer: Seat | None) -> Eyes:
        return cls(viewer, row.status in Game.ENDED)

    def shown(self, time: datetime, seat: Seat | None) -> datetime:
        """A time of something that `seat` did."""
        return time if self.over or self._own(seat) else time.replace(second=0, microsecond=0)

    def time(self, row: EventRow) -> datetime:
        """When an event was recorded."""
        return self.shown(row.recorded_at, row.seat)

    def entry(self, number: int, step: Told, called: Called | None = None) -> Entry:
        """A public moment."""
        row, faces = step.row, self._faces(step)
        payload = None if row.kind in HIDDEN else step.noted.payload
        seat = self._seat(row, faces)
        far = step.noted.progress
        return Entry(
            number, row.kind, seat, self._by(step, faces), self.time(row), row.hash, faces, payload, step.undone,
            round=far.round if far is not None else 0, called=called,
        )  # fmt: skip

    def add_note(self, entry: Entry, step: Told) -> None:
        """Put down after `entry` what all do not see, if this viewer knows of it."""
        row, faces = step.row, self._faces(step)
        if self.viewer is None or row.seat is None or isinstance(step.noted.payload, PressSent):
            return
        payload = step.noted.payload
        counsel = payload if isinstance(payload, Proposed | Endorsed) else None
        if counsel is not None and self.viewer not in counsel.team:
            return
        if counsel is not None or self._own(row.seat) or faces:
            seat, by, news = self._seat(row, faces), self._by(step, faces), self._faces(step, Aside)
            entry.notes.append(
                Note(row.kind, seat, by, self.time(row), faces, step.undone, news, row.seq, counsel, entry.called)
            )

    def _own(self, seat: Seat | None) -> bool:
        return seat is not None and seat == self.viewer

    def _seat(self, row: EventRow, faces: tuple[Happening, ...]) -> Seat | None:
        if row.kind != "move_made" or self.over or self._own(row.seat):
            return row.seat
        seat = getattr(faces[0], "seat", None) if faces else None
        return seat if isinstance(seat, int) else None

    def _faces(self, step: Told, of: type[Happening] = Happening) -> tuple[Happening, ...]:
        told = (one.seen_by(self.viewer) for one in step.noted.happenings if isinstance(one, of))
        return tuple(face for face in told if face is not None)

    def _by(self, step: Told, faces: tuple[Happening, ...]) -> str:
        """How a move came about. Others learn of a time-out, or of a bot, where it shows whose move it was."""
        payload = step.noted.payload
        if not isinstance(payload, MoveMade):
            return ""
        told = bool(faces) and getattr(faces[0], "seat", None) == payload.seat and payload.by in {"timeout", "bot"}
        told = told and not any(isinstance(one, Unseen) for one in step.noted.happenings)
        return payload.by if told or self._own(payload.seat) else ""
