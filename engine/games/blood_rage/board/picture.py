"""The board of a view as blocks: the land; the Ages, Valhalla, the battle and the viewer's cards; the clan sheets.

The viewer's own sheet comes first. All type is 20 or larger, so that it is still 11 px high on a phone of 360 px.
Everything that can be pointed at is a part with a place, a look and a title. Nothing is read but the view.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.board import GAP, Block, Drawing, heading, own_first
from engine.core.contract import Words
from engine.games.blood_rage.board import cards, clans, fray, hall, land
from engine.games.blood_rage.board.labels import Labels
from engine.games.blood_rage.view import View

__all__ = ["draw"]

HIGH = 1020  # of a column that stands on the first screen of a wide page with type of 13 px


def draw(view: View, words: Words) -> Drawing:
    """All blocks, with the words of one reader; in landscape land, cards and clans stand side by side."""
    labels = Labels(words)
    blocks = [
        heading(
            labels.stage(view),
            labels.note(view),
            wanted=view.stage != "over",
            names=map(labels.name, range(len(view.clans))),
        ),
        land.land(view, labels),
    ]
    beside = [
        *fray.fray(view, labels, column=1), hall.ages(view, labels, column=1), hall.valhalla(view, labels, column=1)
    ]  # fmt: skip
    beside += cards.cards(view, labels, _left(beside) - cards.LEAST_DISCARD, column=1)
    beside += cards.discard(view, labels, _left(beside), column=1)
    blocks += beside
    blocks += [clans.sheet(view, labels, seat, column=2) for seat in own_first(len(view.clans), view.viewer)]
    return Drawing(labels.summary(view), tuple(blocks))


def _left(column: Sequence[Block]) -> int:
    """How high what else comes into a column may be."""
    return HIGH - sum(block.h + GAP for block in column)
