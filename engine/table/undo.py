"""Taking back: a seat's own last moves and plans go, what others did since stays.

What others did unseen must not show in whether a seat may take back: the button would tell of every card that was
replaced in secret. So that is carried over, and only what the seat has seen of others can be in its way.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Generic, Protocol, Self, TypeVar

from engine.core.chance import ChanceMismatch
from engine.core.happenings import Happening
from engine.core.moves import IllegalMove, Seat
from engine.table.events import Event, MoveMade, PlansFiled, Undone
from engine.table.session import Made, closed_to, is_public, may_be_undone
from engine.table.table import Recorded, Table, takes_back


@dataclass(slots=True)
class TakenBack:
    """What a taking back comes to. `public`: whether all may see that it happened."""

    table: Table  # as if the seat had not moved
    public: bool


def take_back(before: Table, since: Sequence[Recorded], seat: Seat) -> TakenBack | None:
    """What the table is without the moves and plans of `seat` among `since`; None when they cannot be taken back.

    `since`: the events that count after the table was as `before`, which is not changed. They are played twice, with
    the seat's own and without. None when one of the own drew by chance, showed something, was made because time was up
    or by a bot; when another's move that the seat saw was no sealed answer to a question that was open anyway, or
    made use of what is to be taken back; and when there is nothing of the seat's own.
    """
    own = [one for one in since if _is_of(one, seat)]
    if not own:
        return None
    real, without, public = before.copy(), before.copy(), False
    for one in since:
        closed = closed_to(real, seat)
        made = Made(one.payload, real.advance(one.payload))
        made.opened = closed.opens(closed_to(real, seat))
        if _is_of(one, seat):
            if not may_be_undone([made], seat):
                return None
            public |= is_public(made)
        elif not _is_carried(made, without, seat):
            return None
    return TakenBack(without, public)


def _is_of(one: Recorded, seat: Seat) -> bool:
    return isinstance(one.payload, MoveMade | PlansFiled) and one.payload.seat == seat


def _is_carried(made: Made, without: Table, seat: Seat) -> bool:
    """Let another's event happen on the table without the seat's own; whether it can stay as it was."""
    sealed = isinstance(made.payload, MoveMade) and _is_sealed(without, made.payload.seat)
    try:
        happenings = without.advance(made.payload)
    except (IllegalMove, ChanceMismatch):  # it rests on what is to be taken back
        return False
    if not _sees(made.happenings, seat):  # nor is there anything to see of what is no move
        return True
    # A wave that closed has turned the seat's own answer up: then it happens otherwise without that answer.
    return sealed and happenings == made.happenings


def _is_sealed(table: Table, seat: Seat) -> bool:
    """Whether all that a seat can answer now stays hidden: it tells nothing that another answer could make use of."""
    asked = [decision for decision in table.decisions() if decision.seat == seat]
    return bool(asked) and all(decision.secret for decision in asked)


def _sees(happenings: Sequence[Happening], viewer: Seat) -> bool:
    return any(happening.seen_by(viewer) is not None for happening in happenings)


class _Copied(Protocol):
    def copy(self) -> Self: ...


T = TypeVar("T", bound=_Copied)


class Returns(Generic[T]):
    """For who walks through a log: what the game was like where undos return to, of the events that still count.

    One seat may take back what another did not: so what was kept is made anew without what was taken back before it.
    """

    def __init__(self, events: Iterable[Event]) -> None:
        self._wanted = {event.to for event in events if isinstance(event, Undone)}
        self._kept: dict[int, T] = {}

    def __getitem__(self, seq: int) -> T:
        return self._kept[seq]

    def __contains__(self, seq: int) -> bool:
        return seq in self._kept

    def keep(self, seq: int, game: T) -> None:
        """Remember the game as it is after event `seq`, if an undo will return there."""
        if seq in self._wanted:
            self._kept[seq] = game.copy()

    def back(self, undone: Undone, counted: Sequence[Recorded], advance: Callable[[T, Recorded], object]) -> T:
        """The game after `undone`. `counted`: the events that counted before it."""
        game = self._kept[undone.to].copy()
        later = sorted((seq for seq in self._kept if seq > undone.to), reverse=True)
        for one in counted:
            if one.seq <= undone.to or takes_back(undone, one):
                continue
            while later and later[-1] < one.seq:
                self._kept[later.pop()] = game.copy()
            advance(game, one)
        for seq in later:
            self._kept[seq] = game.copy()
        return game
