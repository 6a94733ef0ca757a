"""One state of a table as a reader may see it: pictures, text boards, facts. Nothing but views gets this far."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from threading import Lock
from typing import Any

from cachetools import LRUCache, cached
from django.utils.safestring import SafeString

from asgard_pbem.boards.look import Theme
from asgard_pbem.boards.parts import Link
from asgard_pbem.boards.pixels.board import board_png
from asgard_pbem.boards.render import board_html, board_svg
from asgard_pbem.tables.reading import history
from asgard_pbem.tables.reading.logfile import json_of
from asgard_pbem.web.access import Access, Lens
from engine.core.board import Drawing, Layout, laid_out
from engine.core.contract import Game as EngineGame
from engine.core.contract import Words
from engine.core.decisions import told_of
from engine.core.moves import Json
from engine.table.table import Table

BOARDS_AT_ONCE = 24
PNG_SCALE = 2  # pixels to a unit
PNG_LIMIT_BYTES = 1024 * 1024
_drawn: LRUCache[bytes, bytes] = LRUCache(maxsize=8 * 1024 * 1024, getsizeof=len)  # of a process, by a hash


@dataclass(frozen=True, slots=True)
class Board:
    """One view as picture and as text. `name` is empty unless several stand together."""

    name: str
    html: SafeString  # its blocks in columns, for both layouts
    text: str


@dataclass(frozen=True, slots=True)
class Frame:
    """A state: its boards (none before the start), its facts, its round and phase in words."""

    moment: int
    boards: tuple[Board, ...]
    facts: tuple[tuple[str, str], ...]
    stage: str
    waited: frozenset[int] = frozenset()  # seats that the reader may know to be waited for


def views(table: Table, lens: Lens) -> tuple[Any, ...]:
    """The views that the lens shows; several for the whole table, none before the start."""
    if table.state is None:
        return ()
    seats: Iterable[int | None] = range(table.seats) if lens.whole_table else (lens.viewer,)
    return tuple(table.rules.view(table.state, seat) for seat in seats)


def _table(access: Access, moment: int) -> Table:
    """The table at a moment; at the last one as it is now, with what its viewer chose or was told unseen since."""
    if moment == access.game.moment:
        return history.table_now(access.game.pk)
    return history.table_at_moment(access.game.pk, moment)


def waited(table: Table, lens: Lens) -> frozenset[int]:
    """The seats of which the lens may know that the table waits for them."""
    own = range(table.seats) if lens.whole_table else () if lens.viewer is None else (lens.viewer,)
    return frozenset(one.seat for one in told_of(table.pending(), own))


def frame(
    game: EngineGame[Any],
    moment: int,
    found: tuple[Any, ...],
    words: Words,
    *,
    public: Any = None,
    waited: frozenset[int] = frozenset(),
    links: Mapping[str, Link] | None = None,
) -> Frame:
    """The state at a public moment, through the eyes whose views were given.

    `public`: what the facts are told from. `links`: what can be tapped, see `moving`.
    """
    several = len(found) > 1
    boards = tuple(
        Board(
            words.seat(view.viewer) if several else "",
            board_html(game.key, drawing, links) if drawing.blocks else SafeString(""),
            game.text_board(view, words),
        )
        for view, drawing in zip(found, _once([game.draw(view, words) for view in found]), strict=True)
    )
    facts = tuple(words.status(public or found[0])) if found else ()
    return Frame(moment, boards, facts, words.stage(found[0]) if found else "", waited)


def _once(drawings: Sequence[Drawing]) -> Iterator[Drawing]:
    """What several see alike stands on the first board alone: of the others remains what each sees by itself."""
    for number, drawing in enumerate(drawings):
        known = drawings[0].blocks if number else ()
        yield replace(drawing, blocks=tuple(block for block in drawing.blocks if block not in known))


def at_moment(access: Access, lens: Lens, moment: int, words: Words, links: Mapping[str, Link] | None = None) -> Frame:
    """The state after a public moment, by replay. Raises UnknownRules."""
    table = _table(access, moment)
    public = table.rules.view(table.state, None) if lens.whole_table and table.state is not None else None
    seen = views(table, lens)
    return frame(table.game, moment, seen, words, public=public, waited=waited(table, lens), links=links)


def frames_at_once(access: Access, lens: Lens) -> int:
    """How many states are given in one answer: fewer where each has a board for every seat."""
    return max(1, BOARDS_AT_ONCE // (access.game.seats if lens.whole_table else 1))


@dataclass(frozen=True, slots=True)
class Picture:
    """A drawing that can be had as a document by itself, in one layout and theme."""

    key: str
    drawing: Drawing
    layout: Layout
    theme: Theme

    def svg(self) -> str:
        """As SVG, as wide in pixels as the PNG."""
        width = laid_out(self.drawing, self.layout).width * PNG_SCALE
        return str(board_svg(self.key, self.drawing, theme=self.theme, layout=self.layout, width=width))

    def png(self) -> bytes:
        """The same in pixels. The last ones are kept: drawing takes up to a second."""
        return _png(self)


def _known_by(picture: Picture) -> bytes:
    return hashlib.sha256(repr(picture).encode()).digest()


@cached(_drawn, key=_known_by, lock=Lock())
def _png(picture: Picture) -> bytes:
    look: dict[str, Any] = {"theme": picture.theme, "layout": picture.layout}
    return board_png(picture.key, picture.drawing, **look, scale=PNG_SCALE, limit_bytes=PNG_LIMIT_BYTES)


def picture(access: Access, lens: Lens, moment: int, words: Words, theme: Theme, layout: Layout) -> Picture | None:
    """The board of a moment; None where there is none yet. The whole table gives its first seat."""
    table = _table(access, moment)
    found = views(table, lens)
    if not found:
        return None
    return Picture(table.game.key, table.game.draw(found[0], words), layout, theme)


def as_json(access: Access, lens: Lens, moment: int) -> Json:
    """The view (or for the whole table every seat's) as plain data."""
    table = _table(access, moment)
    dumped = [json_of(view) for view in views(table, lens)]
    return dumped if lens.whole_table else (dumped[0] if dumped else None)
