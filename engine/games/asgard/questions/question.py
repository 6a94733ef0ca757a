"""What a decision of Asgard is: who is asked, the menu, the default, and what carries the answer out."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterator, Mapping
from typing import Any, ClassVar, TypeAlias

from engine.core.decisions import Decision
from engine.core.flow import Asked
from engine.core.menu import Menu
from engine.core.moves import IllegalMove, Move, Seat
from engine.core.questions import Posed
from engine.games.asgard.moves import AnyMove
from engine.games.asgard.pieces import TURN
from engine.games.asgard.play import Play
from engine.games.asgard.state import State

Deed: TypeAlias = Callable[[Play, Seat, Any], None]  # checks a move, then plays it; raises IllegalMove


class Choice(Posed[State, AnyMove]):
    """A question that the state itself holds open, while its stage lasts; the answer is played at once.

    `deeds`: what plays each kind of answer. `alone`: but one seat is asked, whose turn it is.
    """

    deeds: ClassVar[tuple[tuple[type[Move], Deed], ...]] = ()
    _deed: ClassVar[Mapping[type[Move], Deed]]
    alone: ClassVar[bool] = True
    secret: ClassVar[bool] = False

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        cls._deed = dict(cls.deeds)

    def open(self, state: State) -> Iterator[Decision]:
        """Who is asked now, and who may still replace an answer."""
        yield Decision(state.active, self.kind, secret=self.secret, clock=clock(state, state.active))

    def play(self, play: Play, seat: Seat, move: Move) -> None:
        """Carry an answer out. Raises IllegalMove."""
        if self.alone and seat != play.state.active:
            raise IllegalMove("E_NOT_YOUR_TURN")
        deed = self._deed.get(type(move))
        if deed is None:
            raise IllegalMove("E_PHASE")
        deed(play, seat, move)

    def forced(self, state: State, asked: Asked[AnyMove]) -> Move | None:
        """The only answer, if there is but one."""
        return self.menu(state, asked).single()

    @abstractmethod
    def menu(self, state: State, asked: Asked[AnyMove]) -> Menu:
        """See `Posed.menu`; those of some long moves are a choice of the usual ones (RULINGS.md)."""


def clock(state: State, seat: Seat) -> str:
    """The whole turn of the player on turn (R6.6) has one deadline; what others are asked meanwhile has its own."""
    return f"turn {state.turn}" if state.stage in TURN and seat == state.active else ""
