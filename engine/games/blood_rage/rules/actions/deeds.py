"""What an action is: its check, what it does and its lines of the menu, beside each other."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import ClassVar, Generic, TypeVar

from engine.core.menu import Option
from engine.core.moves import IllegalMove, Move, Seat
from engine.games.blood_rage.data import PLACE, PROVINCES
from engine.games.blood_rage.rules.play import Rage
from engine.games.blood_rage.state import State

M = TypeVar("M", bound=Move)


class Deed(ABC, Generic[M]):
    """One kind of action (R5.2). A game has one instance of each."""

    move: ClassVar[type[Move]]
    group: ClassVar[str]  # heading of its lines in the menu

    @abstractmethod
    def check(self, state: State, seat: Seat, move: M) -> None:
        """Raises IllegalMove when it cannot be done."""

    @abstractmethod
    def act(self, play: Rage, seat: Seat, move: M) -> None:
        """Pay and do it, or line up what is to be done."""

    @abstractmethod
    def options(self, state: State, seat: Seat) -> Iterator[Option]:
        """Every way to do it now."""


def province_of(state: State, code: str) -> int:
    """A standing province. Raises IllegalMove E_PLACE, E_NO_PROVINCE, E_DESTROYED."""
    place = place_of(code)
    if place not in PROVINCES:
        raise IllegalMove("E_NO_PROVINCE", place=code)
    if state.destroyed[place]:
        raise IllegalMove("E_DESTROYED", place=code)
    return place


def place_of(code: str) -> int:
    """A province or a fjord. Raises IllegalMove E_PLACE."""
    if code not in PLACE:
        raise IllegalMove("E_PLACE", place=code)
    return PLACE[code]


def standing(state: State) -> list[int]:
    """The provinces that are not destroyed."""
    return [place for place in PROVINCES if not state.destroyed[place]]


def check_rage(state: State, seat: Seat, needs: int) -> None:
    """Raises IllegalMove E_RAGE for a price that cannot be paid."""
    if state.rage[seat] < needs:
        raise IllegalMove("E_RAGE", needs=needs, have=state.rage[seat])


def pay(play: Rage, seat: Seat, rage: int) -> None:
    """The price of an action; what it is for tells it."""
    play.state.rage[seat] -= rage
