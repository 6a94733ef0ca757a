"""A drawn part taken apart into its shapes and its words, in the order in which they are painted.

From one prompt to the next mostly figures and names change. Shapes are rasterised without them and stay; words are
made of kept outlines (`glyphs`), and equal ones are one wherever they stand.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final, NamedTuple
from xml.parsers import expat

from asgard_pbem.boards.glyphs import Line, outline
from asgard_pbem.boards.look import BOARD_SANS, BOARD_SERIF, Theme, tokens

KEPT: Final = 4096  # parts in one process
_COLOUR: Final = re.compile(r"#[0-9A-Fa-f]{6}")
_SHIFT: Final = re.compile(r"translate\(\s*(-?[\d.]+)(?:[\s,]+(-?[\d.]+))?\s*\)")
_NUMBER: Final = re.compile(r"-?[\d.]{1,12}")
_BLANKS: Final = re.compile(r"[ \t\r\n]+")
_SERIF: Final = {BOARD_SERIF: True, BOARD_SANS: False}
_BOLD: Final = {"700": True, "bold": True, "400": False, "normal": False}
# What words may be said to be, on them or round them; with anything else (a slant, a shade) they stay where they are.
_SAID: Final = frozenset({"fill", "font-family", "font-size", "font-weight", "text-anchor"})
_GROUP: Final = _SAID | {"transform", "color", "pointer-events"}
_TEXT: Final = _SAID | {"x", "y", "pointer-events"}
_SPAN: Final = frozenset({"fill", "font-family", "font-size", "font-weight", "dx"})


class Shapes(NamedTuple):
    """SVG at the part's origin."""

    svg: str


class Words(NamedTuple):
    """Words in one face: where they begin on their base line, in units from the part's origin."""

    line: Line
    size: float
    fill: str  # #RRGGBB
    x: float
    y: float


@lru_cache(maxsize=KEPT)
def pieces(svg: str, theme: Theme) -> tuple[Shapes | Words, ...]:
    """What `svg` (of a part, see `parts.drawn`) paints, the lowest first."""
    if "<text" not in svg:
        return (Shapes(svg),)
    said = {"fill": tokens(theme)["ink"], "font-family": BOARD_SANS, "font-size": "20"}
    source = f"<g>{svg}</g>".encode()
    try:
        root = _parsed(source)
    except expat.ExpatError:  # resvg says what is wrong with it
        return (Shapes(svg),)
    found = list[Shapes | Words]()
    for one in _painted(source, root, _Place(said)):
        if isinstance(one, Shapes) and found and isinstance(found[-1], Shapes):
            found[-1] = Shapes(found[-1].svg + one.svg)
        else:
            found.append(one)
    return tuple(found)


@dataclass(slots=True)
class _Element:
    """An element: where its source begins, what stands in it, and where the last of that ends."""

    tag: str
    said: dict[str, str]
    start: int
    inside: list[_Element | str] = field(default_factory=list)  # elements, and of words the letters between them
    end: int = 0
    words: bool = False  # whether words stand in it


@dataclass(frozen=True, slots=True)
class _Place:
    """What holds inside of groups: what they say of words, their shift, and their own source."""

    said: Mapping[str, str]
    x: float = 0
    y: float = 0
    opened: str = ""
    closed: str = ""


def _parsed(source: bytes) -> _Element:
    """The one element of `source`. It keeps places in the source, so that what is left alone stays to the letter."""
    root = _Element("", {}, 0)
    opened, parser = [root], expat.ParserCreate()

    def begun(tag: str, said: dict[str, str]) -> None:
        one = _Element(tag, said, parser.CurrentByteIndex)
        opened[-1].inside.append(one)
        opened.append(one)
        if tag == "text":
            for each in opened:
                each.words = True

    def ended(_tag: str) -> None:
        opened.pop().end = parser.CurrentByteIndex

    def read(letters: str) -> None:
        if opened[-1].tag in {"text", "tspan"}:
            opened[-1].inside.append(letters)

    parser.buffer_text = True
    parser.StartElementHandler, parser.EndElementHandler, parser.CharacterDataHandler = begun, ended, read
    parser.Parse(source, True)  # noqa: FBT003  expat takes its arguments by place
    (found,) = root.inside
    assert isinstance(found, _Element)
    return found


