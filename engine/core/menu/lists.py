"""Menus of which one line answers: a list, and the two columns of a pair."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from random import Random
from typing import ClassVar

from engine.core.menu.base import GROUP, LABEL, NOTHING, Form, Leaf, Menu, Option, labelled, tidy
from engine.core.menu.folding import LONG, folded
from engine.core.moves import IllegalMove, Move

_CELL = re.compile(r"([a-z]{1,2}) ?-? ?([0-9]{1,3})")
# Letters of a row typed on a Russian keyboard: look-alikes, and Б and Д for what they sound like.
_ROWS = str.maketrans("абвгдекмнорстух", "abbgdekmhopctyx")
_PATH = re.compile(rf"{LABEL}(?: ?[.,] ?(?:{LABEL}|[a-z]{{1,2}}[0-9]{{1,3}}))*")
_INTO_FORM = re.compile(rf"((?:{LABEL}\.)+){LABEL}(?:[ ,=:]+{LABEL})+")  # `2.1 4 5`: a list, and what it wants
_PREFERENCES = re.compile(rf"{LABEL}(?: {LABEL})+")
MOST_PREFERENCES = 20  # numbers in one line; each may open a further list, so a line of thousands would cost seconds
LETTER = "E_MENU_LETTER"  # a number alone, for a list of lettered rows and numbered columns
MANY = "E_MENU_MANY"  # more preferences than anybody means
ENDS = "E_MENU_ENDS"  # no number of a list that is numbered throughout


@dataclass(frozen=True, slots=True)
class Lines(Menu):
    """A list of options, each of which either is a whole move or leads to a further menu (`then`).

    `options` are all of them; `lines` are what is shown and answered by number: of more than LONG, some stand folded.
    """

    form: ClassVar[Form] = "lines"
    options: tuple[Option, ...] = ()
    question: str = ""

    def __post_init__(self) -> None:
        if any(option.label for option in self.options):
            labelled(self.options)

    @property
    def lines(self) -> tuple[tuple[str, Option], ...]:
        return labelled(folded(self.options, Lines))

    @property
    def example(self) -> str:
        labels = [label for label, _ in self.lines]
        return next((label for label in labels if label not in NOTHING), "".join(labels[:1]))

    def leaves(self) -> Iterator[Leaf]:
        for label, option in self.lines:
            if option.move is not None:
                yield label, option, option.move
            elif option.then is not None:
                inner = option.then()
                whole = isinstance(inner, Lines) and len(inner.options) == 1 and only_behind(option) is not None
                for reply, leaf, move in inner.leaves():
                    yield label if whole else f"{label}.{reply}", leaf, move

    def pick(self, reply: str) -> Move | Menu | None:
        head, _, tail = reply.strip().lower().partition(".")
        option = self._at(head)
        if option is None or option.move is not None:
            return None if option is None or tail else option.move
        if option.then is None:
            return None
        if tail:
            return option.then().pick(tail)
        only = only_behind(option)
        return only.move if only is not None else option.then()

    def read(self, text: str) -> tuple[Move, ...] | None:
        """As `Menu.read`: `3`, `2, 1, 4` (a path), `2.1 4 5` (a path to lines that are chosen together), `1 3 4`
        (preferences, at most MOST_PREFERENCES).
        """
        text = tidy(text)
        if _PREFERENCES.fullmatch(text):
            words = text.split()
            found = [self.pick(word) for word in words] if len(words) <= MOST_PREFERENCES else []
            moves = tuple(move for move in found if isinstance(move, Move))
            return moves if len(moves) == len(found) else ()  # `1a 2`: nobody means the first alone
        if (into := _INTO_FORM.fullmatch(text)) is not None:
            inner = self.pick(into[1][:-1])
            return inner.read(text[into.end(1) :]) if isinstance(inner, Menu) else ()
        if _cell(text) is not None:
            return next((inner.read(text) for inner in self._pairs().values()), None)
        if _PATH.fullmatch(text) is None:
            return None
        move = self.pick(re.sub(r" ?[.,] ?", ".", text))
        return (move,) if isinstance(move, Move) else ()

    def random(self, rng: Random) -> Move:
        picked = rng.choice(self.options)
        if picked.move is not None:
            return picked.move
        assert picked.then is not None
        return picked.then().random(rng)

    def wrong(self, text: str) -> IllegalMove:
        text = tidy(text)
        if _PREFERENCES.fullmatch(text) and len(text.split()) > MOST_PREFERENCES:
            return IllegalMove(MANY, most=MOST_PREFERENCES)
        head, _, tail = re.sub(r" ?[.,] ?", ".", text).partition(".")
        option = self._at(head)
        if tail and option is not None and option.move is None and option.then is not None:
            return _below(head, option.then().wrong(tail), text)
        for label, inner in self._pairs().items() if not tail else ():  # `3` for a pair shown among other answers
            why = inner.wrong(text)
            if why.code == LETTER:
                return _below(label, why, text)
        under = [label for label, _ in self.lines if label[:-1] == text and label[-1].isalpha()]
        if under:
            return IllegalMove(GROUP, numbers=text, found=under)
        numbers = [int(label) for label, _ in self.lines if label.isdigit()]
        if len(numbers) < 2 or sorted(numbers) != list(range(min(numbers), min(numbers) + len(self.lines))):
            return Menu.wrong(self, text)
        return IllegalMove(ENDS, numbers=text, low=str(min(numbers)), high=str(max(numbers)))

    def _pairs(self) -> dict[str, Columns]:
        """The columns to which lines lead, by label: a pair of them may be named at once."""
        led = {label: one.then() for label, one in self.lines if one.move is None and one.then is not None}
        return {label: menu for label, menu in led.items() if isinstance(menu, Columns)}

    def _at(self, label: str) -> Option | None:
        """The option that is called so; None if none is."""
        if len(self.options) <= LONG and not any(option.label for option in self.options):  # usual: no table
            number = int(label) if label.isascii() and label.isdigit() and len(label) <= 3 else 0
            return self.options[number - 1] if 1 <= number <= len(self.options) else None
        return dict(self.lines).get(label)


def only_behind(option: Option) -> Option | None:
    """Of a line that leads to lists of one line the last of these, if that is a whole answer; None for any other.

    Such a line is an answer itself: the list behind it would be a mail that asks nothing.
    """
    if option.move is not None or option.then is None:
        return None
    inner = option.then()
    if not isinstance(inner, Lines) or len(inner.options) != 1:
        return None
    (last,) = inner.options
    return last if last.move is not None else only_behind(last)


def _below(path: str, why: IllegalMove, text: str) -> IllegalMove:
    """A further list's refusal, told from above: what is shown of replies gets its path."""
    where = dict(why.where)
    for reply in {"example", "low", "high"} & where.keys():
        where[reply] = f"{path}.{where[reply]}"
    return IllegalMove(why.code, **({**where, "numbers": text} if "numbers" in where else where))


