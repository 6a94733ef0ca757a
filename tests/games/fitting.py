"""Measures a board: every text of every part, with the bundled faces, against its box, its neighbours and the picture.

A part is measured by itself, as its template drew it, and once however often it recurs; that no two parts lie where
their texts would meet, and that all lie within the picture, is a matter of their boxes. From one moment to the next
most blocks stay what they are, so a block is measured once, too.
"""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Generic, TypeVar

from asgard_pbem.boards.fonts import length
from asgard_pbem.boards.glyphs import COVERED, Line, Outline, outline
from asgard_pbem.boards.parts import drawn
from asgard_pbem.boards.render import XMLNS
from engine.core.board import BLOCK, Block, Drawing, Layout, Part, laid_out

_SVG = "{http://www.w3.org/2000/svg}"
_MOVES = re.compile(r"(translate|scale)\(\s*(-?[\d.]+)(?:[ ,]+(-?[\d.]+))?\s*\)")
_STRAIGHT = re.compile(r"M[-\d. ,LHV]*Z")
# As long as a name may be, in wide letters and narrow ones, in one word and in many.
NAMES = (
    "Wilhelmina-Maximiliana Wittelsbach-Hohen",
    "Константин Константинопольский-Задунайски",
    "WWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWW",
    "Ё",
    "Anna Maria Louisa Ida Johanna Eva Sigrid",
    "Ъ-Ъ-Ъ-Ъ-Ъ-Ъ-Ъ-Ъ-Ъ-Ъ-Ъ-Ъ-Ъ-Ъ-Ъ-Ъ-Ъ-Ъ-Ъ-Ъ-",
)
Point = tuple[float, float]
_RISE, _FALL = (
    0.9,
    0.25,
)  # of the size of its type: how far letters of no bundled face may reach over and under the line
_ROUNDING = 0.5


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle, and what it is the outline of."""

    left: float
    top: float
    right: float
    bottom: float
    what: str

    def meets(self, other: Box) -> bool:
        return (  # what most pairs fail comes first: millions are asked
            self.bottom - other.top > _ROUNDING
            and other.bottom - self.top > _ROUNDING
            and self.right - other.left > _ROUNDING
            and other.right - self.left > _ROUNDING
            and min(self.right - self.left, other.right - other.left) > _ROUNDING
            and min(self.bottom - self.top, other.bottom - other.top) > _ROUNDING
        )

    def holds(self, other: Box) -> bool:
        return (
            other.left >= self.left - _ROUNDING
            and other.right <= self.right + _ROUNDING
            and other.top >= self.top - _ROUNDING
            and other.bottom <= self.bottom + _ROUNDING
        )

    def moved(self, x: float, y: float) -> Box:
        return Box(self.left + x, self.top + y, self.right + x, self.bottom + y, self.what)


def complaints(key: str, drawing: Drawing) -> list[str]:
    """What is wrong with a board in either layout; empty when all is well."""
    found = [one for layout in Layout for one in _misplaced(drawing, layout)]
    for block in drawing.blocks:
        found += _of_block(key, _Measured(block, (repr(block),)))
    return list(dict.fromkeys(found))


T = TypeVar("T", Block, Part)


class _Measured(Generic[T]):
    """Something by what its measures depend on: equal ones are measured once."""

    def __init__(self, it: T, known: tuple[object, ...]) -> None:
        self.it = it
        self._known = known

    def __hash__(self) -> int:
        return hash(self._known)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Measured) and self._known == other._known


def _anywhere(part: Part) -> _Measured[Part]:
    """A part without its place."""
    return _Measured(part, (part.look, part.w, part.h, repr(part.data)))


@cache
def _of_block(key: str, known: _Measured[Block]) -> tuple[str, ...]:
    block = known.it
    parts = [(part, _anywhere(part)) for part in block.parts]
    faults = [fault for _, one in parts for fault in _faults(key, one)]
    return (*faults, *_crossed([(part, _texts(key, one)) for part, one in parts if part.look]), *_outside(block))


def _misplaced(drawing: Drawing, layout: Layout) -> Iterator[str]:
    sheet = laid_out(drawing, layout)
    picture = Box(0, 0, sheet.width, sheet.height, "the picture")
    boxes = [Box(x, y, x + BLOCK, y + block.h, f"block {at}") for at, (x, y, block) in enumerate(sheet.blocks)]
    for at, box in enumerate(boxes):
        if not picture.holds(box):
            yield f"{layout}: {box.what} leaves the picture"
        yield from (f"{layout}: {box.what} meets {other.what}" for other in boxes[:at] if box.meets(other))


def _outside(block: Block) -> Iterator[str]:
    for part in block.parts:
        if not Box(0, 0, BLOCK, block.h, "").holds(Box(part.x, part.y, part.x + part.w, part.y + part.h, "")):
            yield f"{part.look} leaves its block: {part}"


def _crossed(parts: list[tuple[Part, tuple[Box, ...]]]) -> Iterator[str]:
    """Texts of different parts that meet, and parts that lie over a text of others; each comes with its texts. Places
    to tap are not drawn.
    """
    boxes = [Box(part.x, part.y, part.x + part.w, part.y + part.h, part.look) for part, _ in parts]
    placed = [[text.moved(part.x, part.y) for text in texts] for part, texts in parts]
    for at, mine in enumerate(placed):
        for text in mine:
            yield from (f"{text.what!r} lies under {over.what}" for over in boxes[at + 1 :] if over.meets(text))
    for at, box in enumerate(boxes):
        for below in boxes[:at]:
            if box.meets(below) and not below.holds(box):
                yield f"{box.what} {box} crosses {below.what} {below}"
    texts = sorted((text for mine in placed for text in mine), key=lambda one: one.top)
    for at, one in enumerate(texts):
        for other in texts[at + 1 :]:
            if other.top > one.bottom:
                break
            if one.meets(other):
                yield f"{one.what!r} meets {other.what!r}"


@cache
def _texts(key: str, known: _Measured[Part]) -> tuple[Box, ...]:
    found = (_text(element, spot) for element, spot in _walk(_root(key, known.it)))
    return tuple(text[0] for text in found if text)


def _root(key: str, part: Part) -> ET.Element:
    return ET.fromstring(f"<svg {XMLNS}>{drawn(key, part, 'light')}</svg>")


@cache
def _faults(key: str, known: _Measured[Part]) -> tuple[str, ...]:
    part, root = known.it, _root(key, known.it)
    box = Box(0, 0, part.w, part.h, part.look)
    texts = [text for element, spot in _walk(root) if (text := _text(element, spot))]
    found = [f"{part.look}: {one.what!r} leaves the box" for one, _ in texts if not box.holds(one)]
    found += [f"{part.look}: {one.what!r} is too small" for one, size in texts if size < 20]
    found += [
        f"{part.look}: {one.what!r} has letters of no face" for one, _ in texts if not COVERED.fullmatch(one.what)
    ]
    for at, (one, _) in enumerate(texts):
        found += [f"{part.look}: {one.what!r} meets {other.what!r}" for other, _ in texts[:at] if one.meets(other)]
    return (*found, *(f"{part.look}: {fault}" for fault in _against_shapes(root)))


def _against_shapes(root: ET.Element) -> Iterator[str]:
    """Texts that cross a frame or a symbol, or that one covers; what a later shape hides is not seen."""
    painted: list[tuple[Box, bool]] = []  # what was painted so far, and whether it is a text
    frames: list[list[Point]] = []  # hexagons, shields, gables: closed lines of straight edges
    for element, spot in _walk(root):
        text, shape = _text(element, spot), _shape(element, spot)
        if corners := _polygon(element, spot):
            frames.append(corners)
        if shape is not None:
            hidden = [(one, is_text) for one, is_text in painted if _hides(element, shape, one)]
            yield from (f"{one.what!r} is covered" for one, is_text in hidden if is_text)
            painted = [one for one in painted if one not in hidden]
            painted.append((shape, False))
        elif text is not None:
            for corners in frames:
                if _stands_out(text[0], corners):
                    yield f"{text[0].what!r} stands out of its {len(corners)}-sided frame"
            for one, is_text in painted:
                if not is_text and text[0].meets(one) and not one.holds(text[0]) and not text[0].holds(one):
                    yield f"{text[0].what!r} crosses the edge of {one.what}"
            painted.append((text[0], True))


def _stands_out(text: Box, frame: list[Point]) -> bool:
    """Whether a text that is written into a frame of many sides reaches over one of them."""
    if not _holds_point(frame, (text.left + text.right) / 2, (text.top + text.bottom) / 2):
        return False
    left, right = text.left + _ROUNDING, text.right - _ROUNDING
    top, bottom = text.top + _ROUNDING, text.bottom - _ROUNDING
    return not all(_holds_point(frame, x, y) for x in (left, right) for y in (top, bottom))


def _holds_point(frame: list[Point], x: float, y: float) -> bool:
    within = False
    for (ax, ay), (bx, by) in zip(frame, [*frame[1:], frame[0]], strict=True):
        if (ay > y) != (by > y) and x < ax + (y - ay) * (bx - ax) / (by - ay):
            within = not within
    return within


def _polygon(element: ET.Element, spot: Spot) -> list[Point] | None:
    """The corners of a path that is one closed line of straight edges; None for any other."""
    if element.tag != f"{_SVG}path" or not _STRAIGHT.fullmatch(element.get("d", "")):
        return None
    x, y, wide, high = spot
    corners: list[Point] = []
    for command, given in re.findall(r"([MLHV])([^MLHVZ]*)", element.get("d", "")):
        numbers = [float(one) for one in re.findall(r"-?[\d.]+", given)]
        if command in "HV":
            last = corners[-1]
            corners += [(one, last[1]) if command == "H" else (last[0], one) for one in numbers]
        else:
            corners += list(zip(numbers[::2], numbers[1::2], strict=True))
    return [(x + wide * px, y + high * py) for px, py in corners] if len(corners) > 2 else None


def _hides(element: ET.Element, shape: Box, one: Box) -> bool:
    filled = element.get("fill") not in {None, "none"} and element.tag != f"{_SVG}use"
    return filled and shape.meets(one)


Spot = tuple[float, float, float, float]  # x, y, and the scale in both directions


def _walk(element: ET.Element, spot: Spot = (0, 0, 1, 1)) -> Iterator[tuple[ET.Element, Spot]]:
    for child in element:
        x, y, wide, high = spot
        for kind, one, other in _MOVES.findall(child.get("transform", "")):
            if kind == "translate":
                x, y = x + wide * float(one), y + high * float(other or 0)
            else:
                wide, high = wide * float(one), high * float(other or one)
        yield child, (x, y, wide, high)
        yield from _walk(child, (x, y, wide, high))


def _number(element: ET.Element, name: str, default: float = 0) -> float:
    return float(element.get(name, default))


def _text(element: ET.Element, spot: Spot) -> tuple[Box, float] | None:
    """What the letters of a text cover, and the size of its type; None for anything else."""
    words = " ".join("".join(element.itertext()).split())
    if element.tag != f"{_SVG}text" or not words:
        return None
    x, y, wide, high = spot
    size, runs = _number(element, "font-size", 20), list(_runs(element))
    long = sum(run.shift + run.outline.length * run.size for run in runs)
    at = _number(element, "x") + _number(element, "dx")
    at -= {"middle": long / 2, "end": long}.get(element.get("text-anchor", ""), 0)
    base, ink = _number(element, "y") + _number(element, "dy"), list[Box]()
    for run in runs:
        at += run.shift
        left, low, right, up = (edge * run.size for edge in run.outline.box)
        if right > left:
            ink.append(Box(at + left, base - up, at + right, base - low, words))
        at += run.outline.length * run.size
    left, top = min(one.left for one in ink), min(one.top for one in ink)
    right, bottom = max(one.right for one in ink), max(one.bottom for one in ink)
    return Box(x + wide * left, y + high * top, x + wide * right, y + high * bottom, words), size * high


@dataclass(frozen=True, slots=True)
class _Run:
    """Letters of one face and size, and how far they stand from those before."""

    outline: Outline
    size: float
    shift: float = 0


def _runs(element: ET.Element) -> Iterator[_Run]:
    size, serif = _number(element, "font-size", 20), "Serif" in element.get("font-family", "")
    bold = element.get("font-weight") in {"700", "bold"}
    yield from _run(element.text, size, serif=serif, bold=bold)
    for child in element:
        own = _number(child, "font-size", size)
        weight = child.get("font-weight")
        heavy = bold if weight is None else weight in {"700", "bold"}
        face = serif if child.get("font-family") is None else "Serif" in child.get("font-family", "")
        yield from _run(child.text, own, serif=face, bold=heavy, shift=_number(child, "dx"))
        yield from _run(child.tail, size, serif=serif, bold=bold)


def _run(text: str | None, size: float, *, serif: bool, bold: bool, shift: float = 0) -> Iterator[_Run]:
    """As HarfBuzz shapes it; of letters that no bundled face has the room that Pillow gives them."""
    words = (text or "").strip("\n")
    if not words:
        return
    found = outline(Line(words, serif, bold))
    if found is None:
        wide = length(words, 1, serif=serif, bold=bold)
        found = Outline(wide, "", (0, -_FALL, wide, _RISE), 1)
    yield _Run(found, size, shift)


def _shape(element: ET.Element, spot: Spot) -> Box | None:
    """A frame or a symbol, which a text must lie in or keep away from."""
    x, y, wide, high = spot
    tag = element.tag.removeprefix(_SVG)
    if tag in {"rect", "use"}:
        left, top = _number(element, "x"), _number(element, "y")
        right, bottom = left + _number(element, "width"), top + _number(element, "height")
    elif tag == "circle":
        left, top = (_number(element, name) - _number(element, "r") for name in ("cx", "cy"))
        right, bottom = (_number(element, name) + _number(element, "r") for name in ("cx", "cy"))
    else:
        return None
    what = f"<{tag}> {element.get('href', '')}".strip()
    return Box(x + wide * left, y + high * top, x + wide * right, y + high * bottom, what)
