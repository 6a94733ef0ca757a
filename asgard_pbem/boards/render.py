"""From a drawing (plain data) to SVG, and from SVG to a PNG small enough for a mail.

A game computes its drawing from a view (`engine/games/<key>/board.py`); `templates/boards/<key>/board.svg` turns it
into SVG. Nothing else reaches the template, so a picture shows what the view knows and no more.
"""

import importlib
import io
import logging
import re
from collections.abc import Mapping
from functools import cache
from typing import Any, Final

import resvg_py
from django.template import Context
from django.template.loader import get_template
from django.utils.safestring import SafeString, mark_safe
from PIL import Image

from .look import BOARD_SANS, BOARD_SERIF, SEATS, Theme, tokens
from .palette import named, painted
from .sprites import compose
from .symbols import definitions

PNG_LIMIT_BYTES: Final = 100 * 1024  # of the picture in a mail
_EFFORT: Final = 5  # zlib's for a board: 6 takes a third more time for a twentieth less
# What is tried in turn on a picture that is too large: (size, colours, zlib's effort).
_REDUCTIONS: Final = (
    (1.0, 256, 6),
    (1.0, 256, 9),
    (1.0, 64, 9),
    *((share, 64, 9) for share in (0.85, 0.7, 0.55, 0.4, 0.25, 0.1)),
)
SYMBOLS_HERE: Final = "<!--symbols-->"

# Typefaces with Latin and Cyrillic from PyPI (SIL OFL 1.1), so that a bare server draws words: (package, attributes).
_FACES: Final = (
    ("font_source_sans_pro", ("SourceSansPro", "SourceSansProBold")),
    ("font_source_serif_pro", ("SourceSerifPro", "SourceSerifProBold")),
)
# What those faces cover; any other letter (a player's name, say) sends the renderer to the system's fonts as well.
_COVERED: Final = re.compile(
    "[\\s!-~\u00a0-\u017f\u0400-\u045f\u0490\u0491\u2010-\u2026\u2030-\u203a\u2116\u2190-\u2193\u2212]*"
)

_log = logging.getLogger(__name__)


def board_svg(key: str, drawing: Mapping[str, Any], *, theme: Theme = "css", width: int | None = None) -> SafeString:
    """The board of game `key` as one `<svg>` element that needs nothing from outside.

    `theme` "css" follows the custom properties of the page around it; "light" and "dark" have their colours inside.
    `width` in pixels is written on the element; None leaves the size to the page.
    """
    colours = {name: mark_safe(value) for name, value in tokens(theme).items()}  # constants: escaping takes its time
    context = {**drawing, "t": colours, "theme": theme, "pixels": width, "seat_marks": SEATS}
    context |= {"sans": mark_safe(BOARD_SANS), "serif": mark_safe(BOARD_SERIF)}  # constants of ours, with quotes
    # Numbers as SVG reads them in every language: "3.5", never "3,5".
    template = get_template(f"boards/{key}/board.svg")
    svg: str = template.template.render(Context(context, use_l10n=False)).strip()  # type: ignore[attr-defined]  # Django's engine
    return mark_safe(svg.replace(SYMBOLS_HERE, definitions(svg)))  # escaped by the template engine above


@cache
def font_files() -> tuple[str, ...]:
    """Paths of the bundled faces; without their packages the system's fonts must do, and the log says so once."""
    found: list[str] = []
    for package, faces in _FACES:
        try:
            module = importlib.import_module(package)
        except ImportError:
            _log.warning("the package %s is missing: boards are drawn with whatever fonts the system has", package)
            continue
        found += [str(getattr(module, face)) for face in faces]
    return tuple(found)


def png(svg: str, width: int, *, limit_bytes: int = PNG_LIMIT_BYTES) -> bytes:
    """`svg` as a PNG of `width` pixels and at most `limit_bytes`.

    A board is put together from sprites where it can be. A picture that is too large keeps its size and loses colours
    first (256, then 64), then shrinks step by step. Raises ValueError for what is not SVG.
    """
    picture = compose(svg, width, _rasterise)
    if picture is not None:
        data = _packed(painted(picture, named(svg)), _EFFORT)
    else:
        data = _rasterise(svg, width)
        picture = Image.open(io.BytesIO(data)).convert("RGB") if len(data) > limit_bytes else None
    if len(data) <= limit_bytes or picture is None:
        return data
    for share, colours, effort in _REDUCTIONS:
        data = _reduced(picture, share, colours, effort)
        if len(data) <= limit_bytes:
            break
    return data


def _rasterise(svg: str, width: int) -> bytes:
    files = list(font_files())
    only_bundled = bool(files) and _COVERED.fullmatch(svg) is not None
    drawn: bytes = resvg_py.svg_to_bytes(
        svg_string=svg,
        width=width,
        font_files=files,
        skip_system_fonts=only_bundled,
        sans_serif_family="Source Sans Pro" if files else None,
        serif_family="Source Serif Pro" if files else None,
    )
    return drawn


def _reduced(picture: Image.Image, share: float, colours: int, effort: int) -> bytes:
    """`picture` scaled by `share`, painted with a palette of `colours`, as PNG packed with zlib's `effort`."""
    if share < 1:
        size = (max(1, round(picture.width * share)), max(1, round(picture.height * share)))
        picture = picture.resize(size, Image.Resampling.LANCZOS)
    return _packed(picture.quantize(colours, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE), effort)


def _packed(picture: Image.Image, effort: int) -> bytes:
    out = io.BytesIO()
    picture.save(out, "PNG", compress_level=effort)
    return out.getvalue()
