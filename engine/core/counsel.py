"""Players of one team who advise each other: what they propose, and which questions of a game take counsel.

What is proposed and endorsed is kept by `engine.table.counsel`; of a game only `Counsel` is asked.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from pydantic import BaseModel, ConfigDict

from engine.core.decisions import Decision
from engine.core.moves import Json, Seat


class Advised(BaseModel):
    """One order of a proposal: moves, the best one first, or plans; to be read as those of other events are."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    moves: tuple[Json, ...] = ()
    plans: tuple[Json, ...] = ()


@dataclass(frozen=True, slots=True)
class Proposal:
    """Orders that players of one team propose to another, who is on turn. It changes no state of the game."""

    number: int  # from 1, counted through the whole game: a number never comes to mean another proposal
    seat: Seat  # whose it is
    to: Seat
    team: tuple[Seat, ...]  # who may know of it
    topic: str  # the question, or the turn, for which it was made
    orders: tuple[Advised, ...]  # in the order in which they are to be carried out
    endorsed: tuple[Seat, ...] = ()  # who stands behind it; the one whose it is first, while they hold their seat
    over: bool = False  # its question was answered: an equal one that is asked later is another


class Counsel(Protocol):
    """Which questions of a game take counsel. Depends only on what everybody at the table may know."""

    def advisers(self, state: Any, decision: Decision, seats: int) -> tuple[Seat, ...]:
        """Who may propose an answer to this question, and endorse what others propose; none: it takes no counsel."""

    def coming(self, state: Any, seats: int) -> tuple[Decision, ...]:
        """Questions that are sure to come, on which one may advise before they do; each by the clock of its turn."""

    def ahead(self, lines: Sequence[str]) -> Sequence[str]:
        """What is typed for a turn to come, as its seat would type it before."""

    def carries(self, endorsing: int, others: int) -> bool:
        """Whether what so many of so many other players stand behind is played at a time-out."""


class OpenCounsel:
    """Counsel of a game in which all play together: everybody advises whoever is asked, half of the others carry.

    `kinds`: the questions that take counsel; none given: all that are no secret.
    """

    def __init__(self, *kinds: str) -> None:
        self.kinds = frozenset(kinds)

    def advisers(self, state: Any, decision: Decision, seats: int) -> tuple[Seat, ...]:
        """See `Counsel.advisers`."""
        hidden = decision.secret or decision.concealed
        if hidden or (self.kinds and decision.kind not in self.kinds):
            return ()
        return tuple(seat for seat in range(seats) if seat != decision.seat)

    def coming(self, state: Any, seats: int) -> tuple[Decision, ...]:
        """See `Counsel.coming`; none, unless a game knows of some."""
        return ()

    def ahead(self, lines: Sequence[str]) -> Sequence[str]:
        """See `Counsel.ahead`."""
        return lines

    def carries(self, endorsing: int, others: int) -> bool:
        """See `Counsel.carries`."""
        return others > 0 and 2 * endorsing >= others
