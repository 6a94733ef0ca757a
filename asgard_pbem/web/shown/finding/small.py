"""Small boards for lists: drawn once for a moment and kept, for drawing takes some tenths of a second.

What a list shows is a spectator's view, whoever reads it: so one picture does for all who may see the table.
"""

from __future__ import annotations

import io
import threading
from datetime import timedelta
from typing import Final

from django.utils import timezone
from PIL import Image

from asgard_pbem.boards.look import Theme
from asgard_pbem.boards.pixels import board_picture
from asgard_pbem.tables.models import Game
from asgard_pbem.tables.reading import history
from asgard_pbem.web.models import SmallBoard
from engine.core.board import Layout
from engine.table.registry import game as find_game

SIZE: Final = (270, 162)  # pixels, shown two thirds as large
LETTERS: Final = tuple("ABCDEFGH")  # in place of names: nothing of a person is in a picture that is kept
FRESH: Final = timedelta(seconds=60)  # so long a picture of a running game does, though it has moved on
_QUALITY: Final = 50
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
    _keep(SmallBoard(game_id=game.pk, theme=theme, moment=game.moment, picture=made, drawn_at=timezone.now()))
    return made, True


def _keep(row: SmallBoard) -> None:
    """In place of an older one. Two that draw at once draw the same."""
    SmallBoard.objects.bulk_create(
        [row],
        update_conflicts=True,
        unique_fields=["game_id", "theme"],
        update_fields=["moment", "picture", "drawn_at"],
    )


def _drawn(game: Game, theme: Theme) -> bytes | None:
    table = history.table_now(game.pk)
    if table.state is None:
        return None
    view, engine = table.rules.view(table.state, None), find_game(game.key)
    words = engine.words("en", LETTERS[: game.seats])
    return squeezed(board_picture(game.key, engine.draw(view, words), theme, Layout.LANDSCAPE, 1))


def squeezed(board: Image.Image) -> bytes:
    """The board's left part, where what is common to all lies, at the size of lists."""
    wide, high = SIZE
    shown = board.crop((0, 0, min(board.width, board.height * wide // high), board.height))
    picture = Image.new("RGB", SIZE, board.getpixel((0, 0)))
    scaled = shown.resize((wide, max(1, min(high, shown.height * wide // shown.width))), Image.Resampling.LANCZOS)
    picture.paste(scaled, (0, (high - scaled.height) // 2))
    data = io.BytesIO()
    picture.save(data, "WEBP", quality=_QUALITY, method=4)
    return data.getvalue()
