"""Boards as pixels, put together from small pictures that recur: a card is rasterised once and pasted ever after.

Rasterising a whole board takes resvg 80 to 200 ms; between two prompts hardly any of it changes. The SVG text is taken
apart into its elements (one scan, no tree), each drawn alone at the origin, kept and pasted in the order of the
document; "over" is associative, so the picture is the same to a rounding step. Whatever is met that this module does
not know for certain makes `compose` return None, and the caller rasterises the whole board, so that templates may
change freely.
"""

import io
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from math import floor
from threading import Lock
from typing import Final

from cachetools import LRUCache, cached
from PIL import Image, ImageDraw

Rasterise = Callable[[str, int], bytes]  # (a whole SVG, its width in pixels) to PNG
Box = tuple[int, int, int, int]  # left, top, width, height, in user units

KEPT_BYTES: Final = 48 * 1024 * 1024  # of sprites in one process: several games in two themes and languages
_SCALES: Final = range(1, 5)  # whole pixels for a user unit; between them a sprite would need its place in its key
_ATTRIBUTE: Final = re.compile(r"""([\w:-]+)=("[^"]*"|'[^']*')""")
_TAG: Final = re.compile(r"<(/?)(\w+)([^>]*)>")
# What says something to a reader or a script and paints nothing.
_SILENT: Final = re.compile(r'<title>[^<]*</title>|\s(?:aria-label|data-[a-z-]+|tabindex|role|class)="[^"]*"')
_HEAD: Final = re.compile(r"<svg\b([^>]*)>\s*<defs>(.*?)</defs>(.*)</svg>\s*", re.DOTALL)
_DEFINITION: Final = re.compile(r'<(symbol|pattern) id="([\w-]+)".*?</\1>', re.DOTALL)
_REFERENCE: Final = re.compile(r'(?:href="|url\()#([\w-]+)')
_INHERITED: Final = {"color", "fill", "font-family", "font-size", "font-weight"}
_OF_THE_FRAME: Final = {"xmlns", "viewBox", "width", "height"}
_SHAPES: Final = {"g", "text", "rect", "circle", "ellipse", "use", "path", "line", "polygon", "polyline"}
_MOVED: Final = re.compile(r'<g transform="translate\((-?[\d.]+)[ ,](-?[\d.]+)\)"')
_PLACED: Final = {"text": ("x", "y"), "rect": ("x", "y"), "use": ("x", "y"), "circle": ("cx", "cy")}
_LINE_FROM: Final = re.compile(r'(<path d=")M(-?[\d.]+) (-?[\d.]+)(?=[a-z][a-z\d .,-]*")')
_FAR: Final = 16  # user units to a pixel when the bounds of an element are looked for
_ROUND: Final = 4  # user units left free round those bounds
_ONLY_MOVED: Final = re.compile(r'transform="translate\([^)]*\)"')
_OWN_PLACE: Final = re.compile(r' c?[xy]="')
_MARKUP: Final = re.compile(r"<[^>]*>|&\w+;")
_WORDY: Final = 3  # texts in a group that is taken apart
_FLAT: Final = re.compile(
    r'<rect(?: x="([\d.]+)" y="([\d.]+)")? width="([\d.]+)" height="([\d.]+)"'
    r' (?:fill="(#[\dA-Fa-f]{6})"|fill="none" stroke="(#[\dA-Fa-f]{6})")/>'
)


class Strange(ValueError):
    """Something in a board that this module does not know how to take apart."""


@dataclass(frozen=True, slots=True)
class Sprite:
    """A piece of a board, cut to what it paints, in pixels from the piece's own origin."""

    left: int
    top: int
    colours: Image.Image  # RGB
    cover: Image.Image | None  # L: how much of the ground each pixel hides; None where all of it

    def size(self) -> int:
        """Bytes it takes; Pillow keeps four for an RGB pixel."""
        return self.colours.width * self.colours.height * (4 if self.cover is None else 5) + 500


@dataclass(frozen=True, slots=True)
class _Element:
    """Something to draw by itself: its text at the origin, and all that decides how it looks."""

    text: str
    style: str  # attributes of the root that it inherits
    definitions: str  # the symbols and patterns that it refers to
    board: tuple[int, int] = field(compare=False)  # width and height in user units: how far its parts may lie


@dataclass(frozen=True, slots=True)
class _Sheet:
    """A board taken apart: its size in user units, and what every element needs to be drawn alone."""

    width: int
    height: int
    style: str  # attributes of the root that its elements inherit
    definitions: dict[str, str]  # id: the element, and those that it refers to
    elements: tuple[str, ...]

    def element(self, text: str) -> _Element:
        """`text` with what it inherits and refers to. Raises Strange when that is missing."""
        try:
            needed = "".join([self.definitions[name] for name in dict.fromkeys(_REFERENCE.findall(text))])
        except KeyError as name:
            raise Strange(f"a reference to {name}") from None
        return _Element(text, self.style, needed, (self.width, self.height))


