"""The board of a view as blocks: the map; the battle, the Tisch and the viewer's cards; a panel for each player.

All type is 20 or larger, so that it is still 11 px high on a phone of 360 px. Everything that can be pointed at is a
part with a place, a look and a title. Nothing is read but the view.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from engine.core.board import GAP, Block, Drawing, heading, own_first
from engine.core.contract import Words
from engine.games.asgards_chosen.board import cards, country, fray, market, panels
from engine.games.asgards_chosen.board.labels import Labels
from engine.games.asgards_chosen.view import View
from engine.games.asgards_chosen.words.status import ChosenWords

__all__ = ["draw"]

HIGH = 1050  # of a column that stands on the first screen of a wide page with type of 13 px


def draw(view: View, words: Words) -> Drawing:
    """All blocks, with the words of one reader; in landscape map, market and panels stand side by side."""
    labels = Labels(cast("ChosenWords", words), view)
    map_side = [heading(labels.stage(view), labels.note(view), wanted=view.stage != "over")]
    map_side.append(country.country(view, labels))
    middle: list[Block] = []
    for block in (*fray.fray(view, labels, column=0), market.hall(view, labels, column=0)):
        if not middle and _left(map_side) >= block.h:
            map_side.append(block)
        else:
            middle.append(Block(block.h, block.parts, 1, block.marks))
    middle.append(market.tisch(view, labels, column=1))
    middle += cards.cards(view, labels, _left(middle), column=1)
    return Drawing(labels.summary(view), (*map_side, *middle, *_panels(view, labels)))


def _panels(view: View, labels: Labels) -> list[Block]:
    """The viewer's own first; what two seats have in common stands with the first of them."""
    found, sides = list[Block](), set[int]()
    for seat in own_first(len(view.players), view.viewer):
        side = view.players[seat].side
        found.append(panels.panel(view, labels, seat, gods=side not in sides, column=2))
        sides.add(side)
    return found


def _left(column: Sequence[Block]) -> int:
    """How high what else comes into a column may be."""
    return HIGH - sum(block.h + GAP for block in column)
