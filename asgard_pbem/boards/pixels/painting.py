"""A board in true colours, painted of its parts.

resvg takes 60 ms for a whole board, and between two prompts hardly any of it changes: each part is rasterised
once, kept by what its template drew, and pasted wherever it stands. `python -m tests.bench mail` shows what that saves.
"""

import io
import re
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from math import floor
from threading import Lock
from typing import Final, NamedTuple

from cachetools import LRUCache, cached
from PIL import Image, ImageDraw

from asgard_pbem.boards.glyphs import Line, outline
from asgard_pbem.boards.look import Theme, tokens
from asgard_pbem.boards.parts import drawn, own_used, ring, style
from asgard_pbem.boards.pixels.pieces import Words, pieces
from asgard_pbem.boards.pixels.raster import rasterised
from asgard_pbem.boards.render import XMLNS
from asgard_pbem.boards.symbols import definitions
from engine.core.board import BLOCK, GAP, Block, Drawing, Layout, Part, laid_out

KEPT_BYTES: Final = 32 * 1024 * 1024  # of rasterised parts in one process: several games in two languages
KEPT_WORDS: Final = 8192  # words in one process, of a kilobyte or two
KEPT_BLOCKS: Final = 12 * 1024 * 1024  # bytes of whole blocks: those of a board, and what lies lowest in others
BLEED: Final = 8  # units round the box of a part that its strokes and rings may reach
MARGIN: Final = GAP // 2  # units round a block that belong to it
FRAME: Final = 3  # units from the edge of the picture to the line round it

# A text with a word in it: three letters of which the last two are small.
_WORDS: Final = re.compile(r"<text\b[^>]*>(?:<tspan[^>]*>)?[^<]*[^\W\d_][^\W\d_A-ZА-ЯЁ]{2}[^<]*(?:</tspan>)?</text>")


class Stamp(NamedTuple):
    """Shapes in pixels, cut to what they paint: where that begins, seen from the part's own origin."""

    left: int
    top: int
    paint: Image.Image  # RGB
    cover: Image.Image | None  # L; None: it hides all that lies below

    def size(self) -> int:
        """Bytes that it takes; Pillow keeps four for a pixel of three channels."""
        return (5 if self.cover else 4) * self.paint.width * self.paint.height + 500


class Ink(NamedTuple):
    """Words in pixels, of any colour: where they begin, seen from the whole pixel where their base line does."""

    left: int
    top: int
    cover: Image.Image  # L


class Layer(NamedTuple):
    """What is painted in one go: SVG at its own origin, and its box in the block."""

    inner: str
    x: int
    y: int
    w: int
    h: int


def board_picture(
    key: str, drawing: Drawing, theme: Theme, layout: Layout, scale: int, *, mute: bool = False
) -> Image.Image:
    """An RGB picture of `scale` pixels a unit: what resvg makes of the board's SVG, to a rounding step at edges.

    `mute`: without its words, but with numbers and letters that stand for something.
    """
    sheet = laid_out(drawing, layout)
    picture = Image.new("RGB", (sheet.width * scale, sheet.height * scale), tokens(theme)["paper"])
    frame(picture, theme, scale)
    for x, y, block in sheet.blocks:
        painted = layers(key, block, theme)
        if mute:
            painted = tuple(one._replace(inner=_WORDS.sub("", one.inner)) for one in painted)
        kept = _kept_block(key, block.h, painted, theme, scale)
        picture.paste(kept, ((x - MARGIN) * scale, (y - MARGIN) * scale))
    return picture


def frame(picture: Image.Image, theme: Theme, scale: int, *, above: int = 0, below: int = 0) -> None:
    """The line round a board. `above`, `below`: so many pixels of the board lie outside of `picture`."""
    inset = FRAME * scale
    right, bottom = picture.width - inset - 1, picture.height + below - inset - 1
    ImageDraw.Draw(picture).rectangle(
        (inset, inset - above, right, bottom), outline=tokens(theme)["line"], width=scale
    )  # fmt: skip


def layers(key: str, block: Block, theme: Theme) -> tuple[Layer, ...]:
    """All that is painted in a block, the lowest first: two blocks of equal layers and height look the same."""
    return tuple(one for part in block.parts for one in _layers(key, part, theme))


