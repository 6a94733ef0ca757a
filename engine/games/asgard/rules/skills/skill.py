"""What a skill beside a request slot is: its check, its menu and its time-out default, beside what it does."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar, TypeAlias

from engine.core.flow import Frame
from engine.core.grammar.records import Record
from engine.core.moves import IllegalMove, Seat
from engine.games.asgard.moves import Part
from engine.games.asgard.state import State

Line: TypeAlias = tuple[tuple[object, ...], Any]  # what a line of the menu says, and the part of the move it stands for
UNUSED: Line = (("nothing",), None)


class Skill:
    """One kind of skill; this one is that of a slot which gives stones, or only the god's seal.

    `effect`: what the component data call it; `forms`: what of a move can name it, and how that is read and written.
    """

    effect: ClassVar[str] = ""
    forms: ClassVar[tuple[Record[Any], ...]] = ()
    parts: ClassVar[tuple[type[Part], ...]] = ()
    must: ClassVar[bool] = False  # a request is refused that does not name what it does

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        cls.parts = tuple(form.model for form in cls.forms)

    def frames(self, state: State, seat: Seat, place: int, part: Any) -> list[Frame]:
        """What it lines up, for the disc at `place` and before its god's seal and stones have come.

        Nothing, where nothing of a move can name it. Raises IllegalMove.
        """
        return []

    def unnamed(self, state: State, seat: Seat, place: int) -> list[Frame]:
        """What it lines up when the request names nothing: the optional part is not used."""
        return []

    def lines(self, state: State, seat: Seat, place: int) -> Iterator[Line]:
        """Its menu in canonical order. What `frames` refuses is left out of it."""
        yield UNUSED

    def default(self, state: State) -> Part | None:
        """What a time-out names."""
        return None

    def legal(self, state: State, seat: Seat, place: int) -> list[Line]:
        """The lines that `frames` takes."""
        return [line for line in self.lines(state, seat, place) if self.takes(state, seat, place, line[1])]

    def takes(self, state: State, seat: Seat, place: int, part: Part | None) -> bool:
        """Whether `frames` takes it, as what a line of the menu stands for."""
        try:
            if part is not None:
                self.frames(state, seat, place, part)
        except IllegalMove:
            return False
        return True
