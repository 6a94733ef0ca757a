"""What happens unseen: who is asked is hidden, and what happens is told later, to all at once.

Rules let a veil fall before the first thing that is to be hidden, and lift it after the last:

    play.then(veil("battle"), cards(), cards_speak(), late(turn=0), lift(), compare())

While it is down nobody learns who is asked, nor who has answered: everybody reads one stand-in ("the battle waits for
orders"). What is told meanwhile is held back. A seat that is asked is told all of it with its question, and sees the
table as it was then; all others, and that seat again once it has answered, see nothing move until the veil lifts.
Answers behind a veil are final: whether one may still be replaced would tell who has been asked since.

A veil has one time for all that is asked behind it, from its fall on: with a deadline for each question a veil that is
still down after the first one would tell that somebody was asked a second time. Whoever is asked late has what is left
of it; what is asked when it is over is answered by standing orders and defaults at once.

The state keeps the veil beside its flow, so that it is there in every snapshot:

    veil: Veil[State] | None = None
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Generic, TypeVar

from engine.core.happenings import Happening
from engine.core.moves import Json, Seat

S = TypeVar("S")


@dataclass(slots=True)
class Held:
    """A happening that waits behind a veil, and the seats that know of it."""

    what: Json
    told: tuple[Seat, ...] = ()


@dataclass(slots=True)
class Veil(Generic[S]):
    """One that is down. Replaced, never changed, so that copies of a state may share it."""

    name: str  # what is waited for: the kind of the stand-in that everybody reads
    before: S  # the table as all see it who have not been asked
    shown: dict[Seat, S] = field(default_factory=dict)  # as those see it who have: as it was when they were asked
    held: tuple[Held, ...] = ()
    among: tuple[Seat, ...] = ()  # whom it may concern, as all know: while one of them is away it waits; empty: all

    def concerns(self, seat: Seat) -> bool:
        """Whether this seat may be asked behind it."""
        return not self.among or seat in self.among

    def seen_by(self, viewer: Seat | None) -> S:
        """The table as it is shown to this viewer."""
        return self.before if viewer is None else self.shown.get(viewer, self.before)

    def hold(self, happenings: Iterable[Happening], told: tuple[Seat, ...] = ()) -> Veil[S]:
        """Keep these back for all but `told`."""
        more = tuple(Held(one.as_json(), told) for one in happenings)
        return Veil(self.name, self.before, self.shown, self.held + more, self.among)

    def show(self, seats: Sequence[Seat], table: S) -> tuple[Veil[S], list[tuple[Json, tuple[Seat, ...]]]]:
        """Let `seats` see all: the veil then, and what is news to which of them."""
        news, held = [], []
        for one in self.held:
            fresh = tuple(seat for seat in seats if seat not in one.told)
            held.append(Held(one.what, one.told + fresh) if fresh else one)
            if fresh:
                news.append((one.what, fresh))
        return Veil(self.name, self.before, self.shown | dict.fromkeys(seats, table), tuple(held), self.among), news


def veil_of(state: Any) -> Veil[Any] | None:
    """The veil that is down; None also where a game has none at all."""
    return getattr(state, "veil", None)


def shown(state: S, viewer: Seat | None) -> S:
    """The table as `viewer` may see it."""
    down = veil_of(state)
    return state if down is None else down.seen_by(viewer)


def unveil(state: Any) -> None:
    """Show everybody the table as it is: the game is over."""
    if veil_of(state) is not None:
        state.veil = None


@dataclass(slots=True)
class Veiled(Happening):
    """A veil is down, as everybody sees: what came before it can no more be taken back, whoever answers behind it."""

    kind: ClassVar[str] = "veiled"
    reveals: ClassVar[bool] = True
    name: str


@dataclass(slots=True)
class Unseen(Happening):
    """Somebody has answered behind a veil. Nobody learns of it; it cannot be taken back, whatever came of it."""

    kind: ClassVar[str] = "unseen"
    reveals: ClassVar[bool] = True

    def seen_by(self, viewer: Seat | None) -> Happening | None:
        return None


@dataclass(slots=True)
class Aside(Happening):
    """What was held back, told to some: to those who are asked first, to all others when the veil lifts."""

    kind: ClassVar[str] = "aside"
    reveals: ClassVar[bool] = True
    what: Happening
    to: tuple[Seat, ...] | None  # None: to all but `known`, who have been told before
    known: tuple[Seat, ...] = ()

    def seen_by(self, viewer: Seat | None) -> Happening | None:
        told = viewer not in self.known if self.to is None else viewer in self.to
        return self.what.seen_by(viewer) if told else None

    def as_json(self) -> Json:
        to = None if self.to is None else list(self.to)
        return {"kind": self.kind, "what": self.what.as_json(), "to": to, "known": list(self.known)}
