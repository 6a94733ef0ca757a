"""No pattern is tried in twice as many ways with each piece more of a text: that ends for nobody, and a line is enough.

What repeats in a pattern is written out again and again, as the pattern itself says, behind what stands before it and
with an end that does not fit.
"""

from __future__ import annotations

import random
import re
import signal
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from importlib import import_module
from pkgutil import walk_packages
from re import _constants as code  # type: ignore[attr-defined]  # the parts of a pattern, as `re` reads them
from re import _parser as parser  # type: ignore[attr-defined]
from types import FrameType
from typing import Any, Final

import asgard_pbem
import engine

AGAIN: Final = 28  # times: 268 million ways, if each piece can be read in two
TRIES: Final = 60
TIME_S: Final = 1.0  # of CPU; all that is right takes a thousandth of it
ENDS: Final = ("\x01", " ?", "x x", "")
_ANY: Final = {
    code.CATEGORY_DIGIT: "19", code.CATEGORY_SPACE: " ", code.CATEGORY_WORD: "a1_в", code.CATEGORY_NOT_SPACE: "a",
    code.CATEGORY_NOT_DIGIT: "a", code.CATEGORY_NOT_WORD: " ,",
}  # fmt: skip


class TooLongError(Exception):
    """A pattern has used up its time."""


def patterns() -> dict[str, re.Pattern[str]]:
    """Every pattern of text that a module of ours keeps, by one place where it stands."""
    found: dict[re.Pattern[str], str] = {}
    for root in (engine, asgard_pbem):
        for module in walk_packages(root.__path__, f"{root.__name__}."):
            if ".migrations" in module.name or module.name.endswith("__main__"):
                continue
            for name, value in vars(import_module(module.name)).items():
                for number, one in enumerate(_within(value)):
                    found.setdefault(one, f"{module.name}.{name}" + (f" {number}" if one is not value else ""))
    return {where: pattern for pattern, where in found.items()}


def _within(value: Any) -> Iterator[re.Pattern[str]]:
    """The patterns that a value is or holds."""
    if isinstance(value, re.Pattern) and isinstance(value.pattern, str):
        yield value
    elif isinstance(value, dict):
        yield from _within(tuple(value.values()))
    elif isinstance(value, tuple | list):
        for one in value:
            yield from _within(one)


class Writer:
    """Texts that parts of a pattern fit."""

    def __init__(self, seed: str) -> None:
        self.chance = random.Random(seed)

    def text(self, parts: Iterable[Any]) -> str:
        """One that all these parts fit, one behind the other; what they look at beside it is left out."""
        return "".join(self._part(kind, said) for kind, said in parts)

    def _part(self, kind: Any, said: Any) -> str:
        if kind is code.LITERAL:
            return chr(said)
        if kind is code.NOT_LITERAL:
            return "a" if said != ord("a") else "b"
        if kind is code.ANY:
            return self.chance.choice("a 1")
        if kind is code.IN:
            return self._letter(said)
        if kind is code.BRANCH:
            return self.text(self.chance.choice(said[1]))
        if kind is code.SUBPATTERN:
            return self.text(said[3])
        if kind is code.ATOMIC_GROUP:
            return self.text(said)
        if kind in REPEATS:
            least, most, inner = said
            times = min(least + self.chance.choice((0, 0, 1, 2)), least + 2 if most is code.MAXREPEAT else most, 30)
            return "".join(self.text(inner) for _ in range(times))
        return ""

    def _letter(self, said: list[Any]) -> str:
        letters: list[str] = []
        for kind, one in said:
            if kind is code.LITERAL:
                letters.append(chr(one))
            elif kind is code.RANGE:
                letters += [chr(one[0]), chr(one[1])]
            elif kind is code.CATEGORY:
                letters += _ANY.get(one, "a")
        if said[0][0] is code.NEGATE:
            letters = [one for one in 'a 1.-<\n",ж' if one not in letters] or ["z"]
        return self.chance.choice(letters)

    def repeated(self, parts: Iterable[Any], before: str = "") -> Iterator[tuple[str, Any]]:
        """What may stand there very often, each with a text that stands before it."""
        for kind, said in parts:
            if kind in REPEATS:
                if said[1] is code.MAXREPEAT or said[1] >= AGAIN // 2:
                    yield before, said[2]
                yield from self.repeated(said[2], before)
            for inner in said[1] if kind is code.BRANCH else [said[3]] if kind is code.SUBPATTERN else []:
                yield from self.repeated(inner, before)
            before += self._part(kind, said)


REPEATS: Final = frozenset({code.MAX_REPEAT, code.MIN_REPEAT, code.POSSESSIVE_REPEAT})


@contextmanager
def _in_time() -> Iterator[None]:
    def stop(_signal: int, _frame: FrameType | None) -> None:
        raise TooLongError

    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, TIME_S)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def too_long(pattern: re.Pattern[str]) -> str:
    """A text over which the pattern does not come to an end; empty: none was found."""
    writer, tree = Writer(pattern.pattern), parser.parse(pattern.pattern, pattern.flags)
    found: tuple[Callable[[str], Any], ...] = (pattern.match, pattern.fullmatch)
    for _ in range(TRIES):
        for before, inner in writer.repeated(tree):
            piece = writer.text(inner) + (writer.text(inner) if writer.chance.random() < 0.3 else "")
            text = writer.chance.choice((before[-300:], "")) + piece[:40] * AGAIN + writer.chance.choice(ENDS)
            try:
                for fits in found:
                    with _in_time():
                        fits(text)
            except TooLongError:
                return text
    return ""


def test_a_pattern_that_can_be_read_in_two_ways_is_found() -> None:
    assert too_long(re.compile(r"fight(?:,| ?\+|,? (?:and|with))* [0-9]"))
    assert too_long(re.compile(r"order:?(?: ?[,;>]? ?[1-6])+"))
    assert not too_long(re.compile(r"fight(?:,| ?\+| (?:and|with))* [0-9]"))


def test_no_pattern_is_tried_in_ever_more_ways() -> None:
    found = {where: text for where, pattern in patterns().items() if (text := too_long(pattern))}
    assert not found
