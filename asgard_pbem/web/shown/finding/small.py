"""Small boards for lists: drawn once for a moment and kept, for drawing takes some tenths of a second.

What a list shows is a spectator's view, whoever reads it: so one picture does for all who may see the table.
"""

from __future__ import annotations

import io
import threading
from collections.abc import Iterable
from dataclasses import replace
from datetime import timedelta
from typing import Final
from uuid import UUID

from django.utils import timezone
from PIL import Image

from asgard_pbem.boards.look import Theme, painted
from asgard_pbem.boards.pixels.painting import board_picture
from asgard_pbem.tables.models import Game
from asgard_pbem.tables.reading import history
from asgard_pbem.web.models import SmallBoard
from engine.core.board import Layout
from engine.table.registry import game as find_game

SIZE: Final = (270, 162)  # pixels, shown two thirds as large
LETTERS: Final = tuple("ABCDEFGH")  # in place of names: nothing of a person is in a picture that is kept
FRESH: Final = timedelta(seconds=60)  # so long a picture of a running game does, though it has moved on
_QUALITY: Final = 35  # of 100: beside 50 nobody sees it at this size, and a list loads a handful of them at once
_one = threading.BoundedSemaphore(1)  # a list asks for twenty at once, and other pages want this process too


def small_board(game: Game, theme: Theme, *, patience_s: float = 0) -> tuple[bytes, bool] | None:
    """WebP, and whether it is of the last moment. None: nothing to show yet, or others are being drawn just now.

    Raises UnknownRules.
    """
    kept = SmallBoard.objects.filter(game_id=game.pk, theme=theme).first()
    if kept is not None and kept.moment == game.moment:
        return bytes(kept.picture), True
    stale = (bytes(kept.picture), False) if kept is not None else None
    if kept is not None and kept.drawn_at > timezone.now() - FRESH:
        return stale
    if not _one.acquire(timeout=patience_s):
        return stale
    try:
        made = _drawn(game, theme)
    finally:
        _one.release()
    if made is None:
        return stale
    _keep(made)
    return bytes(made.picture), True


def paints(games: Iterable[Game]) -> dict[UUID, str]:
    """By table: classes for the colours that its seats play, as its small board was drawn; none of one without."""
    drawn = SmallBoard.objects.filter(game__in=[one.pk for one in games]).exclude(colours="").order_by("moment")
    return {game: " ".join(painted(colours.split(","))) for game, colours in drawn.values_list("game_id", "colours")}


def _keep(row: SmallBoard) -> None:
    """In place of an older one. Two that draw at once draw the same."""
    SmallBoard.objects.bulk_create(
        [row],
        update_conflicts=True,
        unique_fields=["game_id", "theme"],
        update_fields=["moment", "picture", "colours", "drawn_at"],
    )


def _drawn(game: Game, theme: Theme) -> SmallBoard | None:
    table = history.table_now(game.pk)
    if table.state is None:
        return None
    view, engine = table.rules.view(table.state, None), find_game(game.key)
    words = engine.words("en", LETTERS[: game.seats])
    whole = engine.draw(view, words)
    below = replace(whole, blocks=whole.blocks[1:])  # its heading is words, and the list says as much
    # No words: they would be of one language, whoever reads the list, and nobody can read them at this size.
    picture = squeezed(board_picture(game.key, below, theme, Layout.LANDSCAPE, 1, mute=True))
    colours = ",".join(engine.colours(view))
    return SmallBoard(
        game_id=game.pk, theme=theme, moment=game.moment, picture=picture, colours=colours, drawn_at=timezone.now()
    )


def squeezed(board: Image.Image) -> bytes:
    """The board's left part, where what is common to all lies, at the size of lists."""
    wide, high = SIZE
    shown = board.crop((0, 0, min(board.width, board.height * wide // high), board.height))
    picture = Image.new("RGB", SIZE, board.getpixel((0, 0)))
    scaled = shown.resize((wide, max(1, min(high, shown.height * wide // shown.width))), Image.Resampling.LANCZOS)
    picture.paste(scaled, (0, (high - scaled.height) // 2))
    data = io.BytesIO()
    picture.save(data, "WEBP", quality=_QUALITY, method=6)
    return data.getvalue()
