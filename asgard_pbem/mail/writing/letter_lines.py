"""The fingerprints of a letter's lines, taken when it goes out, so that they are known again in a reply. Pure.

Taken of the text part, and of the HTML part as mail programs make text of it: rows of tables, single cells, the words
for a picture. `own_lines` says what each kind of line means when it comes back.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import compress, pairwise
from typing import NamedTuple

from asgard_pbem.mail.reading.cutting.own_lines import (
    MIN_OWN_CHARS,
    PROSE,
    SHY,
    TOLD,
    fingerprint,
    forms,
    link,
    mark,
    readings,
    word_marks,
)
from asgard_pbem.mail.reading.cutting.rules import solid, unquoted
from asgard_pbem.mail.reading.text.html_text import html_to_text

# A reply and what it means, as a menu has it: `3  Thor up`, `2.1 ...`, `b7 ...`.
_MENU_LINE = re.compile(r"\s*(?:[0-9]{1,3}(?:\.[0-9a-z]{1,3})*|[a-z]{1,2}[0-9]{0,3})[.)]?\s", re.IGNORECASE)

_ONE_LINE = 40  # characters that no program wraps


@dataclass(frozen=True, slots=True)
class Spoken:
    """Whose words the lines of a letter are.

    `people`: all that was written by people and stands in it, each as one string. `answers`: what a reader may copy to
    answer: menu lines, orders. `reads`: whether a line could be taken for an order or a command.
    """

    people: Sequence[str] = ()
    answers: Sequence[str] = ()
    reads: Callable[[str], bool] = lambda _: False


def letter_lines(text: str, html: str, pictures: Sequence[str], spoken: Spoken) -> frozenset[str]:
    """Fingerprints of all lines of a letter. `pictures`: the words that stand for its pictures (`alt`)."""
    rows = html_to_text(html)[0].split("\n") if html else []
    cells = [cell for row in rows for cell in row.split("\t")]
    orders = tuple(f" {one}" for one in spoken.answers if one)
    parts = [piece for cell in cells for piece in _split_order(cell, orders)]
    long = [line for line in (*rows, *pictures) if len(line) > _ONE_LINE]
    found = {piece for line in long for piece in word_marks(line)}
    squeezed = _Squeezed.of(spoken)
    sequences = (text.split("\n"), rows, cells, parts, pictures)
    for lines in {tuple(line for line in lines if line.strip()) for lines in sequences}:  # cells are often the rows
        found |= _of_sequence(lines, squeezed)
    return frozenset(found)


class _Line(NamedTuple):
    """What a line is by itself, whoever wrote it and whatever is asked."""

    key: str  # for comparing
    letters: str  # all that stands in it, for telling whose they are
    short: bool  # too short to be known by itself
    menu: bool  # as a menu has it


@lru_cache(maxsize=4096)  # a line stands in several parts of a letter, and most stood in the letter before
def _line(line: str) -> _Line:
    key = readings(line)[-1]
    return _Line(key, solid(line), _letters(key) < MIN_OWN_CHARS, _MENU_LINE.match(line) is not None)


def _letters(of: Iterable[str]) -> int:
    return sum(map(str.isalnum, of))


def _split_order(cell: str, orders: tuple[str, ...]) -> list[str]:
    """A menu cell in two where its order may stand on a line of its own, as some programs show it.

    `orders`: each behind a blank.
    """
    if not cell.endswith(orders):
        return [cell]
    order = next(one for one in orders if cell.endswith(one))
    return [cell[: -len(order)].rstrip(), order[1:]]


@dataclass(frozen=True, slots=True)
class _Squeezed:
    """`Spoken` for comparing; what a line reads as, once for all sequences in which it stands."""

    people: frozenset[str]
    answers: frozenset[str]
    reads: Callable[[str], bool]
    known: dict[str, str] = field(default_factory=dict)  # SHY or '' by line, of lines that no person wrote

    @classmethod
    def of(cls, spoken: Spoken) -> _Squeezed:
        said = map(solid, spoken.people)
        answers = frozenset(_line(answer).key for answer in spoken.answers)
        return cls(frozenset(filter(None, said)), answers, spoken.reads)

    def kind(self, line: str) -> str:
        """SHY or '' for a line all of which is ours."""
        found = self.known.get(line)
        if found is None:
            found = self.known[line] = SHY if _line(line).short or self.shy(line) else ""
        return found

    def shy(self, line: str) -> bool:
        """Whether somebody may have typed a line, as it stands."""
        found = _line(line)
        return found.menu or found.key in self.answers or self.reads(line)

    def reads_in(self, line: str) -> bool:
        """Whether a line, or what is left of it where a program's dress is taken off, could be taken for an order."""
        return any(_line(one).menu or self.reads(one) for form in forms(line) for one in {form, unquoted(form)})


def _of_sequence(lines: Sequence[str], spoken: _Squeezed) -> set[str]:
    """The fingerprints of lines that follow each other."""
    keys = [_line(line).key for line in lines]
    kinds = _kinds(lines, spoken)
    found = {mark(kind, key) if kind else fingerprint(key) for kind, key in zip(kinds, keys, strict=True) if key}
    found |= {link(a, b) for a, b in pairwise(keys)}
    for (first, one), (second, other) in pairwise(zip(keys, kinds, strict=True)):
        if not one and not other:
            found.add(fingerprint(first + second))  # as rewrapping joins them
    return found - {""}


def _kinds(lines: Sequence[str], spoken: _Squeezed) -> list[str]:
    """SHY, TOLD, PROSE or '' for each line.

    Whose a line is, all of its letters say: of the key a reader's habits are taken off, and people can write those too.
    """
    kinds: list[str] = []
    letters = [_line(line).letters for line in lines]
    for line, said, ours in zip(lines, letters, _our_letters(letters, spoken.people), strict=True):
        if 0 not in ours:
            kinds.append(spoken.kind(line))
        elif _letters(compress(said, ours)) < MIN_OWN_CHARS:
            kinds.append(TOLD if spoken.reads_in(line) else PROSE)
        else:
            kinds.append(SHY if spoken.shy(line) else "")
    return kinds


def _our_letters(lines: list[str], people: Iterable[str]) -> list[bytearray]:
    """Which letters of each line were written by us (1), and which by people (0), over several lines too."""
    whole = "".join(lines)
    ours = bytearray(b"\1") * len(whole)
    for words in people:
        at, done = whole.find(words), 0
        while at >= 0:
            done, start = at + len(words), max(at, done)
            ours[start:done] = bytes(done - start)
            at = whole.find(words, at + 1)
    found, start = [], 0
    for line in lines:
        found.append(ours[start : start + len(line)])
        start += len(line)
    return found
