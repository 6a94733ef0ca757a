"""Moving on the board: which pieces of a drawing answer which lines of a menu.

A game says of a menu line which pieces it speaks of, by their names on the board (`Game.spots`); everything else
follows from the seat's own menu, so a board to move on tells nothing that the menu does not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from engine.core.menu.base import Menu, Option
from engine.core.menu.lists import Lines, only_behind

Spots: TypeAlias = Callable[[Option], Iterable[str]]  # the names of the pieces that a line speaks of
DEEP = 2  # further lists looked into below a line that itself speaks of no piece


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a list: the path to it from that list (`3`, `3.1`), and what it is."""

    reply: str
    option: Option

    @property
    def leads(self) -> bool:
        """Whether it opens a further list, of several lines."""
        return self.option.move is None and self.option.then is not None and only_behind(self.option) is None


def answered_by(menu: Menu, spots: Spots) -> dict[str, tuple[Line, ...]]:
    """By the name of each piece the lines of this list that speak of it, in the order of the list."""
    found: dict[str, list[Line]] = {}
    for line in _lines(menu, spots, DEEP):
        for name in dict.fromkeys(spots(line.option)):
            found.setdefault(name, []).append(line)
    return {name: tuple(lines) for name, lines in found.items()}


def _lines(menu: Menu, spots: Spots, deep: int, at: str = "") -> Iterator[Line]:
    """The lines that speak of a piece. One that speaks of none, or stands for many, is looked behind."""
    for reply, option in menu.lines:
        line = Line(at + reply, option)
        if not option.folds and any(True for _ in spots(option)):
            yield line
        elif option.move is None and option.then is not None and deep and isinstance(further := option.then(), Lines):
            yield from _lines(further, spots, deep - (not option.folds), f"{line.reply}.")


def narrowed(answers: Mapping[str, tuple[Line, ...]], pieces: Sequence[str]) -> tuple[Line, ...]:
    """The lines that speak of all these pieces, in the order of the list; none where nothing does."""
    each = [answers.get(name, ()) for name in pieces]
    if not each:
        return ()
    others = [{line.reply for line in lines} for lines in each[1:]]
    return tuple(line for line in each[0] if all(line.reply in replies for replies in others))
