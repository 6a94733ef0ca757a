"""What the signs of the board mean: a mail has no pointer that would ask them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.core.board import BLOCK, GAP, Block, Part
from engine.games.yggdrasil.board.labels import Labels

SIGNS: Final = (
    ("valkyries", "yg-valkyrie", "gold_text"), ("threat", "yg-threat", "rust"), ("flood", "yg-flood", "ink"),
    ("whirlpool", "yg-whirlpool", "ink"), ("angry", "yg-angry", "rust"), ("last", "yg-last", "ink"),
    ("known", "symbol-deck", "ink"), ("vanir", "yg-vanir", "moss"), ("done", "yg-used", "moss"),
    ("shut", "yg-ban", "rust"), ("off", "yg-shut", "ink"), ("ring", "", "rust"),
)  # fmt: skip
ACROSS, PITCH, ROW, TOP = 3, 190, 29, 6
HEIGHT: Final = 2 * TOP + ROW * (len(SIGNS) // ACROSS)
HIGH = 1052  # of a column that stands on the first screen of a wide page with type of 13 px


def legend(labels: Labels, above: Sequence[Block], *, column: int) -> list[Block]:
    """One block where the column has room for it below what stands there; else none."""
    if sum(block.h + GAP for block in above) + HEIGHT > HIGH:
        return []
    items = [
        {"symbol": symbol, "colour": colour, "text": labels.signs[name],
         "x": 8 + PITCH * (number % ACROSS), "y": TOP + ROW * (number // ACROSS)}
        for number, (name, symbol, colour) in enumerate(SIGNS)
    ]  # fmt: skip
    part = Part("legend", 0, 0, BLOCK, HEIGHT, {"items": items}, labels.signs_title(), {"piece": "legend"})
    return [Block(HEIGHT, (part,), column)]
