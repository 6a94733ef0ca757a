"""A board as a PNG small enough for a mail."""

from asgard_pbem.boards.look import Theme
from asgard_pbem.boards.pixels import bands, painting
from asgard_pbem.boards.pixels.packing import LIMIT_BYTES, small
from asgard_pbem.boards.pixels.painting import board_picture
from asgard_pbem.boards.pixels.palette import chosen
from engine.core.board import Drawing, Layout


def board_png(
    key: str,
    drawing: Drawing,
    *,
    theme: Theme = "light",
    layout: Layout = Layout.PORTRAIT,
    scale: int = 1,
    limit_bytes: int = LIMIT_BYTES,
) -> bytes:
    """The board as a PNG of `scale` pixels a unit, in few colours and at most `limit_bytes`."""
    # The colours that were chosen are as many as a mail can carry: a picture that may be larger has more.
    palette = chosen(key, theme) if layout is Layout.PORTRAIT and limit_bytes <= LIMIT_BYTES else None
    if palette is not None:
        data = bands.board_png(key, drawing, theme, scale, palette)
        if len(data) <= limit_bytes:
            return data
    return small(board_picture(key, drawing, theme, layout, scale), limit_bytes)


def forget() -> None:
    """Empty what is kept of boards, as in a new process."""
    painting.forget()
    bands.forget()
