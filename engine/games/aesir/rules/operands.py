"""What stands behind the order word of a will: whose card or stack it names, read from a wish and written into one.

What only the table can tell (no such stack, above the limit ...) is left to the wills.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

from engine.core.moves import IllegalMove, Move, Seat
from engine.games.aesir.moves import Ref


class Operand(Protocol):
    """One of them."""

    def read(self, ref: Ref, seat: Seat, seats: int) -> dict[str, Any]:
        """The fields of the move. Raises IllegalMove."""

    def write(self, move: Move) -> Ref: ...


@dataclass(frozen=True, slots=True)
class OwnStack:
    """A stack of one's own, named without a number."""

    name: str
    top_only: bool = False  # a number would point to a card, of which the will takes the top one

    def read(self, ref: Ref, seat: Seat, seats: int) -> dict[str, Any]:
        if ref.pos is not None:
            raise IllegalMove("E_TOP_ONLY") if self.top_only else IllegalMove("E_SYNTAX", needs="stack", god=ref.god)
        if ref.foreign(seat):
            raise IllegalMove("E_NOT_OWN")
        return {self.name: ref.god}

    def write(self, move: Move) -> Ref:
        return Ref(god=getattr(move, self.name))


@dataclass(frozen=True, slots=True)
class OwnCard:
    """A card of one's own; `face_up`: no Thor card that lies face down."""

    name: str
    face_up: bool = False

    def read(self, ref: Ref, seat: Seat, seats: int) -> dict[str, Any]:
        if self.face_up and ref.face == "down":
            raise IllegalMove("E_FACE_DOWN")
        if ref.foreign(seat):
            raise IllegalMove("E_NOT_OWN")
        return {self.name: ref.card()}

    def write(self, move: Move) -> Ref:
        return Ref.of(getattr(move, self.name))


@dataclass(frozen=True, slots=True)
class TheirCard:
    """A face-up card of an opponent; a refusal names one as an example, never the reader's own."""

    name: str

    def read(self, ref: Ref, seat: Seat, seats: int) -> dict[str, Any]:
        if ref.face == "down":
            raise IllegalMove("E_FACE_DOWN")
        if ref.owner in (None, seat):
            raise IllegalMove("E_OWN_STACK", other=(seat + 1) % seats)
        return {"opponent": ref.owner, self.name: ref.card()}

    def write(self, move: Move) -> Ref:
        return Ref.of(getattr(move, self.name), move.opponent)  # type: ignore[attr-defined]
