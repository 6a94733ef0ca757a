"""Orders of one person for several seats of theirs on one sheet: a heading says for which seat the lines below it are.

    elf                 for the seat that is written from
    Thor:               a heading: the seat's name, what the game calls it, or its number (`P2:`)
    fight surt v2
    P3: end             on one line

Who holds one seat writes no headings: then such a line is the game's own, as it ever was.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from engine.core.grammar.text import fold, fold_whole
from engine.core.moves import Seat

_HEADING = re.compile(r"([^:]{1,60}?) ?: ?(.*)")


@dataclass(frozen=True, slots=True)
class Part:
    """The lines from `first` to `last` (exclusive), for `seat`."""

    seat: Seat
    first: int
    last: int


def called(own: Sequence[Seat], names: Sequence[str], titles: Mapping[Seat, Sequence[str]]) -> dict[str, Seat]:
    """What each of the `own` seats may be called in a heading, folded. `titles`: what the game calls seats.

    A word that could mean another seat as well, be it somebody else's, means none.
    """
    meant: dict[str, set[Seat]] = {}
    for seat, name in enumerate(names):
        for word in (name, *titles.get(seat, ())):
            if word:
                meant.setdefault(fold(word), set()).add(seat)
    words = {word: next(iter(seats)) for word, seats in meant.items() if len(seats) == 1}
    for seat in range(len(names)):
        words |= dict.fromkeys((f"{letter}{seat + 1}" for letter in "pрпи#"), seat)  # numbers come first
    return {word: seat for word, seat in words.items() if seat in own}


def parts(
    lines: Sequence[str],
    words: Mapping[str, Seat],
    first: Seat,
    ends: Callable[[str], bool],
    begins: Callable[[str], bool] = lambda _: False,
) -> tuple[list[Part], list[str]]:
    """The parts of a sheet, and its lines without the headings. Below a line that `ends` them, be it beside a
    heading, there are no more.

    A word that `begins` an order may stand before the name (`plan Thor:`): then the line is that order's, and stays.
    """
    found, bare, seat, since = [], list(lines), first, 0
    for at, line in enumerate(lines):
        if ends(line):
            break
        heading = _HEADING.fullmatch(fold_whole(line) or "")
        whose = _whose(heading[1], words, begins) if heading is not None else None
        if heading is None or whose is None:
            continue
        found.append(Part(seat, since, at))
        seat, since = whose, at
        if heading[1] in words:
            bare[at] = line.partition(":")[2].strip(" *_") if heading[2] else ""
        if ends(bare[at]):
            break
    found.append(Part(seat, since, len(lines)))
    return [one for one in found if one.last > one.first], bare


def _whose(said: str, words: Mapping[str, Seat], begins: Callable[[str], bool]) -> Seat | None:
    """The seat that a heading names, alone or behind the word of an order: `thor`, `plan thor`, `plan thor auto`."""
    if said in words:
        return words[said]
    word, _, name = said.partition(" ")
    if not begins(word):
        return None
    return words.get(name, words.get(name.rpartition(" ")[0]))
