"""Menus whose lines answer together: some of them, an amount for each, all of them in a new order."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import combinations, permutations
from random import Random
from typing import ClassVar, TypeAlias

from engine.core.menu.base import LABEL, NOTHING, Form, Leaf, Menu, Option, labelled, tidy
from engine.core.moves import IllegalMove, Move

SEVERAL = "E_MENU_SEVERAL"  # not as many different numbers as the list wants
PICK = "E_MENU_PICK"  # the same, where it wants one number to another
SHARE = "E_MENU_SHARE"  # not amounts that the list can share out
ARRANGE = "E_MENU_ARRANGE"  # not every number once
Gather: TypeAlias = "Callable[[tuple[Option, ...]], Move]"
_HEADING = re.compile(r"[^\W\d]+ ([0-9]{1,3})\s*:\s*(?=[0-9])")  # `choose 3: 1 4 5`, a heading copied with its answer
_SEVERAL = re.compile(rf"{LABEL}(?: ?, ?{LABEL}| {LABEL})*")
_AMOUNT = re.compile(rf"({LABEL}) ?[=:] ?([0-9]{{1,3}})")
_AMOUNTS = re.compile(rf"{_AMOUNT.pattern}(?:(?: ?, ?| ){_AMOUNT.pattern})*")


class _Together(Menu):
    """What the three have in common: a reply is read whole, and names one move."""

    __slots__ = ()
    options: tuple[Option, ...]

    @property
    def lines(self) -> tuple[tuple[str, Option], ...]:
        return labelled(self.options)

    def read(self, text: str) -> tuple[Move, ...] | None:
        text = tidy(text)
        move = self.pick(text)
        if isinstance(move, Move):
            return (move,)
        return () if _SEVERAL.fullmatch(text) or _AMOUNTS.fullmatch(text) else None

    def _named(self, text: str) -> list[int] | None:
        """The places of the lines that a reply of labels names, in its order; None when it names none or one twice."""
        text = tidy(text)
        if _SEVERAL.fullmatch(text) is None:
            return None
        at, words = {label: place for place, (label, _) in enumerate(self.lines)}, re.findall(LABEL, text)
        fits = len(set(words)) == len(words) and all(word in at for word in words)
        return [at[word] for word in words] if fits else None


@dataclass(frozen=True, slots=True)
class Pick(_Together):
    """Any `least` to `most` of the lines; `gather` makes their move, given in the order of the menu.

    Replied `1 4 5` in any order; `0` or a word for none where none is an answer. Raises ValueError unless
    0 <= least <= most <= the number of lines, of which there is at least one.
    """

    form: ClassVar[Form] = "pick"
    options: tuple[Option, ...]
    gather: Gather
    least: int
    most: int
    question: str = ""

    def __post_init__(self) -> None:
        if not self.options or not 0 <= self.least <= self.most <= len(self.options):
            raise ValueError(f"{self.least} to {self.most} of {len(self.options)}")
        if self.least == 0 and any(label == "0" for label, _ in self.lines):
            raise ValueError("0 is the answer for none")

    @property
    def example(self) -> str:
        return " ".join(label for label, _ in self.lines[: max(1, min(self.most, max(self.least, 2)))])

    def leaves(self) -> Iterator[Leaf]:
        lines, twins = self.lines, self._twins()
        for count in range(self.least, self.most + 1):
            for chosen in combinations(range(len(lines)), count):
                if any(at in twins and twins[at] not in chosen for at in chosen):
                    continue  # the same answer as with the first of the twins
                options = tuple(lines[at][1] for at in chosen)
                reply = " ".join(lines[at][0] for at in chosen) or "0"
                yield reply, options[-1] if options else Option(), self.gather(options)

    def _twins(self) -> dict[int, int]:
        """Lines that say what an earlier one says (two cards of one kind), each with the last such one before it."""
        found: dict[int, int] = {}
        for at, one in enumerate(self.options):
            for before in reversed(range(at)) if one.what else ():
                other = self.options[before]
                if (other.what, other.move) == (one.what, one.move):
                    found[at] = before
                    break
        return found

    def pick(self, reply: str) -> Move | Menu | None:
        text = tidy(reply)
        if text in NOTHING:
            return self.gather(()) if self.least == 0 else None
        named = self._named(self._without_heading(text))
        if named is None or not self.least <= len(named) <= self.most:
            return None
        return self.gather(tuple(self.options[at] for at in sorted(named)))

    def read(self, text: str) -> tuple[Move, ...] | None:
        return _Together.read(self, self._without_heading(tidy(text)))

    def _without_heading(self, text: str) -> str:
        """`choose 3: 1 4 5` as `1 4 5`, where 3 may be chosen."""
        heading = _HEADING.match(text)
        return text[heading.end() :] if heading is not None and int(heading[1]) in (self.least, self.most) else text

    def random(self, rng: Random) -> Move:
        chosen = sorted(rng.sample(range(len(self.options)), rng.randint(self.least, self.most)))
        return self.gather(tuple(self.options[at] for at in chosen))

    def wrong(self, text: str) -> IllegalMove:
        if self.least == self.most:
            return IllegalMove(SEVERAL, count=self.most, last=len(self.options))
        return IllegalMove(PICK, least=self.least, most=self.most, example=self.example)


@dataclass(frozen=True, slots=True)
class Share(_Together):
    """An amount for each line, `least` to `most` together; `gather` is given the amounts in the order of the menu.

    Replied `1=5 3=2`: lines that are not named get nothing. Not `5 0 2`, which everybody would read as three lines to
    choose. `limits`: the most that each line can take; empty: any amount. Raises ValueError where nothing fits.
    """

    form: ClassVar[Form] = "share"
    options: tuple[Option, ...]
    gather: Callable[[tuple[int, ...]], Move]
    least: int
    most: int
    limits: tuple[int, ...] = ()
    question: str = ""

    def __post_init__(self) -> None:
        fits = self.options and len(self.limits) in (0, len(self.options))
        if not fits or not 0 <= self.least <= min(self.most, sum(self.caps)):
            raise ValueError(f"{self.least} to {self.most} among {self.caps}")

    @property
    def caps(self) -> tuple[int, ...]:
        """The most that each line can take."""
        return tuple(min(cap, self.most) for cap in self.limits) or (self.most,) * len(self.options)

    @property
    def example(self) -> str:
        return self._reply(_spread(min(self.most, sum(self.caps)), self.caps))

    def leaves(self) -> Iterator[Leaf]:
        for total in range(self.least, min(self.most, sum(self.caps)) + 1):
            for amounts in _ways(total, self.caps):
                last = [option for option, amount in zip(self.options, amounts, strict=True) if amount]
                yield self._reply(amounts), last[-1] if last else Option(), self.gather(amounts)

    def _reply(self, amounts: tuple[int, ...]) -> str:
        named = zip(self.lines, amounts, strict=True)
        return " ".join(f"{label}={amount}" for (label, _), amount in named if amount) or "0"

    def pick(self, reply: str) -> Move | Menu | None:
        text = tidy(reply)
        if text in NOTHING:
            return self.gather((0,) * len(self.options)) if self.least == 0 else None
        if _AMOUNTS.fullmatch(text) is None:
            return None
        pairs = _AMOUNT.findall(text)
        given = {label: int(amount) for label, amount in pairs}
        amounts = tuple(given.pop(label, 0) for label, _ in self.lines)
        twice = len({label for label, _ in pairs}) < len(pairs)
        too_much = any(amount > cap for amount, cap in zip(amounts, self.caps, strict=True))
        if given or twice or too_much or not self.least <= sum(amounts) <= self.most:
            return None
        return self.gather(amounts)

    def random(self, rng: Random) -> Move:
        left = rng.randint(self.least, min(self.most, sum(self.caps)))
        amounts, room = [0] * len(self.options), sum(self.caps)
        for at in rng.sample(range(len(self.options)), len(self.options)):
            room -= self.caps[at]
            amounts[at] = rng.randint(max(0, left - room), min(left, self.caps[at]))
            left -= amounts[at]
        return self.gather(tuple(amounts))

    def wrong(self, text: str) -> IllegalMove:
        most = min(self.most, sum(self.caps))
        return IllegalMove(SHARE, least=self.least, most=most, example=self.example)


@dataclass(frozen=True, slots=True)
class Arrange(_Together):
    """All lines in a new order, the first one first; `gather` makes their move. Replied `2 1 3`, every line once."""

    form: ClassVar[Form] = "arrange"
    options: tuple[Option, ...]
    gather: Gather
    question: str = ""

    def __post_init__(self) -> None:
        if not self.options:
            raise ValueError("nothing to arrange")

    @property
    def example(self) -> str:
        labels = [label for label, _ in self.lines]
        return " ".join([*labels[1:2], *labels[:1], *labels[2:]])

    def leaves(self) -> Iterator[Leaf]:
        for order in permutations(self.lines):
            options = tuple(option for _, option in order)
            yield " ".join(label for label, _ in order), options[-1] if options else Option(), self.gather(options)

    def pick(self, reply: str) -> Move | Menu | None:
        named = self._named(reply)
        if named is None or len(named) != len(self.options):
            return None
        return self.gather(tuple(self.options[at] for at in named))

    def random(self, rng: Random) -> Move:
        return self.gather(tuple(rng.sample(self.options, len(self.options))))

    def wrong(self, text: str) -> IllegalMove:
        return IllegalMove(ARRANGE, count=len(self.options), example=self.example)


def _spread(total: int, caps: tuple[int, ...]) -> tuple[int, ...]:
    """`total` given out, to each line from the first on as much as it can take."""
    amounts = []
    for cap in caps:
        amounts.append(min(cap, total))
        total -= amounts[-1]
    return tuple(amounts)


def _ways(total: int, caps: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Every way to give out `total`, the first lines most at first; one after the other, none of them a dead end."""
    if not caps:
        yield ()
        return
    room = sum(caps[1:])
    for amount in range(min(total, caps[0]), max(0, total - room) - 1, -1):
        for rest in _ways(total - amount, caps[1:]):
            yield (amount, *rest)
