"""Menus: the legal answers to a decision, numbered in a canonical order.

A menu is a list of options. An option either is a whole move, or leads to a further list (`then`); independent parts of
one move stand as columns: the first column is lettered, the second numbered, and `b7` names a pair.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from engine.core.moves import Move


@dataclass(frozen=True, slots=True)
class Option:
    """One line of a menu."""

    what: tuple[Any, ...] = ()  # for `Words.option`: what the line says, in data
    move: Move | None = None  # None: `then` asks on, or the option is part of a column
    then: Callable[[], Menu] | None = None
    group: str = ""  # options of one group stand under one heading (`Words.heading`)


Gather: TypeAlias = "Callable[[tuple[Option, ...]], Move]"


@dataclass(frozen=True, slots=True)
class Menu:
    """Legal answers. Either `options`, or two `columns` that `join` makes into a move.

    A menu of which `several` lines make one answer (`choose_several`) is seen `flat`, and answered `1 4 5`.
    """

    options: tuple[Option, ...] = ()
    columns: tuple[tuple[Option, ...], ...] = ()
    join: Callable[[Option, Option], Move] | None = None
    question: str = ""  # key for `Words.heading`; empty: the decision's own question
    several: int = 0  # how many lines of `flat` make one answer; 0: this is an ordinary menu
    flat: tuple[Option, ...] = ()
    gather: Callable[[tuple[Option, ...]], Move] | None = None

    def leaves(self) -> Iterator[tuple[str, Option, Move]]:
        """Every whole answer as (what one replies, its last option, its move), in the canonical order."""
        if self.join is not None:
            first, second = self.columns
            for i, left in enumerate(first):
                for j, right in enumerate(second):
                    yield f"{letter(i)}{j + 1}", right, self.join(left, right)
        for number, option in enumerate(self.options, 1):
            if option.move is not None:
                yield str(number), option, option.move
            elif option.then is not None:
                for path, leaf, move in option.then().leaves():
                    yield f"{number}.{path}", leaf, move

    def first(self) -> Move:
        """The first whole answer. Raises ValueError if there is none."""
        for _, _, move in self.leaves():
            return move
        raise ValueError("an empty menu")

    def single(self) -> Move | None:
        """The answer if there is exactly one."""
        found: Move | None = None
        for _, _, move in self.leaves():
            if found is not None:
                return None
            found = move
        return found

    def pick(self, path: str) -> Move | Menu | None:
        """The move at `3`, `b7` or `2.1.4`; the further list when the path stops short; None when it leads nowhere."""
        head, _, tail = path.strip().lower().partition(".")
        if self.join is not None:
            return self._cross(head) if not tail else None
        if not head.isascii() or not head.isdigit() or not 1 <= int(head) <= len(self.options):
            return None
        option = self.options[int(head) - 1]
        if option.move is not None:
            return option.move if not tail else None
        if option.then is None:
            return None
        return option.then().pick(tail) if tail else option.then()

    def _cross(self, word: str) -> Move | None:
        match = re.fullmatch(r"([a-z]{1,2})\s*-?\s*([0-9]{1,3})", word)
        if match is None or self.join is None:
            return None
        first, second = self.columns
        left, right = letter_index(match[1]), int(match[2]) - 1
        if left >= len(first) or not 0 <= right < len(second):
            return None
        return self.join(first[left], second[right])


def choose_several(lines: tuple[Option, ...], count: int, gather: Gather, question: str = "") -> Menu:
    """A menu whose answer is any `count` of `lines`, in their order; step by step it asks for one after the other.

    Raises ValueError unless 1 <= count <= len(lines).
    """
    if not 1 <= count <= len(lines):
        raise ValueError(f"{count} of {len(lines)}")
    return _after((), lines, count, gather, question)


def _after(chosen: tuple[Option, ...], left: tuple[Option, ...], count: int, gather: Gather, question: str) -> Menu:
    """The list from which the next line is chosen, once `chosen` are."""
    wanted = count - len(chosen)

    def option(at: int) -> Option:
        line, rest = left[at], left[at + 1 :]
        if wanted == 1 or len(rest) == wanted - 1:  # nothing is left to choose
            return replace(line, move=gather((*chosen, line, *rest[: wanted - 1])))
        return replace(line, move=None, then=lambda: _after((*chosen, line), rest, count, gather, question))

    options = tuple(option(at) for at in range(len(left) - wanted + 1))
    if chosen:
        return Menu(options, question=question)
    return Menu(options, several=count, flat=left, gather=gather)


def letter(index: int) -> str:
    """0 -> a, 25 -> z, 26 -> aa, 27 -> ab ..."""
    return chr(97 + index) if index < 26 else chr(96 + index // 26) + chr(97 + index % 26)


def letter_index(letters: str) -> int:
    """The inverse of `letter`."""
    return ord(letters) - 97 if len(letters) == 1 else (ord(letters[0]) - 96) * 26 + ord(letters[1]) - 97


PATH = re.compile(r"[0-9]{1,3}(?:\s*[.,]\s*(?:[0-9]{1,3}|[a-z]{1,2}[0-9]{1,3}))*|[a-z]{1,2}\s*-?\s*[0-9]{1,3}")
SEVERAL = re.compile(r"[0-9]{1,3}(?:[\s,]+[0-9]{1,3})*")
PREFERENCES = re.compile(r"[0-9]{1,3}(?:\s+[0-9]{1,3})+")
MOST_PREFERENCES = 20  # numbers in one line; each may open a further list, so a line of thousands would cost seconds
HEADING = re.compile(r"[^\W\d]+ ([0-9]{1,3})\s*:\s*(?=[0-9])")  # `choose 3: 1 4 5`, a heading copied with its answer


def is_numbers(line: str) -> bool:
    """Whether a line is made of menu numbers alone (`3`, `2, 1, 4`, `1 4 5`), whatever they lead to."""
    text = line.strip().lower().rstrip(".)")
    return SEVERAL.fullmatch(text) is not None or re.fullmatch(r"[0-9]{1,3}(?:\s*[.,]\s*[0-9]{1,3})+", text) is not None


def read_numbers(line: str, menu: Menu) -> tuple[Move, ...] | None:
    """The moves that a reply of menu numbers names, best first: `3`, `b7`, `2, 1, 4` (a path), `1 3 4` (preferences,
    or the lines of a menu that wants several).

    None: the line is no menu reply at all. An empty tuple: it is one, but names no whole answer, or more than
    MOST_PREFERENCES.
    """
    text = line.strip().lower().rstrip(".)")
    heading = HEADING.match(text) if menu.several else None
    if heading is not None and int(heading[1]) == menu.several:
        text = text[heading.end() :]
    if menu.several and menu.gather is not None and SEVERAL.fullmatch(text):
        picked = sorted({int(word) for word in re.findall(r"[0-9]+", text)})
        fits = len(picked) == menu.several and picked[0] >= 1 and picked[-1] <= len(menu.flat)
        return (menu.gather(tuple(menu.flat[number - 1] for number in picked)),) if fits else ()
    if PREFERENCES.fullmatch(text):
        words = text.split()
        if len(words) > MOST_PREFERENCES:
            return ()
        found = (menu.pick(word) for word in words)
        return tuple(move for move in found if isinstance(move, Move))
    if PATH.fullmatch(text) is None:
        return None
    move = menu.pick(re.sub(r"\s*[.,]\s*", ".", text))
    return (move,) if isinstance(move, Move) else ()
