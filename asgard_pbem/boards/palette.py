"""A picture in 256 colours: those that its SVG names exactly, the mixtures at edges of letters and lines nearly."""

import re
from functools import lru_cache
from typing import Final

from PIL import Image, ImageColor

Colour = tuple[int, int, int]

SIZE: Final = 256
_NAMED: Final = re.compile(r'"(#[\dA-Fa-f]{6})"')
_MOST: Final = 128  # colours that are kept whatever they cover; a board names 20 to 40
# Pillow looks colours up in cells of 4 x 4 x 4: a mixture closer than this to a named colour could take its place.
_APART: Final = 8


def named(svg: str) -> tuple[Colour, ...]:
    """The colours that `svg` gives as "#RRGGBB", each once, in a fixed order."""
    return tuple(_rgb(colour) for colour in sorted(set(_NAMED.findall(svg))))


def painted(picture: Image.Image, keep: tuple[Colour, ...]) -> Image.Image:
    """`picture` (RGB) with a palette: the colours `keep`, then those that a quarter of its pixels need.

    It depends on the picture alone, never on what was painted before: equal boards give equal files.
    """
    keep = keep[:_MOST]
    quarter = picture.resize((max(1, picture.width // 2), max(1, picture.height // 2)), Image.Resampling.NEAREST)
    few = quarter.quantize(SIZE - len(keep), method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    rough = few.getpalette() or []
    mixed = zip(rough[::3], rough[1::3], rough[2::3], strict=True)
    colours = [*keep, *(one for one in mixed if not _near(one, keep))]
    table = Image.new("P", (1, 1))
    table.putpalette([channel for colour in colours for channel in colour])
    return picture.quantize(palette=table, dither=Image.Dither.NONE)


@lru_cache(maxsize=1024)
def _rgb(colour: str) -> Colour:
    red, green, blue = ImageColor.getrgb(colour)[:3]
    return red, green, blue


def _near(one: Colour, others: tuple[Colour, ...]) -> bool:
    red, green, blue = one
    return any(
        -_APART < red - other[0] < _APART and -_APART < green - other[1] < _APART and -_APART < blue - other[2] < _APART
        for other in others
    )
