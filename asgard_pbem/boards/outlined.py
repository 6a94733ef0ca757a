"""A board whose words are outlines: a browser lets no picture of a page load a typeface, and in whatever face it has
words are longer than the places that were measured for them.
"""

from django.utils.safestring import SafeString

from engine.core.board import Block, Drawing

from .glyphs import outline
from .look import Theme
from .pixels.painting import layers
from .pixels.pieces import Shapes, Words, pieces
from .render import board_svg


def board_outlined(key: str, drawing: Drawing, theme: Theme, width: int) -> SafeString:
    """The board of game `key` as an SVG document. Words that the bundled faces lack stay words."""
    return board_svg(key, drawing, theme=theme, width=width, parts=_parts)


def _parts(key: str, block: Block, theme: Theme) -> str:
    return "".join(
        f'<g transform="translate({x} {y})">{"".join(_painted(piece) for piece in pieces(inner, theme))}</g>'
        for inner, x, y, _w, _h in layers(key, block, theme)
    )


def _painted(piece: Shapes | Words) -> str:
    if isinstance(piece, Shapes):
        return piece.svg
    made = outline(piece.line)
    assert made is not None  # `pieces` has asked
    step = f"{piece.size / made.em:.5g}"
    place = f"translate({piece.x:.2f} {piece.y:.2f}) scale({step} -{step})"
    return f'<path fill="{piece.fill}" transform="{place}" d="{made.path}"/>'
