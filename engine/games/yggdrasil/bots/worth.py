"""What a position is worth to all gods together: where a playout that is cut short came to."""

from __future__ import annotations

from engine.core.moves import Seat
from engine.games.yggdrasil.data import DEFEATS
from engine.games.yggdrasil.view import View

END = 1000.0
THREAT = (0.0, 1.0, 2.2, 5.0, 7.5, 12.0, 16.0, 40.0)  # by space
ARTIFACT = (0.0, 1.6, 3.6, 6.0)  # by level


def worth(view: View, seat: Seat) -> float:
    """The same for every seat: how far the Enemies are, and what the gods have against them."""
    if view.stage == "over":
        return -END if view.causes else END
    spaces = [foe.space for foe in view.foes]
    value = -sum(THREAT[space] for space in spaces) + 4.0 * view.daeg
    for _, count, line in DEFEATS:
        near = sum(space >= line for space in spaces) - count
        value -= 6.0 * 2.0 ** min(0, near + 1) if near < 0 else 60.0
    for sheet in view.sheets:
        value += 1.5 * min(sheet.vikings, 5) + 0.5 * max(0, sheet.vikings - 5) + 1.6 * sheet.elves
        value += sum(ARTIFACT[level] for level in sheet.artifacts)
    value += sum(4.0 * bag.vikings / (bag.vikings + bag.fires) for bag in view.bags if bag.vikings)
    value -= 2.5 * len(view.active)
    value += sum(0.7 * parts + (2.0 if parts == 3 else 0.0) for _, parts in view.runes)
    return value + 0.5 * view.vanir - (1.5 if view.valkyries in ("rainbow", view.tile) else 0.0)
