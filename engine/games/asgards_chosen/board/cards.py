"""The viewer's hand, and the starting items to choose from; of others, panels show the number."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.board import BLOCK, Block, Part
from engine.games.asgards_chosen.board.labels import Labels
from engine.games.asgards_chosen.board.pieces import face
from engine.games.asgards_chosen.view import UNKNOWN, View

HEAD, CHIP_W, CHIP_H, CHIP_Y = 32, 286, 40, 44


def cards(view: View, labels: Labels, room: int, *, column: int) -> list[Block]:
    """A block for each pile that the viewer may see and that is not empty."""
    piles = [("pool", labels.label("pool"), view.pool)]
    if view.viewer is not None:
        piles.append(("hand", labels.hand, view.players[view.viewer].hand))
    return [_pile(labels, *pile, column) for pile in piles if pile[2] and UNKNOWN not in pile[2]]


def _pile(labels: Labels, ref: str, title: str, codes: Sequence[str], column: int) -> Block:
    """Two cards beside each other."""
    parts = [Part("card/head", 0, 0, BLOCK, HEAD, {"title": title, "count": len(codes)})]
    for number, code in enumerate(codes):
        box = ((BLOCK - CHIP_W) * (number % 2), HEAD + CHIP_Y * (number // 2), CHIP_W, CHIP_H)
        data = {**face(code), "name": labels.card(code)}
        parts.append(Part("card/chip", *box, data, labels.explained(code), {"piece": "card", "ref": code, "pile": ref}))
    return Block(HEAD + CHIP_Y * -(-len(codes) // 2), tuple(parts), column, {"piece": ref})
