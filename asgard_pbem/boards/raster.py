"""SVG as pixels, by resvg, which reads the faces once in a process."""

from functools import cache

from resvg import render, usvg

from .fonts import font_files
from .glyphs import COVERED


def rasterised(svg: str, width: int) -> bytes:
    """`svg` as a PNG of `width` pixels and of any size, in the bundled faces. Raises ValueError for what is not SVG."""
    only_bundled = bool(font_files()) and COVERED.fullmatch(svg) is not None
    tree = _tree(svg, _faces(only_bundled=only_bundled))
    wide, high = tree.int_size()
    step = width / wide
    return render(tree, (step, 0, 0, 0, step, 0), bg_size=(width, round(high * step)))


def _tree(svg: str, faces: usvg.Options) -> usvg.Tree:
    try:
        return usvg.Tree.from_str(svg, faces)
    except BaseException as problem:  # the library panics, and that is no Exception
        if type(problem).__name__ != "PanicException":
            raise
        raise ValueError(f"this is no SVG: {problem}") from None


@cache
def _faces(*, only_bundled: bool) -> usvg.Options:
    """With the bundled faces alone, or with the system's too: a name may be written in any script."""
    faces = usvg.Options.default()
    for path in font_files():
        faces.load_font_file(path)
    if not only_bundled:
        faces.load_system_fonts()
    return faces
