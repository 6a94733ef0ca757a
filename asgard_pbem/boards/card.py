"""The picture beside a link in a chat: title, one sentence and a board, as wide and high as those programs show it."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from typing import Final

from django.utils.html import format_html
from django.utils.safestring import mark_safe
from PIL import Image

from asgard_pbem.boards.pixels.packing import small
from asgard_pbem.boards.pixels.painting import board_picture
from engine.core.board import Drawing, Layout

from .fonts import length, shortened
from .look import BOARD_SANS, BOARD_SERIF, tokens
from .parts import style
from .pixels.raster import rasterised
from .render import XMLNS
from .symbols import definitions

WIDTH, HEIGHT = 1200, 630  # 1.91 to 1, what the Open Graph protocol's readers cut nothing off
LIMIT_BYTES: Final = 280 * 1024  # the strictest of the messengers shows none above 300 KB
BRAND: Final = "Asgard PBEM"
_EDGE: Final = 28
_ROOM: Final = WIDTH - 2 * _EDGE
_TITLE, _SAID, _NAME = 42, 29, 27  # sizes of the types
_LINE: Final = 38  # from one line of the sentence to the next
_TOP: Final = 66  # where the title stands
_MOST_LINES: Final = 4
_LEAST_LINES: Final = 1
_LEAST_TITLE: Final = 400  # units for a title, whatever else stands beside it


def card_png(key: str, drawing: Drawing, *, title: str, said: str) -> bytes:
    """The card of a table of game `key`: `said` is one sentence, which may run over some lines or be cut short."""
    board = _fitted(board_picture(key, drawing, "light", Layout.LANDSCAPE, 1))
    free = HEIGHT - board.height - _EDGE - _TOP - 26
    lines = list(_lines(said, max(_LEAST_LINES, min(_MOST_LINES, free // _LINE))))
    card = Image.open(BytesIO(rasterised(_words(title, lines), WIDTH))).convert("RGB")
    below = _TOP + _LINE * len(lines) + 10
    card.paste(board, ((WIDTH - board.width) // 2, below + (HEIGHT - below - board.height) // 2))
    return small(card, LIMIT_BYTES)


def _fitted(board: Image.Image) -> Image.Image:
    """As large as the card has room for below a title and one line."""
    most = HEIGHT - _TOP - _LEAST_LINES * _LINE - 10 - 16
    share = min(_ROOM / board.width, most / board.height)
    return board.resize((round(board.width * share), round(board.height * share)), Image.Resampling.LANCZOS)


def _words(title: str, lines: list[str]) -> str:
    """All but the board, as SVG."""
    colours = tokens("light")
    brand = length(BRAND, _NAME, serif=True, bold=True)
    room = max(_LEAST_TITLE, _ROOM - brand - 80)
    rows = "".join(
        format_html('<text x="{}" y="{}" font-size="{}">{}</text>', _EDGE, _TOP + _LINE * number, _SAID, line)
        for number, line in enumerate(lines, 1)
    )
    mark = f'<svg x="{WIDTH - _EDGE - brand - 46}" y="{_TOP - 33}" width="38" height="38" viewBox="0 0 24 24"'
    tree = f'{mark} color="{colours["rust"]}"><use href="#symbol-tree"/></svg>'
    head = format_html(
        '<text x="{}" y="{}" font-size="{}">{}</text>'
        '<text x="{}" y="{}" font-size="{}" text-anchor="end" fill="{}">{}</text>',
        _EDGE, _TOP, _TITLE, shortened(title, room, _TITLE, serif=True, bold=True),
        WIDTH - _EDGE, _TOP - 4, _NAME, colours["faint"], BRAND,
    )  # fmt: skip
    return mark_safe(
        f'<svg {XMLNS} viewBox="0 0 {WIDTH} {HEIGHT}" {style("light")}><defs>{definitions(tree)}</defs>'
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{colours["paper"]}"/>'
        f'<rect width="{WIDTH}" height="9" fill="{colours["gold"]}"/>{tree}'
        f"<g font-family='{BOARD_SERIF}' font-weight=\"700\">{head}</g>"
        f"<g font-family='{BOARD_SANS}'>{rows}</g></svg>"
    )


def _lines(text: str, most: int) -> Iterator[str]:
    """`text` broken between words into at most `most` lines; what is left over is cut short in the last one."""
    words = text.split()
    for number in range(most):
        if not words:
            return
        if number == most - 1:
            yield shortened(" ".join(words), _ROOM, _SAID)
            return
        taken = 1
        while taken < len(words) and length(" ".join(words[: taken + 1]), _SAID) <= _ROOM:
            taken += 1
        yield shortened(" ".join(words[:taken]), _ROOM, _SAID)
        words = words[taken:]
