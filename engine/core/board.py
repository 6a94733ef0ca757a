"""What all boards share: blocks and the two layouts that place them, spread cards, the order of seats, lines of text.

A game describes its board once: a `Drawing` of blocks, all of one width (`BLOCK`) and each as high as it needs. In
portrait, for phones and mails, the blocks stand below each other; in landscape, for wide pages, each stands in the
column that it names. A block is made of parts, and each part is drawn by one template; neither knows of the layout.
"""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import groupby
from typing import Any

from engine.core.moves import Seat

BLOCK = 576  # width of every block; three beside each other on a page of 1,200 px have type of 20 at 13 px
EDGE = 12  # from the edge of the picture to its blocks
GAP = 10  # from a block to the next below
GUTTER = 24  # from a column to the next

TOUCH = 38  # a finger's width at least on a phone of 390 px: 24 px; pieces that can be tapped lie so far apart

COLUMNS = 72  # of a text board
MARKS = "ABCDEF"  # the letters in the shapes of the seats, see the look of the service


def worn(seat: Seat, colour: str = "") -> str:
    """The symbol of a seat's mark: its letter in its shape, in the colour of the seat, or in one that was chosen."""
    letter = f"seat-{MARKS[seat].lower()}"
    return f"{letter}-{colour}" if colour else letter


class Layout(StrEnum):
    """How the blocks of a board are placed."""

    PORTRAIT = "portrait"
    LANDSCAPE = "landscape"


@dataclass(frozen=True, slots=True)
class Part:
    """A piece of a block: the template `<look>.svg` draws `data` in a box `w` by `h`, its upper left corner at (x, y).

    `title` is its name: it is read out, explained when it is pointed at, and makes the part reachable by keyboard; an
    empty one makes it an ornament. `marks` say what it is to programs (`{"piece": "stack"}` is `data-piece="stack"`).
    The last move is ringed: round pieces with a circle. A part without a look is not drawn: it is a place in another
    one (half of a card) that can be tapped where it answers a question, and is nothing anywhere else.
    """

    look: str
    x: int
    y: int
    w: int
    h: int
    data: Mapping[str, Any] = field(default_factory=dict)
    title: str = ""
    marks: Mapping[str, Any] = field(default_factory=dict)
    touched: bool = False
    round: bool = False

    @property
    def name(self) -> str:
        """By which a menu line speaks of it (`spot`); empty for an ornament."""
        marks = self.marks
        return spot(marks["piece"], marks.get("ref", ""), marks.get("seat")) if "piece" in marks else ""


def spot(piece: str, ref: object = "", seat: Seat | None = None) -> str:
    """What a part with these marks is called: `province:ELV`, `slot:l:0`."""
    return f"{piece}:{ref}" if seat is None else f"{piece}:{ref}:{seat}"


@dataclass(frozen=True, slots=True)
class Block:
    """Parts that belong together, in the order in which they are painted. `column`: where it stands in landscape."""

    h: int
    parts: tuple[Part, ...]
    column: int = 0
    marks: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Drawing:
    """A whole board: its name for screen readers, and its blocks from top to bottom, column by column."""

    label: str
    blocks: tuple[Block, ...]

    def columns(self) -> list[list[Block]]:
        """The blocks of each column of the landscape, from left to right."""
        return [list(blocks) for _, blocks in groupby(self.blocks, key=lambda block: block.column)]


@dataclass(frozen=True, slots=True)
class Sheet:
    """A drawing laid out: the size of the picture, and where each block stands."""

    width: int
    height: int
    blocks: tuple[tuple[int, int, Block], ...]


def laid_out(drawing: Drawing, layout: Layout) -> Sheet:
    """The place of every block; all columns of a landscape begin at the top."""
    x, y, bottom, found = EDGE, EDGE, 0, list[tuple[int, int, Block]]()
    for number, column in enumerate(drawing.columns()):
        if number and layout is Layout.LANDSCAPE:
            x, y = x + BLOCK + GUTTER, EDGE
        for block in column:
            found.append((x, y, block))
            y += block.h + GAP
        bottom = max(bottom, y)
    return Sheet(x + BLOCK + EDGE, bottom - GAP + EDGE, tuple(found))


def heading(title: str, note: str, *, wanted: bool, names: Iterable[str] = ()) -> Block:
    """The first block of a board: what goes on, and in a line below who is to decide (`wanted`) or who has won.

    `names`: of whom the line may speak; where it is too long they are cut, before what is said of them is.
    """
    data = {"title": title, "note": note, "wanted": wanted, "names": tuple(names)}
    return Block(58, (Part("heading", 0, 0, BLOCK, 58, data),))


@dataclass(frozen=True, slots=True)
class Spread:
    """Cards that lie open together, and what they are called."""

    ref: str
    title: str
    codes: Sequence[str]


def spread_out(
    spreads: Sequence[Spread], room: int, *, least: Callable[[Spread], int], block: Callable[[Spread, int], Block]
) -> list[Block]:
    """A block for each, in `room` units all together: each as fully as the later ones allow, which are `least` high.

    `block`: the fullest in so many units; how it looks is the game's own.
    """
    found = list[Block]()
    for number, spread in enumerate(spreads):
        fits = block(spread, room - sum(least(later) + GAP for later in spreads[number + 1 :]))
        room -= fits.h + GAP
        found.append(fits)
    return found


def seats_in_order(seats: int, viewer: Seat | None) -> list[Seat]:
    """The others clockwise from the viewer's left, the viewer last (nearest); for a spectator from the first seat."""
    first = 0 if viewer is None else viewer + 1
    return [(first + step) % seats for step in range(seats)]


def own_first(seats: int, viewer: Seat | None) -> list[Seat]:
    """The viewer, then the others clockwise."""
    return [((viewer or 0) + step) % seats for step in range(seats)]


def wrapped(lines: Iterable[str]) -> list[str]:
    """Long lines broken between words, what follows set in under the first; no trailing blanks."""
    out: list[str] = []
    for line in lines:
        if len(line) <= COLUMNS and line.isprintable():  # most are so short, and the library takes long to say so
            out.append(line.rstrip())
            continue
        indent = " " * min(len(line) - len(line.lstrip()) + 4, 14)
        parts = textwrap.wrap(line, COLUMNS, subsequent_indent=indent, break_on_hyphens=False) or [""]
        out += [part.rstrip() for part in parts]
    return out


def shortened(text: str, width: int, most: int) -> list[str]:
    """At most so many lines, the last of them cut between words."""
    lines = textwrap.wrap(text, width, break_on_hyphens=False)
    if 0 < most < len(lines):
        return [*lines[: most - 1], textwrap.shorten(" ".join(lines[most - 1 :]), width, placeholder=" …")]
    return lines[:most]


def beside(left: Iterable[str], right: Iterable[str], gap: int = 2) -> list[str]:
    """Two blocks of lines, one beside the other."""
    first, second = list(left), list(right)
    width = max(map(len, first), default=0) + gap
    rows = max(len(first), len(second))
    first += [""] * (rows - len(first))
    second += [""] * (rows - len(second))
    return [f"{one:<{width}}{two}".rstrip() for one, two in zip(first, second, strict=True)]
