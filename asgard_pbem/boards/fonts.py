"""The typefaces of the boards: where their files are, how long a text is in them, how much of it fits."""

import importlib
import logging
from functools import cache, lru_cache
from typing import Final

from PIL import ImageFont

from engine.core.speech import closed, unmarked

# Typefaces with Latin and Cyrillic from PyPI (SIL OFL 1.1), so that a bare server draws words: (package, attributes).
FACES: Final = (
    ("font_source_sans_pro", ("SourceSansPro", "SourceSansProBold")),
    ("font_source_serif_pro", ("SourceSerifPro", "SourceSerifProBold")),
)
_UNITS: Final = 1000  # texts are measured at this size: no rounding to whole pixels
_GUESS: Final = 0.6  # of its size is a letter wide where no face is installed

_log = logging.getLogger(__name__)


@cache
def font_files() -> tuple[str, ...]:
    """Paths of the bundled faces; without their packages the system's fonts must do, and the log says so once."""
    found: list[str] = []
    for package, faces in FACES:
        try:
            module = importlib.import_module(package)
        except ImportError:
            _log.warning("the package %s is missing: boards are drawn with whatever fonts the system has", package)
            continue
        found += [str(getattr(module, face)) for face in faces]
    return tuple(found)


@cache
def _face(*, serif: bool, bold: bool) -> ImageFont.FreeTypeFont | None:
    files = font_files()
    number = 2 * serif + bold
    if number >= len(files):
        return None
    return ImageFont.truetype(files[number], _UNITS, layout_engine=ImageFont.Layout.BASIC)


@lru_cache(maxsize=4096)
def length(text: str, size: float, *, serif: bool = False, bold: bool = False) -> float:
    """How long `text` is in units when its type is `size` high, in the bundled face."""
    text, face = unmarked(text), _face(serif=serif, bold=bold)
    if face is None:
        return len(text) * size * _GUESS
    return face.getlength(text) * size / _UNITS


def shortened(text: str, room: float, size: float, *, serif: bool = False, bold: bool = False) -> str:
    """`text`, or as much of its beginning as fits into `room` units with an ellipsis behind it."""
    if length(text, size, serif=serif, bold=bold) <= room:
        return text
    for most in range(len(text) - 1, 0, -1):
        cut = closed(text[:most].rstrip(" ,·") + "…")
        if length(cut, size, serif=serif, bold=bold) <= room:
            return cut
    return "…"
