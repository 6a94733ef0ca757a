"""A stretch of a game as a moving picture, for those who read about it elsewhere: a GIF, which every program shows.

Drawn when it is asked for, within bounds of frames, bytes and computing, and kept: a whole game of a hundred moments
takes a second or two, so it needs no worker and no file that somebody would have to clear away.
"""

from __future__ import annotations

import hashlib
import io
import threading
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from cachetools import LRUCache, cached
from django.utils.html import format_html
from PIL import Image

from asgard_pbem.boards.fonts import shortened
from asgard_pbem.boards.look import BOARD_SANS, Theme, tokens
from asgard_pbem.boards.parts import style
from asgard_pbem.boards.pixels.painting import board_picture
from asgard_pbem.boards.pixels.palette import painted
from asgard_pbem.boards.pixels.raster import rasterised
from asgard_pbem.boards.render import XMLNS
from asgard_pbem.tables.reading import history, telling
from asgard_pbem.tables.reading.holders import Sittings
from asgard_pbem.web.access import Access, Lens
from asgard_pbem.web.shown import state as showing
from engine.core.board import Drawing, Layout
from engine.core.contract import Words

FRAMES: Final = 60  # of longer stretches every second moment is drawn, or every third ...
MOMENTS: Final = 600  # that are replayed for one picture
LIMIT_BYTES: Final = 5 * 1024 * 1024  # what messengers still play
COMPUTING_S: Final = 10.0  # of one processor; whoever asks for more is told so
COLOURS: Final = 96
WIDTHS: Final = {Layout.LANDSCAPE: 1200, Layout.PORTRAIT: 600}  # pixels
_SHARES: Final = (1.0, 0.7, 0.5)  # of the width, tried in turn until the file is small enough
_STEP_MS, _LAST_MS = 900, 3500
_STRIP: Final = 44  # units below the board for what happened
_KEPT_BYTES: Final = 24 * 1024 * 1024
_drawing = threading.BoundedSemaphore(1)  # one at a time in a process: the other costly pages go on
PATIENCE_S: Final = 2.0


class TooLong(Exception):
    """The stretch cannot be drawn within the bounds."""


class Busy(Exception):
    """Another one is being drawn."""


@dataclass(frozen=True, slots=True)
class Stretch:
    """Moments `first` to `last` of a table as `lens` sees them, in one look."""

    access: Access
    lens: Lens
    first: int
    last: int
    layout: Layout
    theme: Theme

    @property
    def moments(self) -> range:
        """Those that are drawn, the last among them: all, or every second, third ... of a long stretch."""
        step = -(-(self.last - self.first + 1) // FRAMES)
        return range(self.last, self.first - 1, -step)[::-1]

    def known_by(self, language: str) -> bytes:
        """What the picture depends on. What was taken back changes moments that have been, with the chain.

        Up to the last public moment, with what the seat sees now: by the chain's head it would be drawn anew after each
        secret deed of others, and how long it takes would tell of them.
        """
        game, now = self.access.game, None
        if self.lens.viewer is not None and self.last == game.moment:
            now = showing.as_json(self.access, self.lens, self.last)
        left = list(Sittings.of(history.as_row(game)).names.items())
        seen = (game.pk, game.moment_hash, game.status, game.names, left, game.title, self.lens.code, now, language)
        return hashlib.sha256(repr((seen, self.first, self.last, self.layout, self.theme)).encode()).digest()


def gif(stretch: Stretch, words: Words) -> bytes:
    """The moving picture. Raises Busy; TooLong where it would take too many moments, bytes, or too much computing."""
    if stretch.last - stretch.first >= MOMENTS:
        raise TooLong
    return _made(stretch, words)


def _known_by(stretch: Stretch, words: Words) -> bytes:
    return stretch.known_by(words.language)


@cached(LRUCache(maxsize=_KEPT_BYTES, getsizeof=len), key=_known_by, lock=threading.Lock())
def _made(stretch: Stretch, words: Words) -> bytes:
    """Raises as `gif` does; what was refused is not kept."""
    if not _drawing.acquire(timeout=PATIENCE_S):
        raise Busy
    try:
        return _packed(list(_pictures(stretch, words)))
    finally:
        _drawing.release()


def _pictures(stretch: Stretch, words: Words) -> Iterator[Image.Image]:
    """A picture for each moment, with what happened below it (RGB); none of those before the start."""
    begun, wanted = time.thread_time(), set(stretch.moments)
    found = history.frames(stretch.access.game.pk, stretch.lens.viewer, first=stretch.first, last=stretch.last)
    for frame in found:
        if time.thread_time() - begun > COMPUTING_S:
            raise TooLong
        if frame.entry.number in wanted and frame.view is not None:
            said = " ".join(telling.told(frame.entry, words))
            yield _picture(stretch, frame.table.game.draw(frame.view, words), f"{frame.entry.number} · {said}")


def _picture(stretch: Stretch, drawing: Drawing, said: str) -> Image.Image:
    board: Any = board_picture(stretch.access.game.key, drawing, stretch.theme, stretch.layout, 1)
    width = WIDTHS[stretch.layout]
    if board.width != width:
        board = board.resize((width, round(board.height * width / board.width)), Image.Resampling.LANCZOS)
    whole = Image.new("RGB", (width, board.height + _STRIP), tokens(stretch.theme)["paper"])
    whole.paste(_strip(said, width, stretch.theme), (0, 0))
    whole.paste(board, (0, _STRIP))
    return whole


def _strip(said: str, width: int, theme: Theme) -> Image.Image:
    """One line of words as wide as the board."""
    line = shortened(said, width - 32, 22)
    words = format_html('<text x="16" y="30" font-size="22">{}</text>', line)
    ground = f'<rect width="{width}" height="{_STRIP}" fill="{tokens(theme)["paper"]}"/>'
    svg = (
        f'<svg {XMLNS} viewBox="0 0 {width} {_STRIP}" {style(theme)}>'
        f"{ground}<g font-family='{BOARD_SANS}'>{words}</g></svg>"
    )
    return Image.open(io.BytesIO(rasterised(svg, width))).convert("RGB")


def _packed(pictures: Sequence[Image.Image]) -> bytes:
    """The pictures as one GIF: what is alike from one to the next is left out."""
    if not pictures:
        raise TooLong
    for share in _SHARES:
        made = _gif([_sized(one, share, max(picture.height for picture in pictures)) for one in pictures])
        if len(made) <= LIMIT_BYTES:
            return made
    raise TooLong


def _sized(picture: Image.Image, share: float, height: int) -> Image.Image:
    """All as high as the highest: boards grow and shrink. The ground is that of the first pixel."""
    whole = Image.new("RGB", (picture.width, height), picture.getpixel((0, 0)))
    whole.paste(picture, (0, 0))
    if share == 1:
        return whole
    return whole.resize((round(whole.width * share), round(height * share)), Image.Resampling.LANCZOS)


def _gif(pictures: Sequence[Image.Image]) -> bytes:
    first, *rest = (painted(one, COLOURS) for one in pictures)
    times = [_STEP_MS] * len(rest) + [_LAST_MS]
    out = io.BytesIO()
    first.save(out, "GIF", save_all=True, append_images=rest, duration=times, loop=0, disposal=1)
    return out.getvalue()
