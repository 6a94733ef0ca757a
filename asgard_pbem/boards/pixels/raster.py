"""SVG as pixels, by resvg."""

from math import ceil

from resvg import render, usvg

from asgard_pbem.boards.fonts import font_files
from asgard_pbem.boards.glyphs import COVERED


def rasterised(svg: str, width: int) -> bytes:
    """`svg` as a PNG of `width` pixels and of any size, in the bundled faces.

    Raises ValueError for what is not SVG.
    """
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
