"""A picture in 256 colours or fewer: those of its flat grounds exactly, the mixtures at edges of letters nearly.

Pillow's own palettes shift the grounds by up to eight levels (octree, coverage: a fifth to nine tenths of all pixels),
or take four times as long (median cut); `python -m tests.bench mail` has the row.

The boards of a game are much alike, so the colours of its mails can be chosen beforehand, once and better than for each
picture by itself: `boards/palettes/<key>.light.txt` has them, made by `python -m asgard_pbem.preparing.palettes`.
"""

from collections.abc import Callable, Iterable
from functools import cache
from typing import Final

from django.template import TemplateDoesNotExist
from PIL import Image

from asgard_pbem.boards.look import Theme
from asgard_pbem.boards.parts import source

Colour = tuple[int, int, int]

SIZE: Final = 256
FEW: Final = 96  # of a board in flat colours no eye tells them from 256, and it has an eighth less bytes
_MOST: Final = 96  # colours that are kept whatever they cover; a board has 20 to 40 grounds
_FLAT_SHARE: Final = 2_000  # a colour of one pixel in so many lies flat
# Pillow looks a colour up by the corner of its cell of 4 x 4 x 4: two colours of one cell cannot be told apart.
CELL: Final = 4
_STEP: Final = 4  # every fourth pixel of every fourth row says as well what a picture is made of as every second
_APART: Final = 6  # nearer than this, one of two colours is enough


class Palette:
    """Up to 256 colours that pictures are painted in."""

    def __init__(self, colours: Iterable[Colour]) -> None:
        self.channels = bytes(channel for colour in colours for channel in colour)
        self._corners = Image.new("P", (1, 1))
        self._corners.putpalette([channel - channel % CELL for channel in self.channels])

    def painted(self, picture: Image.Image) -> Image.Image:
        """`picture` (RGB), each pixel in the nearest of these."""
        flat = picture.quantize(palette=self._corners, dither=Image.Dither.NONE)
        flat.putpalette(self.channels)
        return flat


@cache
def chosen(key: str, theme: Theme) -> Palette | None:
    """The colours that were chosen for the boards of a game; None: none were, so each picture chooses its own."""
    try:
        text = source(f"boards/palettes/{key}.{theme}.txt")
    except TemplateDoesNotExist:
        return None
    return Palette((one[0], one[1], one[2]) for one in map(bytes.fromhex, text.split()))


def painted(picture: Image.Image, size: int = SIZE) -> Image.Image:
    """`picture` (RGB) with a palette of at most `size`: the colours of its flat grounds, then what its edges need.

    It depends on the picture alone, never on what was painted before: equal boards give equal files.
    """
    thinned = (max(1, picture.width // _STEP), max(1, picture.height // _STEP))
    sample = picture.resize(thinned, Image.Resampling.NEAREST)
    keep = _flat(sample, min(_MOST, 2 * size // 3))
    rough = sample.quantize(size - len(keep), Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    channels = rough.getpalette() or []
    mixed = zip(channels[::3], channels[1::3], channels[2::3], strict=True)
    near = _near(keep)
    return Palette([*keep, *(one for one in mixed if not near(one))]).painted(picture)


def _flat(sample: Image.Image, most: int) -> list[Colour]:
    """The colours that cover whole areas of `sample`, the largest first."""
    pixels = sample.width * sample.height
    flat = [one for one in sample.getcolors(pixels) or () if one[0] * _FLAT_SHARE >= pixels]  # of thousands some dozen
    found = sorted(flat, key=lambda one: (-one[0], one[1]))
    return [colour for _, colour in found[:most]]  # type: ignore[misc]  # RGB


def _near(others: list[Colour]) -> Callable[[Colour], bool]:
    """Whether a colour is one of `others` or nearly so. Looked up by its red: a picture asks for hundreds."""
    by_red: dict[int, list[Colour]] = {}
    for other in others:
        for red in range(other[0] - _APART + 1, other[0] + _APART):
            by_red.setdefault(red, []).append(other)

    def near(one: Colour) -> bool:
        red, green, blue = one
        return any(abs(green - other[1]) < _APART > abs(blue - other[2]) for other in by_red.get(red, ()))

    return near