@dataclass(frozen=True, slots=True)
class Columns(Menu):
    """Two independent parts of one move: the first column is lettered, the second numbered, and `b7` names a pair."""

    form: ClassVar[Form] = "columns"
    columns: tuple[tuple[Option, ...], tuple[Option, ...]] = field(kw_only=True)
    join: Callable[[Option, Option], Move] = field(kw_only=True)
    question: str = ""
    options: tuple[Option, ...] = field(default=(), init=False)

    @property
    def lines(self) -> tuple[tuple[str, Option], ...]:
        first, second = self.columns
        return (*((letter(n), one) for n, one in enumerate(first)), *((str(n), one) for n, one in enumerate(second, 1)))

    @property
    def example(self) -> str:
        return f"{letter(min(1, len(self.columns[0]) - 1))}{min(2, len(self.columns[1]))}"

    def leaves(self) -> Iterator[Leaf]:
        first, second = self.columns
        for i, left in enumerate(first):
            for j, right in enumerate(second, 1):
                yield f"{letter(i)}{j}", right, self.join(left, right)

    def pick(self, reply: str) -> Move | Menu | None:
        match = _cell(tidy(reply))
        if match is None:
            return None
        first, second = self.columns
        left, right = letter_index(match[1]), int(match[2]) - 1
        if left >= len(first) or not 0 <= right < len(second):
            return None
        return self.join(first[left], second[right])

    def read(self, text: str) -> tuple[Move, ...] | None:
        text = tidy(text)
        if _cell(text) is None:
            return () if _PATH.fullmatch(text) or _PREFERENCES.fullmatch(text) else None
        move = self.pick(text)
        return (move,) if isinstance(move, Move) else ()

    def random(self, rng: Random) -> Move:
        first, second = self.columns
        return self.join(rng.choice(first), rng.choice(second))

    def wrong(self, text: str) -> IllegalMove:
        number = tidy(text)
        if number.isascii() and number.isdigit() and 1 <= int(number) <= len(self.columns[1]):
            return IllegalMove(LETTER, numbers=text, example=f"a{int(number)}")
        return Menu.wrong(self, text)


def _cell(text: str) -> re.Match[str] | None:
    return _CELL.fullmatch(text.translate(_ROWS))


def letter(index: int) -> str:
    """0 -> a, 25 -> z, 26 -> aa, 27 -> ab ..."""
    return chr(97 + index) if index < 26 else chr(96 + index // 26) + chr(97 + index % 26)


def letter_index(letters: str) -> int:
    """The inverse of `letter`."""
    return ord(letters) - 97 if len(letters) == 1 else (ord(letters[0]) - 96) * 26 + ord(letters[1]) - 97