def compose(svg: str, width: int, rasterise: Rasterise) -> Image.Image | None:
    """The board `svg` as an RGB picture of `width` pixels; None when it must be rasterised as a whole."""
    try:
        sheet = _sheet(svg)
        scale = _scale(sheet, width)
        return _composed(sheet, scale, rasterise)
    except Strange:
        return None


def _scale(sheet: _Sheet, width: int) -> int:
    scale, rest = divmod(width, sheet.width)
    if rest or scale not in _SCALES:
        raise Strange(f"a width of {width} for {sheet.width}")
    return scale


def _composed(sheet: _Sheet, scale: int, rasterise: Rasterise) -> Image.Image:
    picture = Image.new("RGB", (sheet.width * scale, sheet.height * scale))
    elements = iter(sheet.elements)
    ground = next(elements, "")
    if not _drawn_flat(picture, ground, scale, all_of_it=True):
        raise Strange("a board without a ground")
    for whole in elements:
        if _drawn_flat(picture, whole, scale):
            continue
        for x, y, text in _apart(whole):
            column, row = floor(x * scale), floor(y * scale)
            rest = (round(x - column / scale, 4), round(y - row / scale, 4))
            one = _sprite(sheet.element(text), rest, scale, rasterise)
            picture.paste(one.colours, (column + one.left, row + one.top), one.cover)
    return picture


# --- taking apart -----------------------------------------------------------------------------------------------------


def _sheet(svg: str) -> _Sheet:
    found = _HEAD.fullmatch(_SILENT.sub("", svg))
    if found is None:
        raise Strange("not a board of ours")
    root = {name: value[1:-1] for name, value in _ATTRIBUTE.findall(found[1])}
    if root.keys() - _INHERITED - _OF_THE_FRAME:
        raise Strange("attributes of the root that may paint")
    size = re.fullmatch(r"0 0 (\d+) (\d+)", root.get("viewBox", ""))
    if size is None:
        raise Strange("a board of no whole size")
    style = "".join(f" {name}={value}" for name, value in _ATTRIBUTE.findall(found[1]) if name in _INHERITED)
    return _Sheet(int(size[1]), int(size[2]), style, _definitions(found[2]), tuple(_elements(found[3])))


@lru_cache(maxsize=64)
def _definitions(defs: str) -> dict[str, str]:
    """Symbols and patterns by id, each followed by those that it refers to in turn."""
    own = {found[2]: found[0] for found in _DEFINITION.finditer(defs)}
    if _DEFINITION.sub("", defs).strip():
        raise Strange("definitions of another kind")
    whole = {}
    for name, element in own.items():
        needed, waiting = {name: element}, _REFERENCE.findall(element)
        while waiting:
            other = waiting.pop()
            if other not in own:
                raise Strange("a reference to nothing")
            if other not in needed:
                needed[other] = own[other]
                waiting += _REFERENCE.findall(own[other])
        whole[name] = "".join(needed.values())
    return whole


def _elements(body: str) -> Iterator[str]:
    """The elements of a board in order; a group that neither moves nor paints is left out, its children are not."""
    start, depth, groups = -1, 0, 0
    for tag in _TAG.finditer(body):
        closing, name, attributes = tag.groups()
        if closing:
            depth, groups = (depth - 1, groups) if depth else (0, groups - 1)
            if not depth and start >= 0:
                yield body[start : tag.end()]
                start = -1
            continue
        if not depth:
            if name not in _SHAPES:
                raise Strange(f"<{name}>")
            if name == "g" and not attributes.strip():
                groups, start = groups + 1, -1
                continue
            start = tag.start()
        if not attributes.endswith("/"):
            depth += 1
        elif not depth:
            yield tag[0]
            start = -1
    if depth or groups:
        raise Strange("an element without an end")


def _apart(element: str) -> Iterator[tuple[float, float, str]]:
    """The pieces of an element, each with its place: a group of many words in pieces, anything else in one.

    A group's words change one at a time (points, cards in hand), so that its parts recur sooner than the whole.
    """
    moved = _MOVED.match(element)
    if moved and element.count("<text") >= _WORDY and element[moved.end()] == ">":
        for child in _elements(element[moved.end() + 1 : -len("</g>")]):
            x, y, text = _at_origin(child)
            yield float(moved[1]) + x, float(moved[2]) + y, text
    else:
        yield _at_origin(element)


def _at_origin(element: str) -> tuple[float, float, str]:
    """Where an element stands, and the same element at the origin; one that cannot be moved stays: (0, 0, itself)."""
    if moved := _MOVED.match(element):
        return float(moved[1]), float(moved[2]), "<g" + element[moved.end() :]
    opening = element[: element.index(">") + 1]
    turned = "transform=" in opening and not _ONLY_MOVED.search(opening)
    if turned or "url(" in element or _OWN_PLACE.search(element, len(opening)):
        return 0.0, 0.0, element  # a turn, a pattern or a part with a place of its own would not move along
    if line := _LINE_FROM.match(element):
        return float(line[2]), float(line[3]), f"{line[1]}M0 0{element[line.end() :]}"
    names = _PLACED.get(opening[1:].split(maxsplit=1)[0].rstrip("/>"), ())
    place = [0.0, 0.0]
    for number, name in enumerate(names):
        if found := re.search(rf' {name}="(-?[\d.]+)"', opening):
            place[number] = float(found[1])
            opening = opening.replace(found[0], "", 1)
    return place[0], place[1], opening + element[element.index(">") + 1 :]