def block_picture(key: str, high: int, layers: tuple[Layer, ...], theme: Theme, scale: int) -> Image.Image:
    """A whole block on the paper (RGB), with a margin round it. The lowest layer, which is the largest, is kept."""
    if len(layers) > 1:
        picture, layers = _kept_block(key, high, layers[:1], theme, scale).copy(), layers[1:]
    else:
        size = ((BLOCK + 2 * MARGIN) * scale, (high + 2 * MARGIN) * scale)
        picture = Image.new("RGB", size, tokens(theme)["paper"])
    for inner, x, y, w, h in layers:
        left, top = (x + MARGIN) * scale, (y + MARGIN) * scale
        for piece in pieces(inner, theme):
            if isinstance(piece, Words):
                _write(picture, piece, left, top, scale)
            else:
                stamp = _stamp(key, piece.svg, (w, h), theme, scale)
                picture.paste(stamp.paint, (left + stamp.left, top + stamp.top), stamp.cover)
    return picture


# Of boards that are shown whole: most blocks are what they were a move ago.
_kept_block = cached(LRUCache(maxsize=KEPT_BLOCKS, getsizeof=lambda one: 4 * one.width * one.height), lock=Lock())(
    block_picture
)


def _write(picture: Image.Image, words: Words, left: int, top: int, scale: int) -> None:
    """`words` of a part whose origin is at (`left`, `top`): equal words are one stamp wherever whole pixels lead."""
    x, y = words.x * scale, words.y * scale
    across, down = floor(x), floor(y)
    ink = _line(words.line, words.size * scale, round(x - across, 3), round(y - down, 3))
    picture.paste(words.fill, (left + across + ink.left, top + down + ink.top), ink.cover)


def _layers(key: str, part: Part, theme: Theme) -> Iterator[Layer]:
    """What `part` is painted of: a ring is a layer of its own, so that what is touched is not drawn anew."""
    if not part.look:
        return
    box = (part.x, part.y, part.w, part.h)
    yield Layer(drawn(key, replace(part, touched=False) if part.touched else part, theme), *box)
    if part.touched:
        yield Layer(ring(part, theme), *box)


@cached(LRUCache(maxsize=KEPT_BYTES, getsizeof=Stamp.size), lock=Lock())
def _stamp(key: str, inner: str, size: tuple[int, int], theme: Theme, scale: int) -> Stamp:
    own = own_used(key, theme, inner)
    w, h = size[0] + 2 * BLEED, size[1] + 2 * BLEED
    svg = (
        f'<svg {XMLNS} viewBox="{-BLEED} {-BLEED} {w} {h}" {style(theme)}>'
        f"<defs>{definitions(inner + own)}{own}</defs>{inner}</svg>"
    )
    whole = Image.open(io.BytesIO(rasterised(svg, w * scale))).convert("RGBA")
    ink = whole.getchannel("A").getbbox() or (0, 0, 1, 1)  # one clear pixel where nothing is painted
    picture = whole.crop(ink)
    cover = picture.getchannel("A")
    opaque = cover.getextrema() == (255, 255)
    return Stamp(ink[0] - BLEED * scale, ink[1] - BLEED * scale, picture.convert("RGB"), None if opaque else cover)


@lru_cache(maxsize=KEPT_WORDS)  # counted, not weighed as stamps are: that takes as long as pasting, hundreds of times
def _line(line: Line, size: float, x: float, y: float) -> Ink:
    """Words whose type is `size` pixels high and whose base line begins at (`x`, `y`), each less than a pixel."""
    made = outline(line)
    assert made is not None  # `pieces` has asked
    edges = zip((x, -y, x, -y), made.box, (-1, -1, 1, 1), strict=True)
    left, low, right, high = (floor(at + size * edge) + beside for at, edge, beside in edges)
    w, h, step = right - left, high - low, size / made.em
    svg = (
        f'<svg {XMLNS} viewBox="{left} {-high} {w} {h}">'
        f'<path transform="translate({x} {y}) scale({step} {-step})" d="{made.path}"/></svg>'
    )
    return Ink(left, -high, Image.open(io.BytesIO(rasterised(svg, w))).getchannel("A"))


def forget() -> None:
    """Empty the store of parts, words and blocks, as in a new process."""
    _kept_block.cache_clear()
    _line.cache_clear()
    _stamp.cache_clear()