def _painted(source: bytes, parent: _Element, place: _Place) -> Iterator[Shapes | Words]:
    """What stands in `parent`, in its order; what cannot be taken apart is a shape."""
    inside = [one for one in parent.inside if isinstance(one, _Element)]
    for one, after in zip(inside, [*(each.start for each in inside[1:]), parent.end], strict=True):
        words = _words(one, place) if one.tag == "text" else None
        if words is not None:
            yield from words
        elif one.words and one.tag == "g" and one.said.keys() <= _GROUP and (inner := _inner(source, one, place)):
            yield from _painted(source, one, inner)
        else:
            yield Shapes(place.opened + source[one.start : after].decode() + place.closed)


def _inner(source: bytes, group: _Element, place: _Place) -> _Place | None:
    """The place inside `group`; None when it does more than shift."""
    moved = _SHIFT.fullmatch(group.said.get("transform", "translate(0)").strip())
    if moved is None:
        return None
    first = next(one for one in group.inside if isinstance(one, _Element))
    return _Place(
        {**place.said, **group.said},
        place.x + float(moved[1]),
        place.y + float(moved[2] or 0),
        place.opened + source[group.start : first.start].decode(),
        "</g>" + place.closed,
    )


def _words(text: _Element, place: _Place) -> list[Words] | None:
    """What a `<text>` says, in one face each; None when it is said in a way that only the renderer knows."""
    said = {**place.said, **text.said}
    anchor = said.get("text-anchor", "start")
    spans = _spans(text, said) if text.said.keys() <= _TEXT else None
    if spans is None or not all(_measured(each, anchor) for each in (text.said, *(own for _, own in spans))):
        return None
    found, x, y = list[Words](), float(text.said.get("x", 0)), float(text.said.get("y", 0))
    whole, done = "".join(letters for letters, _ in spans), 0
    for letters, said in spans:
        before, done = whole[:done], done + len(letters)
        one = _word(letters, said, before, whole[done:])
        line = one and outline(one.line)
        if one is None or line is None:
            return None
        x += float(said.get("dx", 0))
        found.append(one._replace(x=x, y=y + place.y))
        x += line.length * one.size
    begin = place.x - (x - float(text.said.get("x", 0))) * {"start": 0, "middle": 0.5, "end": 1}[anchor]
    return [one._replace(x=one.x + begin) for one in found]


def _measured(said: Mapping[str, str], anchor: str) -> bool:
    """Whether all measures are plain numbers, and none moves what hangs from its middle or its end."""
    found = [said[name] for name in ("x", "y", "dx", "font-size") if name in said]
    return all(map(_NUMBER.fullmatch, found)) and (anchor == "start" or "dx" not in said)


def _spans(text: _Element, said: Mapping[str, str]) -> list[tuple[str, dict[str, str]]] | None:
    """The letters of a `<text>` with what holds for them, its blanks as they are shown; None for what is no span."""
    found = list[tuple[str, dict[str, str]]]()
    outer = {name: value for name, value in said.items() if name in _SAID}
    for one in text.inside:
        if isinstance(one, str):
            letters, own = one, outer
        elif one.tag == "tspan" and one.said.keys() <= _SPAN and all(isinstance(each, str) for each in one.inside):
            letters, own = "".join(each for each in one.inside if isinstance(each, str)), {**outer, **one.said}
        else:
            return None
        letters = _BLANKS.sub(" ", letters)
        if not found or found[-1][0].endswith(" "):
            letters = letters.lstrip(" ")
        if letters:
            found.append((letters, own))
    if found:
        found[-1] = (found[-1][0].rstrip(" "), found[-1][1])
    return found


def _word(letters: str, said: Mapping[str, str], before: str, behind: str) -> Words | None:
    serif, bold = _SERIF.get(said["font-family"]), _BOLD.get(said.get("font-weight", "400"))
    if serif is None or bold is None or _COLOUR.fullmatch(said["fill"]) is None:
        return None
    return Words(Line(letters, serif, bold, before, behind), float(said["font-size"]), said["fill"], 0, 0)
