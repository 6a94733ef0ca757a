"""Each game's own mark and woodcut, `templates/plates/<key>/`; a game that brings none has the world tree's."""

from __future__ import annotations

from functools import cache
from typing import Final

from django.template.loader import select_template
from django.utils.safestring import SafeString, mark_safe

from engine.core.board import BLOCK, Block, Drawing, Part

from .look import Theme, tokens

MARK: Final = "0 0 24 24"  # the viewBox of a mark
VIGNETTE: Final = "0 0 360 132"
PLATE_HIGH: Final = 34  # units of a board


@cache
def mark(key: str) -> SafeString:
    """The shapes of a game's mark, in the colour around them."""
    return _body(key, "mark", "css")


@cache
def vignette(key: str, theme: Theme = "css") -> SafeString:
    """The shapes of a game's woodcut."""
    return _body(key, "vignette", theme)


def _body(key: str, name: str, theme: Theme) -> SafeString:
    template = select_template([f"plates/{key}/{name}.svg", f"plates/any/{name}.svg"])
    drawn: str = template.render({"t": tokens(theme)})
    return mark_safe(drawn.strip())


def plated(key: str, title: str, drawing: Drawing) -> Drawing:
    """The board under a plate with the game's mark and name: a mail shows which game it is before a word is read."""
    plate = Part("plate", 0, 0, BLOCK, PLATE_HIGH, {"mark": str(mark(key)), "title": title})
    return Drawing(drawing.label, (Block(PLATE_HIGH, (plate,)), *drawing.blocks))
