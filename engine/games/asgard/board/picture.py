"""The board of a view as blocks: the world tree, the ten gods as two rows of shrines, stacks and supplies, the players.

The viewer's own strip comes first. All type is 20 or larger, so that it is still 11 px high on a phone of 360 px.
Everything that can be pointed at is a part with a place, a look and a title. Nothing is read but the view.
"""

from __future__ import annotations

from engine.core.board import Drawing, heading, own_first
from engine.core.contract import Words
from engine.games.asgard.board import gods as board_gods
from engine.games.asgard.board import goods as board_goods
from engine.games.asgard.board import worlds as board_worlds
from engine.games.asgard.board.labels import Labels
from engine.games.asgard.board.pieces import colour_of
from engine.games.asgard.board.text import text_board
from engine.games.asgard.view import View

__all__ = ["colours", "draw", "text_board"]


def colours(view: View) -> tuple[str, ...]:
    """In which colour each seat plays; empty for one that has not chosen."""
    return tuple(colour_of(view.table, seat) for seat in range(len(view.scores)))


def draw(view: View, words: Words) -> Drawing:
    """All blocks, with the words of one reader; in landscape the tree, the gods and the players stand side by side."""
    labels = Labels(words)
    blocks = [
        heading(
            labels.stage(view),
            labels.note(view),
            wanted=view.stage != "over",
            names=map(labels.name, range(len(view.scores))),
        ),
        board_worlds.tree(view, labels),
        board_gods.shrines(view, labels, column=1),
        board_goods.stock(view, labels, column=1),
    ]
    order = own_first(len(view.scores), view.viewer)
    blocks += [board_goods.panel(view, labels, seat, column=2) for seat in order]
    return Drawing(labels.summary(view), tuple(blocks))
