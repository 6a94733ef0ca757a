"""A long menu on a telephone: lines that stand together in one row of it. Their numbers stay what they are.

A row is shown by its first and last number (`15-25`) and names what stands in it, so that all of it can be answered at
once; `15-25` as an answer asks for its lines in full; of a list that ends before, for what it has.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import groupby, pairwise
from typing import TypeAlias

from engine.core.menu import LABEL, Columns, Lines, Menu, Option

Labelled: TypeAlias = tuple[str, Option]
Row: TypeAlias = tuple[Labelled, ...]  # one line of the menu, or several that stand behind one

SPARED = 2  # lines: what a row of three would save, less than the sentence that says what a row is
_SPAN = re.compile(rf"((?:{LABEL} ?[.,] ?)*)({LABEL}|[a-z]{{1,2}}) ?- ?({LABEL}|[a-z]{{1,2}})[.)]?")
_BRIEF, WHOLE = 24, 140  # characters of a line beside others in one row; of all of them, where none is shortened
_CODE = re.compile(r".*\(([^()]+)\)")
_CODED = re.compile(r"[^()]*\([^()]*\)")  # `mountain (L4a)` of what goes on behind it


def rows(lines: Sequence[Labelled], most: int) -> tuple[Row, ...]:
    """`lines` in at most `most` rows: from where there is no room for a whole group on, each has a row of its own.

    Where there are more groups than that, the first ones stand alone and the rest in runs. What answers `0` stays.
    A list that is only SPARED lines longer stays as it is.
    """
    if len(lines) <= most + SPARED:
        return tuple((one,) for one in lines)
    units = _units(lines)
    if len(units) <= most:
        return _unfolded(units, most)
    last = units[-1:] if units[-1][0][0] == "0" else []
    front, room = units[: len(units) - len(last)], most - len(last)
    runs = next(n for n in range(1, room + 1) if n == room or len(front) - (room - n) <= n * most)
    return (*front[: room - runs], *_runs(front[room - runs :], runs), *last)


def packed(lines: Sequence[Labelled], most: int) -> tuple[Row, ...]:
    """`lines` one by one if these are at most `most`, else in rows of about the same length, at most as many."""
    units: list[Row] = [(one,) for one in lines]
    return tuple(units if len(units) <= most else _runs(units, min(most, -(-len(units) // most))))


def is_span(reply: str) -> bool:
    """Whether a reply is written as `2.15-25` is, which some list may speak of."""
    return "-" in reply and _SPAN.fullmatch(reply) is not None


def between(menu: Menu, reply: str) -> tuple[str, Menu, tuple[str, str]] | None:
    """The list that `2.15-25` speaks of: its path, itself, and the first and last label; None for any other reply."""
    found = _SPAN.fullmatch(reply)
    if found is None:
        return None
    path = re.sub(r" ?[.,] ?", ".", found[1]).rstrip(".")
    inner = menu.pick(path) if path else menu
    if not isinstance(inner, Lines | Columns):
        return None
    places = [label for label, _ in inner.lines]
    first, last = found[2], found[3]
    if first not in places or (isinstance(inner, Columns) and first.isdigit() != last.isdigit()):
        return None
    if last not in places:  # `3a-3f` of a list that goes to 3d: as far as it goes
        last = max((one for one in places if _place(first) < _place(one) < _place(last)), key=_place, default=first)
    return (path, inner, (first, last)) if places.index(first) < places.index(last) else None


def _place(label: str) -> tuple[bool, int, str]:
    """In what order labels stand: letters of a column apart from numbers, `9` before `10`, `3a` before `3b`."""
    number = label.rstrip("abcdefghijklmnopqrstuvwxyz")
    return not number, int(number or 0), label.removeprefix(number)


def within(lines: Sequence[Labelled], span: tuple[str, str]) -> tuple[Labelled, ...]:
    """The lines from one label to another; all of them where these are not among them."""
    places = [label for label, _ in lines]
    if not set(span) <= set(places):
        return tuple(lines)
    return tuple(lines[places.index(span[0]) : places.index(span[1]) + 1])


def named(texts: Sequence[tuple[str, str]], *, by_code: bool = False) -> str:
    """What stands in a row, in the words of its lines, each behind its label: as short as they can be told apart.

    `by_code`: rather by what stands in brackets, which is as short in every row.
    """
    said = [text for _, text in texts]
    own = [re.sub(r"^\(([^()]*)\)$", r"\1", text) for text in _without_common(said)]
    coded = [(found[0] if (found := _CODED.match(text)) else text) for text in own]
    cut = [text.partition(" (")[0] for text in own]
    begun = [re.split(r"[,:]| \(", text)[0] for text in own]
    codes = [(found[1] if (found := _CODE.fullmatch(text)) else "") for text in said]
    for brief in (codes,) * by_code + (said, coded, cut, begun, codes):
        short = max(map(len, brief)) <= _BRIEF or sum(map(len, brief)) <= WHOLE
        if all(brief) and short and len(set(brief)) == len(brief):
            return " · ".join(_together(f"{label} {one}") for (label, _), one in zip(texts, brief, strict=True))
    return f"{said[0]} … {said[-1]}"


def _together(text: str) -> str:
    """A number with its words, on one line of the text wherever these are few."""
    return text.replace(" ", "\u00a0", -1 if len(text) <= _BRIEF else 1)


def _without_common(texts: list[str]) -> list[str]:
    """Texts without the words with which all of them begin. None then begins with a figure: a label stands before it,
    and of `14 13 coins` nobody could say which of the two answers.
    """
    words = [text.split(" ") for text in texts]
    same = next((n for n, each in enumerate(zip(*words, strict=False)) if len(set(each)) > 1), 0)
    while same and any(one[same][:1].isdigit() for one in words):
        same -= 1
    return [" ".join(one[same:]) for one in words]


def _units(lines: Sequence[Labelled]) -> list[Row]:
    """Each group that stands together, and each line of none."""
    found: list[Row] = []
    for group, members in groupby(lines, key=lambda line: line[1].group):
        unit = tuple(members)
        found += [unit] if group and len(unit) < len(lines) else [(one,) for one in unit]
    return found


def _unfolded(units: list[Row], most: int) -> tuple[Row, ...]:
    """As many of the first groups as there is room for line by line, then the others, each in a row."""
    found: list[Row] = []
    for at, unit in enumerate(units):
        if len(found) + len(unit) + len(units) - at - 1 > most:
            return (*found, *units[at:])
        found += [(one,) for one in unit]
    return tuple(found)


def _runs(units: Sequence[Row], count: int) -> list[Row]:
    ends = [len(units) * at // count for at in range(count + 1)]
    return [tuple(one for unit in units[first:end] for one in unit) for first, end in pairwise(ends)]
