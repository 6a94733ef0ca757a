"""Curves over the moments of a game: the scores, and whatever else a game measures. Every point is public."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from django.utils.translation import gettext

from asgard_pbem.tables.models import Moment
from asgard_pbem.web.shown.story import rounds
from engine.core.contract import Words

SCORES = ""  # the name of the curve of scores
OFTEN = 12  # moments, of which one changes what changes all the time


@dataclass(frozen=True, slots=True)
class Mark:
    """A place on the curve: where a round begins or a value changed."""

    x: float  # 0 to 100
    moment: int
    round: int  # 0: a value changed


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a curve: of a seat, or of the whole table."""

    name: str
    points: str  # of a polyline
    value: int  # at the end


@dataclass(frozen=True, slots=True)
class Curve:
    """One measure, for drawing in a box of 100 x 40, marks below it."""

    name: str
    lines: tuple[Line, ...]
    marks: tuple[Mark, ...]
    low: int
    high: int


@dataclass(frozen=True, slots=True)
class Measure:
    """A curve that can be chosen."""

    name: str
    label: str


def measures(found: Sequence[Moment], words: Words) -> tuple[Measure, ...]:
    """What this game has curves of: the scores first, if there are any."""
    scores = (Measure(SCORES, gettext("Points")),) if any(moment.scores for moment in found) else ()
    names = dict.fromkeys(name for moment in found for name in moment.measures)
    return (*scores, *(Measure(name, words.measure(name)) for name in names))


def telling(found: Sequence[Moment], offered: Sequence[Measure]) -> str | None:
    """The first measure that changes all the time, else the first that has changed at all, else None.

    A flat line tells nothing: points before anybody scores, or those of a game that counts them at its end.
    """
    changes = {one.name: _changes(found, one.name) for one in offered}
    often = (name for name, number in changes.items() if number * OFTEN >= len(found))
    return next(often, next((name for name, number in changes.items() if number), None))


def _changes(found: Sequence[Moment], name: str) -> int:
    known = [value for moment in found if (value := of_moment(moment, name))]
    return sum(1 for before, after in pairwise(known) if before != after)


def curve(found: Sequence[Moment], seats: int, words: Words, name: str = SCORES) -> Curve | None:
    """One measure as lines; None before there is anything to be drawn."""
    values = {moment.number: of_moment(moment, name) for moment in found}
    known = {number: value for number, value in values.items() if value}
    if len(known) < 2:
        return None
    every = [one for value in known.values() for one in value]
    low, high = min(0, *every), max(1, *every)
    last, end = found[-1].number, list(known.values())[-1]
    lines = []
    for at, value in enumerate(end):
        points = [(number, one[at]) for number, one in known.items() if at < len(one)]
        label = words.seat(at) if len(end) == seats else words.measure(name)
        lines.append(Line(label, _line(points, last, low, high), value))
    return Curve(name, tuple(lines), tuple(_marks(found, known, last)), low, high)


def of_moment(moment: Moment, name: str) -> list[int]:
    """What a measure was: by seat, one number of the table, or none yet."""
    found: list[int] = moment.scores if name == SCORES else moment.measures.get(name, [])
    return found


def place(number: int, last: int) -> float:
    """Where a moment stands from 0 to 100, as the slider's thumb does."""
    return 50.0 if last <= 1 else round((number - 1) * 100 / (last - 1), 2)


def _line(points: Iterable[tuple[int, int]], last: int, low: int, high: int) -> str:
    """Steps, not slopes: a value holds until it changes."""
    drawn: list[str] = []
    before: float | None = None
    for number, value in points:
        x, y = place(number, last), round(38 - (value - low) * 36 / (high - low), 2)
        if before is not None and before != y:
            drawn.append(f"{x},{before}")
        if before != y:
            drawn.append(f"{x},{y}")
        before = y
    drawn.append(f"100,{before}")
    return " ".join(drawn)


def _marks(found: Sequence[Moment], known: dict[int, list[int]], last: int) -> Iterable[Mark]:
    begins = rounds(found)
    yield from (Mark(place(number, last), number, round_) for number, round_ in begins.items())
    for (_, before), (number, after) in pairwise(known.items()):
        if before != after:
            yield Mark(place(number, last), number, 0)
