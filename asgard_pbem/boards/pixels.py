"""From SVG to a PNG small enough for a mail.

resvg takes 60 ms for a whole board, and between two prompts hardly any of it changes: each part is rasterised
once, kept by what its template drew, and pasted wherever it stands. `python -m tests.bench mail` shows what that saves.
"""

import io
import struct
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from math import floor
from threading import Lock
from typing import Final, NamedTuple

from cachetools import LRUCache, cached
from PIL import Image, ImageDraw
from zlib_ng import zlib_ng

from engine.core.board import BLOCK, GAP, Drawing, Layout, Part, laid_out

from .glyphs import Line, outline
from .look import Theme, tokens
from .palette import FEW, SIZE, painted
from .parts import drawn, own_used, ring, style
from .pieces import Words, pieces
from .raster import rasterised
from .render import XMLNS
from .symbols import definitions

LIMIT_BYTES: Final = 100 * 1024  # of the picture in a mail
KEPT_BYTES: Final = 48 * 1024 * 1024  # of rasterised parts in one process: several games in two languages
KEPT_WORDS: Final = 8192  # words in one process, of a kilobyte or two
KEPT_BLOCKS: Final = 36 * 1024 * 1024  # bytes of whole blocks: those of some boards, and what lies lowest in each
BLEED: Final = 8  # units round the box of a part that its strokes and rings may reach
MARGIN: Final = GAP // 2  # units round a block that belong to it
_EFFORT: Final = 5  # of zlib-ng: three quarters of the time of 6, and a fiftieth larger; 9 takes five times as long
_DENSE: Final = 12  # pixels to a byte of the limit: many a board of so many is too large in 256 colours
# Colours and shares of its size, tried in turn until a picture is small enough. A flat board in few colours stays
# sharp; shrunk by a little it is larger than before, for what were edges are mixtures then.
_TRIES: Final = ((SIZE, 1.0), (FEW, 1.0), (64, 1.0), (48, 1.0), (32, 1.0),
                 *((64, share) for share in (0.7, 0.55, 0.4, 0.25, 0.1)))  # fmt: skip


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


def board_png(
    key: str,
    drawing: Drawing,
    *,
    theme: Theme = "light",
    layout: Layout = Layout.PORTRAIT,
    scale: int = 1,
    limit_bytes: int = LIMIT_BYTES,
) -> bytes:
    """The board as a PNG of `scale` pixels a unit, in few colours and at most `limit_bytes`."""
    return small(board_picture(key, drawing, theme, layout, scale), limit_bytes)


def board_picture(key: str, drawing: Drawing, theme: Theme, layout: Layout, scale: int) -> Image.Image:
    """The same as an RGB picture: what resvg makes of the board's SVG, to a rounding step at edges."""
    sheet, colours = laid_out(drawing, layout), tokens(theme)
    picture = Image.new("RGB", (sheet.width * scale, sheet.height * scale), colours["paper"])
    frame = (3 * scale, 3 * scale, picture.width - 3 * scale - 1, picture.height - 3 * scale - 1)
    ImageDraw.Draw(picture).rectangle(frame, outline=colours["line"], width=scale)
    for x, y, block in sheet.blocks:
        layers = tuple(one for part in block.parts for one in _layers(key, part, theme))
        picture.paste(_ground(key, block.h, layers, theme, scale), ((x - MARGIN) * scale, (y - MARGIN) * scale))
    return picture


@cached(LRUCache(maxsize=KEPT_BLOCKS, getsizeof=lambda one: 4 * one.width * one.height), lock=Lock())
def _ground(key: str, high: int, layers: tuple[Layer, ...], theme: Theme, scale: int) -> Image.Image:
    """A whole block on the paper (RGB), with a margin round it: most blocks are what they were a move ago.

    Of the others the lowest layer is, which is the largest: it is kept by itself too.
    """
    if len(layers) > 1:
        picture, layers = _ground(key, high, layers[:1], theme, scale).copy(), layers[1:]
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
    _ground.cache_clear()
    _line.cache_clear()
    _stamp.cache_clear()


def png(svg: str, width: int, *, limit_bytes: int = LIMIT_BYTES) -> bytes:
    """Any SVG as a PNG of `width` pixels and at most `limit_bytes`. Raises ValueError for what is not SVG."""
    data = rasterised(svg, width)
    return data if len(data) <= limit_bytes else small(Image.open(io.BytesIO(data)).convert("RGB"), limit_bytes)


def small(picture: Image.Image, limit_bytes: int) -> bytes:
    """`picture` (RGB) as PNG: too large, it loses colours first, then it shrinks step by step."""
    dense = picture.width * picture.height > _DENSE * limit_bytes
    data = b""
    for colours, share in _TRIES[1:] if dense else _TRIES:
        size = (max(1, round(picture.width * share)), max(1, round(picture.height * share)))
        less = picture.resize(size, Image.Resampling.LANCZOS) if share < 1 else picture
        data = _packed(painted(less, colours))
        if len(data) <= limit_bytes:
            break
    return data


def _packed(picture: Image.Image) -> bytes:
    """`picture` (with a palette) as PNG (RFC 2083). Pillow's own writer takes twice as long."""
    wide = Image.new("P", (picture.width + 1, picture.height))  # before each line a byte: 0, it is not filtered
    wide.paste(picture, (1, 0))
    head = struct.pack(">IIBBBBB", *picture.size, 8, 3, 0, 0, 0)
    chunks = ((b"IHDR", head), (b"PLTE", bytes(picture.getpalette() or ())),
              (b"IDAT", zlib_ng.compress(wide.tobytes(), _EFFORT)), (b"IEND", b""))  # fmt: skip
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(*one) for one in chunks)


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib_ng.crc32(kind + data))
