"""What a world is to the rules: the moves that are its action, what closes it, its check, its doing, its lines."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import Any, ClassVar

from engine.core.menu import Option
from engine.core.moves import IllegalMove, Move, Seat
from engine.games.yggdrasil.data import BAG_CODES, BAGS
from engine.games.yggdrasil.play import Tree
from engine.games.yggdrasil.state import State


class World(ABC):
    """One of the nine. All checks raise IllegalMove and change nothing."""

    number: ClassVar[int]
    moves: ClassVar[tuple[type[Move], ...]]

    def closed(self, state: State, seat: Seat) -> IllegalMove | None:
        """Why nothing at all can be done there."""
        return None

    def check(self, state: State, seat: Seat, move: Any) -> None:  # noqa: B027  two worlds refuse nothing
        """Raise IllegalMove when this action cannot have any effect (R6.5)."""

    @abstractmethod
    def act(self, play: Tree, seat: Seat, move: Any) -> None:
        """Carry out a checked action."""

    @abstractmethod
    def options(self, state: State, seat: Seat) -> Iterator[Option]:
        """Its legal actions, unless it is closed."""


def check_bag(state: State, bag: int) -> None:
    """Raises IllegalMove E_BAG_EMPTY."""
    if not state.counters(bag):
        raise IllegalMove("E_BAG_EMPTY", bag=BAG_CODES[bag - 1])


def bags(state: State) -> list[int]:
    """Those that hold a counter."""
    return [bag for bag in BAGS if state.counters(bag)]
