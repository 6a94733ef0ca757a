"""A row of the bench table, how often a thing is measured for it, and how the table is printed and kept."""

from __future__ import annotations

import json
import os
import statistics
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path

BRIEFLY = bool(os.environ.get("BENCH_BRIEFLY"))  # tries every part of the bench, and says nothing of speed


@dataclass(frozen=True, slots=True)
class Row:
    """One figure beside its baseline: `ratio` is value / baseline, `met` whether the target (in words) holds."""

    name: str
    value: float
    unit: str
    baseline: float | None
    ratio: float | None
    target: str
    met: bool | None = None


def row(name: str, value: float, unit: str, *, baseline: float | None, target: str, met: bool | None) -> Row:
    """A row with its ratio worked out."""
    return Row(name, value, unit, baseline, value / baseline if baseline else None, target, met)


def rounds(many: int, few: int = 1) -> int:
    """So many as a figure needs to be believed, or so few as show that it is found at all."""
    return few if BRIEFLY else many


def keys() -> list[str]:
    """Of the games that are measured: all, or one."""
    from engine.table.registry import games

    return sorted(games())[: rounds(len(games()))]


def paired(one: Callable[[], float], other: Callable[[], float], times: int = 7) -> tuple[float, float]:
    """Medians of two figures found in turn, so that both meet the same machine; the first of each is not counted."""
    one(), other()
    pairs = [(one(), other()) for _ in range(rounds(times))]
    return statistics.median(a for a, _ in pairs), statistics.median(b for _, b in pairs)


def paired_seconds(
    one: Callable[[], object],
    other: Callable[[], object],
    times: int = 7,
    clock: Callable[[], float] = time.perf_counter,
) -> tuple[float, float]:
    """What two things take, by `paired`.

    `clock`: for what neither waits nor writes `time.process_time`, which does not count what others do meanwhile.
    """
    return paired(partial(_seconds, one, clock), partial(_seconds, other, clock), times)


def _seconds(what: Callable[[], object], clock: Callable[[], float]) -> float:
    began = clock()
    what()
    return clock() - began


def show(rows: list[Row]) -> str:
    """The table as text."""
    head = ("what", "median", "unit", "baseline", "ratio", "target", "")
    lines = [head, *(_cells(one) for one in rows)]
    widths = [max(len(line[i]) for line in lines) for i in range(len(head))]
    return "\n".join(
        "  ".join(
            cell.ljust(width) if i in (0, 2, 5, 6) else cell.rjust(width) for i, (cell, width) in columns
        ).rstrip()
        for columns in (list(enumerate(zip(line, widths, strict=True))) for line in lines)
    )


def _cells(one: Row) -> tuple[str, ...]:
    met = {True: "ok", False: "MISSED", None: ""}[one.met]
    return (one.name, _number(one.value), one.unit, _number(one.baseline), _number(one.ratio), one.target, met)


def _number(value: float | None) -> str:
    if value is None:
        return "-"
    return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.3g}"


def keep(rows: list[Row], path: Path) -> None:
    """Write the rows as a JSON list of {name, value, unit, baseline, ratio, target}."""
    fields = ("name", "value", "unit", "baseline", "ratio", "target")
    path.parent.mkdir(exist_ok=True)
    path.write_text(json.dumps([{key: asdict(one)[key] for key in fields} for one in rows], indent=1) + "\n")
