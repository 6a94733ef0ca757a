"""From SVG to a PNG small enough for a mail.

resvg takes 80 to 160 ms for a whole board, and between two prompts hardly any of it changes: each part is rasterised
once, kept by what its template drew, and pasted wherever it stands. `python -m tests.bench mail` shows what that saves.
"""

import io
import re
from threading import Lock
from typing import Final, NamedTuple

import resvg_py
from cachetools import LRUCache, cached
from PIL import Image, ImageDraw

from engine.core.board import Drawing, Layout, laid_out

from .fonts import font_files
from .look import Theme, tokens
from .palette import painted
from .parts import drawn, own_definitions, style
from .render import XMLNS
from .symbols import definitions

LIMIT_BYTES: Final = 100 * 1024  # of the picture in a mail
KEPT_BYTES: Final = 48 * 1024 * 1024  # of rasterised parts in one process: several games in two languages
BLEED: Final = 8  # units round the box of a part that its strokes and rings may reach
_EFFORT: Final = 5  # zlib's for a board: 6 takes a third more time for a twentieth less
_TIGHT: Final = 7  # of what is too large: 9 takes six times as long for a twentieth less
_SHARES: Final = (1.0, 0.85, 0.7, 0.55, 0.4, 0.25, 0.1)  # of its size, tried in turn on a picture that is too large
# What the bundled faces cover; any other letter (of a player's name, say) sends the renderer to the system's fonts too.
COVERED: Final = re.compile(
    "[\\s!-~\u00a0-\u017f\u0400-\u045f\u0490\u0491\u2010-\u2026\u2030-\u203a\u2116\u2190-\u2193\u2212\u25b2\u25bc]*"
)


class Stamp(NamedTuple):
    """A part in pixels, cut to what it paints: where that begins, seen from the part's own origin."""

    left: int
    top: int
    picture: Image.Image  # RGBA

    def size(self) -> int:
        """Bytes that it takes."""
        return 4 * self.picture.width * self.picture.height + 500


def board_png(
    key: str,
    drawing: Drawing,
    *,
    theme: Theme = "light",
    layout: Layout = Layout.PORTRAIT,
    scale: int = 1,
    limit_bytes: int = LIMIT_BYTES,
) -> bytes:
    """The board as a PNG of `scale` pixels a unit, in 256 colours and at most `limit_bytes`."""
    return small(board_picture(key, drawing, theme, layout, scale), limit_bytes)


def board_picture(key: str, drawing: Drawing, theme: Theme, layout: Layout, scale: int) -> Image.Image:
    """The same as an RGB picture: what resvg makes of the board's SVG, to a rounding step at edges."""
    sheet, colours = laid_out(drawing, layout), tokens(theme)
    picture = Image.new("RGB", (sheet.width * scale, sheet.height * scale), colours["paper"])
    frame = (3 * scale, 3 * scale, picture.width - 3 * scale - 1, picture.height - 3 * scale - 1)
    ImageDraw.Draw(picture).rectangle(frame, outline=colours["line"], width=scale)
    for x, y, block in sheet.blocks:
        for part in block.parts:
            stamp = _stamp(key, drawn(key, part, theme), (part.w, part.h), theme, scale)
            place = ((x + part.x) * scale + stamp.left, (y + part.y) * scale + stamp.top)
            picture.paste(stamp.picture, place, stamp.picture)
    return picture


@cached(LRUCache(maxsize=KEPT_BYTES, getsizeof=Stamp.size), lock=Lock())
def _stamp(key: str, inner: str, size: tuple[int, int], theme: Theme, scale: int) -> Stamp:
    own = own_definitions(key, theme) if 'href="#' in inner or "url(#" in inner else ""
    w, h = size[0] + 2 * BLEED, size[1] + 2 * BLEED
    svg = (
        f'<svg {XMLNS} viewBox="{-BLEED} {-BLEED} {w} {h}" {style(theme)}>'
        f"<defs>{definitions(inner + own)}{own}</defs>{inner}</svg>"
    )
    whole = Image.open(io.BytesIO(rasterised(svg, w * scale))).convert("RGBA")
    ink = whole.getchannel("A").getbbox() or (0, 0, 1, 1)  # one clear pixel where nothing is painted
    return Stamp(ink[0] - BLEED * scale, ink[1] - BLEED * scale, whole.crop(ink))


def forget() -> None:
    """Empty the store of parts, as in a new process."""
    _stamp.cache_clear()


def png(svg: str, width: int, *, limit_bytes: int = LIMIT_BYTES) -> bytes:
    """Any SVG as a PNG of `width` pixels and at most `limit_bytes`. Raises ValueError for what is not SVG."""
    data = rasterised(svg, width)
    return data if len(data) <= limit_bytes else small(Image.open(io.BytesIO(data)).convert("RGB"), limit_bytes)


def rasterised(svg: str, width: int) -> bytes:
    """`svg` as a PNG of `width` pixels and of any size, in the bundled faces. Raises ValueError for what is not SVG."""
    files = list(font_files())
    only_bundled = bool(files) and COVERED.fullmatch(svg) is not None
    made: bytes = resvg_py.svg_to_bytes(
        svg_string=svg,
        width=width,
        font_files=files,
        skip_system_fonts=only_bundled,
        sans_serif_family="Source Sans Pro" if files else None,
        serif_family="Source Serif Pro" if files else None,
    )
    return made


def small(picture: Image.Image, limit_bytes: int) -> bytes:
    """`picture` (RGB) as PNG: too large, it loses colours first (256, then 64), then it shrinks step by step."""
    data = _packed(painted(picture), _EFFORT)
    for share in _SHARES:
        if len(data) <= limit_bytes:
            break
        size = (max(1, round(picture.width * share)), max(1, round(picture.height * share)))
        less = picture.resize(size, Image.Resampling.LANCZOS) if share < 1 else picture
        few = less.quantize(64, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
        data = _packed(few, _TIGHT)
    return data


def _packed(picture: Image.Image, effort: int) -> bytes:
    out = io.BytesIO()
    picture.save(out, "PNG", compress_level=effort)
    return out.getvalue()
