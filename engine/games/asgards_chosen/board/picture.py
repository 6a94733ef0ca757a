"""The board of a view as blocks: the map; the battle, the Tisch and the viewer's cards; a panel for each player.

All type is 20 or larger, so that it is still 11 px high on a phone of 360 px. Everything that can be pointed at is a
part with a place, a look and a title. Nothing is read but the view.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import cast

from engine.core.board import GAP, Block, Drawing, heading, own_first
from engine.core.contract import Words
from engine.games.asgards_chosen.board import cards, country, fray, market, panels, tile
from engine.games.asgards_chosen.board.labels import Labels
from engine.games.asgards_chosen.view import View
from engine.games.asgards_chosen.words.status import ChosenWords

__all__ = ["draw"]

MAIL = 2300  # of all blocks of a picture that stays under 100 kB in a mail, if the hand is drawn no larger
HIGH = 1050  # of a column that stands on the first screen of a wide page with type of 13 px


def draw(view: View, words: Words) -> Drawing:
    """All blocks, with the words of one reader; in landscape map, market and panels stand side by side."""
    labels = Labels(cast("ChosenWords", words), view)
    head = heading(
        labels.stage(view),
        labels.note(view),
        wanted=view.stage != "over",
        names=map(labels.name, range(len(view.players))),
    )
    columns: list[list[Block]] = [[head], [], []]
    columns[0] += [*tile.tile(view, labels), country.country(view, labels)]
    columns[2] += _panels(view, labels)
    for block in fray.fray(view, labels):
        _add(columns, block, 0, 1)
    columns[1] += market.tisch(view, labels)
    _add(columns, market.hall(view, labels), 0, 2, 1)
    mail = MAIL - sum(block.h + GAP for column in columns for block in column)
    columns[1] += cards.cards(view, labels, min(_left(columns[1]), mail))
    blocks = (replace(block, column=number) for number, column in enumerate(columns) for block in column)
    return Drawing(labels.summary(view), tuple(blocks))


def _add(columns: list[list[Block]], block: Block, *where: int) -> None:
    """Into the first of these columns that has room, or into the last of them."""
    number = next((one for one in where if _left(columns[one]) >= block.h), where[-1])
    columns[number].append(block)


def _panels(view: View, labels: Labels) -> list[Block]:
    """The viewer's own first; what two seats have in common stands with the first of them."""
    found, sides = list[Block](), set[int]()
    for seat in own_first(len(view.players), view.viewer):
        side = view.players[seat].side
        found.append(panels.panel(view, labels, seat, gods=side not in sides))
        sides.add(side)
    return found


def _left(column: Sequence[Block]) -> int:
    """How high what else comes into a column may be."""
    return HIGH - sum(block.h + GAP for block in column)
