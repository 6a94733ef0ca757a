"""SVG as pixels, by resvg."""

import re
from math import ceil
from typing import Final

from resvg import render, usvg

from asgard_pbem.boards.fonts import font_files
from asgard_pbem.boards.glyphs import COVERED

# Emoji, with what joins and colours them: they are boxes where no typeface for them is installed, as on a server.
_EMOJI: Final = re.compile(
    "[\u2600-\u27bf\u2b00-\u2bff\U0001f000-\U0001faff][\u200d\u20e3\ufe0f\u2600-\u27bf\U0001f000-\U0001faff]*"
)


def rasterised(svg: str, width: int) -> bytes:
    """`svg` as a PNG of `width` pixels and of any size, in the bundled faces; emoji are dots.

    Raises ValueError for what is not SVG.
    """
    svg = _EMOJI.sub("•", svg)
    try:
        tree = usvg.Tree.from_str(svg, _faces(svg))
        wide, high = tree.int_size()
        step = width / wide
        return render(tree, (step, 0, 0, 0, step, 0), bg_size=(width, ceil(high * width / wide)))
    except BaseException as problem:  # the library panics, and that is no Exception
        if type(problem).__name__ != "PanicException":
            raise
        raise ValueError(f"this cannot be drawn: {problem}") from None


def _faces(svg: str) -> usvg.Options:
    """Read anew for each picture: no other thread may use them. Most parts are shapes alone and need none.

    A name may be written in any script, for which the system's faces come in.
    """
    faces = usvg.Options.default()
    if "<text" not in svg:
        return faces
    for path in font_files():
        faces.load_font_file(path)
    if not (font_files() and COVERED.fullmatch(svg)):
        faces.load_system_fonts()
    return faces
