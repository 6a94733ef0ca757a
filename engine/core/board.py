"""What all boards share: the order of seats, wrapped lines of text, short labels. Shapes are drawn by the templates."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable

from engine.core.moves import Seat

COLUMNS = 72  # of a text board
MARKS = "ABCDEF"  # the letters in the shapes of the seats, see the look of the service


def seats_in_order(seats: int, viewer: Seat | None) -> list[Seat]:
    """The others clockwise from the viewer's left, the viewer last (nearest); for a spectator from the first seat."""
    first = 0 if viewer is None else viewer + 1
    return [(first + step) % seats for step in range(seats)]


def own_first(seats: int, viewer: Seat | None) -> list[Seat]:
    """The viewer, then the others clockwise."""
    return [((viewer or 0) + step) % seats for step in range(seats)]


def wrapped(lines: Iterable[str], columns: int = COLUMNS) -> list[str]:
    """Long lines broken between words, what follows set in under the first; no trailing blanks."""
    out: list[str] = []
    for line in lines:
        indent = " " * min(len(line) - len(line.lstrip()) + 4, 14)
        parts = textwrap.wrap(line, columns, subsequent_indent=indent, break_on_hyphens=False) or [""]
        out += [part.rstrip() for part in parts]
    return out


def shortened(name: str, most: int) -> str:
    """A name of at most `most` letters, cut with an ellipsis."""
    return name if len(name) <= most else name[: most - 1].rstrip() + "…"


def beside(left: Iterable[str], right: Iterable[str], gap: int = 2) -> list[str]:
    """Two blocks of lines, one beside the other."""
    first, second = list(left), list(right)
    width = max(map(len, first), default=0) + gap
    rows = max(len(first), len(second))
    first += [""] * (rows - len(first))
    second += [""] * (rows - len(second))
    return [f"{one:<{width}}{two}".rstrip() for one, two in zip(first, second, strict=True)]
