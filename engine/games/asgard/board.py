"""The board of a view as plain data with positions: `templates/boards/asgard/board.svg` only has to draw it.

600 wide, from top to bottom: the world tree with its worlds, the ten gods as two rows of shrines, stacks and supplies,
and a strip for each player, the viewer's own first. All type is 20 or larger, so that it is still 11 px high on a phone
of 360 px. Everything that can be pointed at is a piece with a place, a look and a title. Nothing is read but the view.
"""

from __future__ import annotations

from engine.core.contract import Json, Seat, Words
from engine.games.asgard import board_gods, board_goods, board_worlds
from engine.games.asgard.board_pieces import EDGE, WIDTH
from engine.games.asgard.board_text import text_board
from engine.games.asgard.board_words import Labels
from engine.games.asgard.view import View

__all__ = ["draw", "seats_in_order", "text_board"]

TOP = 80  # where the tree begins, below the title
GAP = 12


def draw(view: View, words: Words) -> dict[str, Json]:
    """Everything the template shows, JSON-ready; lengths in units of a picture `width` wide and `height` high."""
    labels = Labels(words)
    tree = board_worlds.tree(view, labels, TOP)
    gods = board_gods.shrines(view, labels, tree["bottom"] + GAP)
    stock = board_goods.stock(view, labels, gods["bottom"] + GAP)
    seats, y = [], stock["bottom"] + GAP
    for seat in seats_in_order(view):
        panel = board_goods.panel(view, labels, seat, y)
        seats.append(panel)
        y = panel["bottom"] + 8
    height = round(y + 6)
    return {
        "width": WIDTH,
        "edge": EDGE,
        "height": height,
        "inner_height": height - 7,  # of the frame
        "label": labels.summary(view),
        "title": labels.stage(view),
        "note": labels.note(view),
        "over": view.stage == "over",
        "tree": tree,
        "gods": gods,
        "stock": stock,
        "seats": seats,
        "pieces": [*tree["pieces"], *gods["pieces"], *stock["pieces"]],
    }


def seats_in_order(view: View) -> list[Seat]:
    """The viewer first, then as they follow at the table; from the first seat on for a spectator."""
    count = len(view.scores)
    first = 0 if view.viewer is None else view.viewer
    return [(first + step) % count for step in range(count)]
