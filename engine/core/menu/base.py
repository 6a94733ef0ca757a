"""What every menu can do, and the lines it is made of."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from random import Random
from typing import Any, ClassVar, Literal, TypeAlias

from engine.core.moves import IllegalMove, Move

Form: TypeAlias = Literal["lines", "columns", "pick", "share", "arrange"]
LABEL = r"[0-9]{1,3}[a-z]?"  # what stands before a line: its number, or a label of the game's own (`0`, `1a`)
PATH = rf"{LABEL}(?:\.{LABEL}){{0,9}}"  # of a line in a further list: `2.1`, `1a.3`
NUMBER = "E_MENU_NUMBER"  # a number that the list does not have
GROUP = "E_MENU_GROUP"  # a number under which several lines stand, each with a letter
# Said of a menu from which one may take nothing, beside its number 0, in the languages of the house.
NOTHING = frozenset({"0", "none", "nothing", "nobody", "no", "нет", "ничего", "никто", "никого", "ни одного"})
# What may be a reply at all, and is worth a look into the menu: a line that begins with a number or a cell of columns,
# perhaps below a heading copied with it, and goes on with nothing but numbers.
REPLY = re.compile(
    r"(?:[^\W\d]+ [0-9]{1,3} ?: ?)?(?:[0-9]{1,3}[a-z]?|[a-zа-я]{1,2} ?-? ?[0-9]{1,3})"
    r"(?:[ .,=:]{1,3}(?:[0-9]{1,3}[a-z]?|[a-z]{1,2}[0-9]{1,3}))*[.)]?"
)
_NUMBERS = re.compile(rf"{LABEL}(?:(?:\s*[.,=:]\s*|\s+){LABEL})*")


@dataclass(frozen=True, slots=True)
class Option:
    """One line of a menu."""

    what: Any = ()  # what the line speaks of, for `Words.option`: a move, a dataclass of the game's own, or a tuple
    move: Move | None = None  # None: `then` asks on, or the option is part of an answer
    then: Callable[[], Menu] | None = None
    group: str = ""  # options of one group stand under one heading (`Words.heading`)
    label: str = ""  # what one replies instead of the line's number: `0`, `1a`
    folds: tuple[Option, ...] = ()  # the lines for which this one stands, in a list too long to be shown whole


def lines_of(moves: Iterable[Move]) -> tuple[Option, ...]:
    """A line for each of these moves, which speaks of the move itself: `@tells(Lay)` says what it reads."""
    return tuple([Option(move, move) for move in moves])


Leaf: TypeAlias = tuple[str, Option, Move]  # what one replies, its last option, its move


class Menu(ABC):
    """Legal answers to one question, in their canonical order."""

    __slots__ = ()
    form: ClassVar[Form]  # how it is shown and filled in
    options: tuple[Option, ...]  # none where they stand in columns
    question: str  # key for `Words.heading`; empty: the decision's own question

    @property
    @abstractmethod
    def lines(self) -> tuple[tuple[str, Option], ...]:
        """Its lines, each with its label."""

    @property
    @abstractmethod
    def example(self) -> str:
        """A reply that is a whole answer or leads on."""

    @abstractmethod
    def leaves(self) -> Iterator[Leaf]:
        """Every whole answer, in the canonical order; made one by one, as they are asked for."""

    @abstractmethod
    def pick(self, reply: str) -> Move | Menu | None:
        """The move at `3`, `b7`, `1 4 5` or `2.1.4`; the further list when a path stops short; None: it is no reply."""

    @abstractmethod
    def read(self, text: str) -> tuple[Move, ...] | None:
        """The moves that a typed line names, best first.

        None: the line is no menu reply at all. An empty tuple: it is one, but names no whole answer.
        """

    @abstractmethod
    def random(self, rng: Random) -> Move:
        """A whole answer found by choosing one line of each list: as quick for a long menu as for a short one."""

    def wrong(self, text: str) -> IllegalMove:
        """Why a line of menu numbers is no answer here, and what would be one."""
        return IllegalMove(NUMBER, numbers=text)

    def first(self) -> Move:
        """The first whole answer. Raises ValueError if there is none."""
        for _, _, move in self.leaves():
            return move
        raise ValueError("an empty menu")

    def single(self) -> Move | None:
        """The answer if there is exactly one."""
        found = [move for _, _, move in islice(self.leaves(), 2)]
        return found[0] if len(found) == 1 else None


def labelled(options: Sequence[Option]) -> tuple[tuple[str, Option], ...]:
    """Each option with what one replies: its own label, or its number among those without one.

    Raises ValueError for two lines of one label, and for a label that nobody could type apart from a path.
    """
    if not any(option.label for option in options):
        return tuple((str(number), option) for number, option in enumerate(options, 1))
    number, found = 0, dict[str, Option]()
    for option in options:
        number += not option.label
        found.setdefault(option.label or str(number), option)
    if len(found) != len(options) or not all(re.fullmatch(LABEL, label) for label in found):
        raise ValueError(f"labels {[option.label for option in options]}")
    return tuple(found.items())


def tidy(text: str) -> str:
    """A typed reply without what people put around it: `2)`, `3.`"""
    return " ".join(text.split()).lower().rstrip(".)")


def is_numbers(line: str) -> bool:
    """Whether a line is made of menu numbers alone (`3`, `2, 1, 4`, `1 4 5`, `1=5 3=2`), whatever they lead to."""
    return _NUMBERS.fullmatch(tidy(line)) is not None
