"""Winning chances of an ended game as a page shows them: lines, turning points, and the same in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext

from asgard_pbem.tables.reading import analysing
from asgard_pbem.web.access import Access
from asgard_pbem.web.shown.figures.curves import place
from engine.table.analysis import Estimate, Turn, turning_points


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """A moment at which the chances changed much."""

    moment: int
    x: float  # 0 to 100, as on the slider
    seat: int
    said: str


@dataclass(frozen=True, slots=True)
class Row:
    """One moment of the table: percent by seat."""

    moment: int
    percents: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Chances:
    """For drawing in a box of 100 x 40, 100 of 100 at the top."""

    lines: tuple[str, ...]  # by seat: points of a polyline
    turns: tuple[TurningPoint, ...]
    rows: tuple[Row, ...]
    names: tuple[str, ...]
    playouts: int  # of each moment, the fewest


def of(access: Access, last: int) -> Chances | None:
    """What the analysis found; None while the game runs, and while there is no analysis."""
    points = analysing.of(access.game) if access.over else {}
    if len(points) < 2:
        return None
    lines = tuple(_line(points, seat, last) for seat in range(access.game.seats))
    turns = tuple(_turn(turn, access.names, last) for turn in turning_points(points))
    rows = tuple(Row(moment, tuple(round(100 * chance) for chance in one.chances)) for moment, one in points.items())
    return Chances(lines, turns, rows, access.names, min(one.playouts for one in points.values()))


def _line(points: Mapping[int, Estimate], seat: int, last: int) -> str:
    return " ".join(f"{place(moment, last)},{round(39 - 38 * one.chances[seat], 2)}" for moment, one in points.items())


def _turn(turn: Turn, names: Sequence[str], last: int) -> TurningPoint:
    said = {"who": names[turn.seat], "before": turn.before, "after": turn.after, "since": turn.since}
    if turn.after > turn.before:
        text = gettext("%(who)s: chances rose from %(before)d to %(after)d of 100 since moment %(since)d.") % said
    else:
        text = gettext("%(who)s: chances fell from %(before)d to %(after)d of 100 since moment %(since)d.") % said
    return TurningPoint(turn.moment, place(turn.moment, last), turn.seat, text)