# --- drawing ----------------------------------------------------------------------------------------------------------


def _drawn_flat(picture: Image.Image, element: str, scale: int, *, all_of_it: bool = False) -> bool:
    """Draw a large rectangle of one colour, or its outline on whole pixels; False for anything else."""
    found = _FLAT.fullmatch(element)
    if found is None:
        return False
    left, top, width, height = (float(found[number] or 0) * scale for number in range(1, 5))
    fill, stroke = found[5], found[6]
    inset = 0.0 if fill else scale / 2  # an outline lies half outside
    box = (left - inset, top - inset, left + width + inset, top + height + inset)
    if any(edge % 1 for edge in box) or (all_of_it and (stroke or box != (0, 0, *picture.size))):
        return False
    corners = (int(box[0]), int(box[1]), int(box[2]) - 1, int(box[3]) - 1)
    ImageDraw.Draw(picture).rectangle(corners, fill=fill, outline=stroke, width=scale if stroke else 0)
    return True


@cached(LRUCache(maxsize=KEPT_BYTES, getsizeof=Sprite.size), lock=Lock())
def _sprite(element: _Element, rest: tuple[float, float], scale: int, rasterise: Rasterise) -> Sprite:
    """`element` drawn `rest` of a unit right of and below its origin. Raises Strange when it has no bounds."""

    def drawn(box: Box, pixels: int, wrapper: str = "<g") -> Image.Image:
        svg = (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box[0]} {box[1]} {box[2]} {box[3]}"{element.style}>'
            f"<defs>{element.definitions}</defs>"
            f'{wrapper} transform="translate({rest[0]} {rest[1]})">{element.text}</g></svg>'
        )
        return Image.open(io.BytesIO(rasterise(svg, pixels))).convert("RGBA")

    for box in _boxes(element, drawn):
        picture = drawn(box, box[2] * scale)
        ink = picture.getchannel("A").getbbox()
        if ink and ink[0] > 0 and ink[1] > 0 and ink[2] < picture.width and ink[3] < picture.height:
            return _cut(picture, ink, box[0] * scale, box[1] * scale)
    if ink:
        raise Strange("an element without bounds")
    return _cut(picture, (0, 0, 1, 1), 0, 0)  # it paints nothing: one clear pixel


def _cut(picture: Image.Image, ink: Box, left: int, top: int) -> Sprite:
    cover = picture.getchannel("A").crop(ink)
    hides_all = cover.getextrema() == (255, 255)
    return Sprite(left + ink[0], top + ink[1], picture.crop(ink).convert("RGB"), None if hides_all else cover)


def _boxes(element: _Element, drawn: Callable[..., Image.Image]) -> Iterator[Box]:
    """Boxes to draw `element` in until it touches no edge. Words hang together: a guess of their length may do."""
    if element.text.startswith("<text"):
        length = 24 + 14 * len(_MARKUP.sub("", element.text))
        left, right = {"end": (length, 40), "middle": (length, length)}.get(_anchor(element.text), (12, length + 28))
        yield -left, -32, left + right, 76
    yield _bounds(element, drawn)


def _anchor(text: str) -> str:
    found = re.search(r'text-anchor="(\w+)"', text[: text.index(">")])
    return found[1] if found else "start"


def _bounds(element: _Element, drawn: Callable[..., Image.Image]) -> Box:
    """A box round all that `element` paints, in user units: the element is looked at from far away first.

    Whatever stands on a board lies less than the board's size from its origin, whichever corner that is. From afar thin
    letters vanish, so that all without a stroke is given a broad one; the box is the larger for it.
    """
    right, bottom = (-(-side // _FAR) for side in element.board)
    everywhere = (-right * _FAR, -bottom * _FAR, 2 * right * _FAR, 2 * bottom * _FAR)
    seen = drawn(everywhere, 2 * right, f'<g stroke="#000000" stroke-width="{_FAR}"').getchannel("A").getbbox()
    if seen is None:  # nothing, or only what is too fine to be seen from there
        return -4 * _FAR, -4 * _FAR, (right + 8) * _FAR, (bottom + 8) * _FAR
    left, top = (seen[0] - right) * _FAR - _ROUND, (seen[1] - bottom) * _FAR - _ROUND
    return left, top, (seen[2] - seen[0]) * _FAR + 2 * _ROUND, (seen[3] - seen[1]) * _FAR + 2 * _ROUND


def forget() -> None:
    """Empty the store of sprites, as in a new process."""
    _sprite.cache_clear()
