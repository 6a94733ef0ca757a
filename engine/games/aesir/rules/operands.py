"""What a will takes, a class a kind: how a menu lists it, what is checked, how an order names it.

Menus go by gods in awakening order, cards from the top down, opponents clockwise from the chooser's left.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, ClassVar

from engine.core.menu import Option
from engine.core.moves import IllegalMove, Seat
from engine.games.aesir.data import ALL_GODS, CARDS, GODS, NUMBER
from engine.games.aesir.moves import Ref, StackRef
from engine.games.aesir.rules.stacks import card_at, face_up, own_cards, place_of
from engine.games.aesir.state import State


@dataclass(frozen=True, slots=True)
class Operand(ABC):
    """The field `name` of a move; `key` is the first word of its menu lines."""

    name: str
    key: str
    face_down: ClassVar[bool] = False  # whether a face-down card may be taken

    @abstractmethod
    def options(self, state: State, seat: Seat) -> Iterator[Option]:
        """What may be taken, without a move."""

    def fields(self, option: Option) -> dict[str, Any]:
        """The fields of the move, of one of `options`."""
        return {self.name: option.what[1]}

    @abstractmethod
    def check(self, state: State, seat: Seat, move: Any) -> None:
        """Raises IllegalMove for what is not there."""

    def look(self, ref: Ref) -> None:
        """Raises IllegalMove for a face-down card, whosever it is, where an order has to name another."""
        if not self.face_down:
            check_face(ref)

    def read(self, ref: Ref, seat: Seat, seats: int) -> dict[str, Any]:
        """The fields of the move, as an order names a card of one's own. Raises IllegalMove; looks at no table.

        What `look` refuses was refused before, for all operands of the order.
        """
        if ref.foreign(seat):
            raise IllegalMove("E_NOT_OWN")
        return {self.name: ref.card()}

    def write(self, move: Any) -> Ref:
        """How an order names what a move has taken."""
        return Ref.of(getattr(move, self.name))


@dataclass(frozen=True, slots=True)
class OwnStack(Operand):
    """A stack of one's own, named without a number."""

    top_only: bool = False  # a number would point to a card, of which the will takes the top one

    def options(self, state: State, seat: Seat) -> Iterator[Option]:
        return (Option((self.key, GODS[god])) for god in ALL_GODS if state.counts[seat][god])

    def check(self, state: State, seat: Seat, move: Any) -> None:
        _check_stack(state, seat, getattr(move, self.name))

    def look(self, ref: Ref) -> None:
        """A stack shows what it is."""

    def read(self, ref: Ref, seat: Seat, seats: int) -> dict[str, Any]:
        if ref.pos is not None:
            raise IllegalMove("E_TOP_ONLY") if self.top_only else IllegalMove("E_SYNTAX", needs="stack", god=ref.god)
        if ref.foreign(seat):
            raise IllegalMove("E_NOT_OWN")
        return {self.name: ref.god}

    def write(self, move: Any) -> Ref:
        return Ref(god=getattr(move, self.name))


@dataclass(frozen=True, slots=True)
class ScoredCard(Operand):
    """A card of one's own stack of the god awake, face up or down, that becomes a point."""

    key: str = "score"
    face_down: ClassVar[bool] = True

    def options(self, state: State, seat: Seat) -> Iterator[Option]:
        return (Option((self.key, ref)) for ref in own_cards(state, seat, state.god))

    def check(self, state: State, seat: Seat, move: Any) -> None:
        check_scored(state, seat, getattr(move, self.name))


@dataclass(frozen=True, slots=True)
class OwnCard(Operand):
    """A face-up card of one's own."""

    key: str = "own"

    def options(self, state: State, seat: Seat) -> Iterator[Option]:
        return (Option((self.key, ref)) for god in ALL_GODS for ref in face_up(state, seat, god))

    def check(self, state: State, seat: Seat, move: Any) -> None:
        _check_face_up(state, seat, getattr(move, self.name))


@dataclass(frozen=True, slots=True)
class TheirCard(Operand):
    """A face-up card of an opponent; a refusal names one as an example, never the reader's own."""

    key: str = "theirs"

    def options(self, state: State, seat: Seat) -> Iterator[Option]:
        """As they are seen: with the id of a top card, `L?` for a covered one."""
        for step in range(1, state.seats):
            owner = (seat + step) % state.seats
            group = f"cards:{owner}" if state.seats > 2 else ""
            for ref in (ref for god in ALL_GODS for ref in face_up(state, owner, god)):
                seen = CARDS[card_at(state, owner, ref)] if ref.pos == 1 else f"{ref.stack}?"
                yield Option((self.key, ref, owner, seen), group=group)

    def fields(self, option: Option) -> dict[str, Any]:
        return {self.name: option.what[1], "opponent": option.what[2]}

    def check(self, state: State, seat: Seat, move: Any) -> None:
        check_face(getattr(move, self.name))
        check_opponent(state, seat, move.opponent)
        _check_face_up(state, move.opponent, getattr(move, self.name))

    def read(self, ref: Ref, seat: Seat, seats: int) -> dict[str, Any]:
        if ref.owner in (None, seat):
            raise IllegalMove("E_OWN_STACK", other=(seat + 1) % seats)
        return {self.name: ref.card(), "opponent": ref.owner}

    def write(self, move: Any) -> Ref:
        return Ref.of(getattr(move, self.name), move.opponent)


def check_face(ref: Ref | StackRef) -> None:
    """Raises IllegalMove for a face-down card."""
    if ref.face == "down":
        raise IllegalMove("E_FACE_DOWN")


def check_opponent(state: State, seat: Seat, other: Seat) -> None:
    """Raises IllegalMove unless it is somebody else at the table."""
    if other == seat or other >= state.seats:
        raise IllegalMove("E_OWN_STACK", other=(seat + 1) % state.seats)


def check_scored(state: State, seat: Seat, ref: StackRef) -> None:
    """Raises IllegalMove unless it is a card of the own stack of the god awake."""
    if ref.stack != GODS[state.god]:
        raise IllegalMove("E_WRONG_STACK", god=GODS[state.god])
    pile = state.down if ref.face == "down" else state.up
    _check_there(pile[seat][state.god], seat, ref)


def _check_face_up(state: State, owner: Seat, ref: StackRef) -> None:
    check_face(ref)
    _check_stack(state, owner, ref.stack)
    _check_there(state.up[owner][NUMBER[ref.stack]], owner, ref)


def _check_stack(state: State, owner: Seat, god: str) -> None:
    if not state.counts[owner][NUMBER[god]]:
        raise IllegalMove("E_NO_STACK", god=god, owner=owner)


def _check_there(pile: list[int], owner: Seat, ref: StackRef) -> None:
    if ref.pos > len(pile):
        raise IllegalMove("E_NO_CARD", god=ref.stack, owner=owner, pos=ref.pos, card=place_of(ref))
