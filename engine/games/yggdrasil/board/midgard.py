"""Midgard: five islands in a chain, their bags, the Valkyries, and the island under water."""

from __future__ import annotations

from typing import Any

from engine.core.board import BLOCK, Part
from engine.games.yggdrasil.board.frame import HEAD, frame
from engine.games.yggdrasil.board.labels import Labels
from engine.games.yggdrasil.data import ISLANDS
from engine.games.yggdrasil.view import Bag, View

WIDE, PITCH, HIGH = 108, 113, 176
HEIGHT = HEAD + HIGH + 8
BAR = 92  # of what a bag holds
MOST = 24  # counters that a whole bar stands for: few bags ever hold more


def midgard(view: View, labels: Labels, y: int) -> list[Part]:
    """The frame and the islands in it."""
    bags = {bag.code: bag for bag in view.bags}
    found = [frame(view, labels, "midgard", (0, y, BLOCK, HEIGHT))]
    for number, code in enumerate(ISLANDS):
        bag, here = bags.get(code), code == view.threatened
        data = {
            "name": labels.short(code), "colour": code, "bag": _bag(bag), "signs": _signs(view, code, threatened=here),
        }  # fmt: skip
        box = (8 + PITCH * number, y + HEAD, WIDE, HIGH)
        new = f"island:{code}" in view.touched or f"bag:{code}" in view.touched
        marks = {"piece": "island", "ref": code}
        title = labels.island(view, code, bag, threatened=here)
        found.append(Part("world/island", *box, data, title, marks, touched=new))
    return found


def _bag(bag: Bag | None) -> dict[str, Any] | None:
    """What it holds as figures, and as lengths of a bar."""
    if bag is None:
        return None
    most = max(MOST, bag.vikings + bag.fires)
    vikings, fires = (round(BAR * count / most, 1) for count in (bag.vikings, bag.fires))
    return {"vikings": bag.vikings, "fires": bag.fires, "v": vikings, "f": fires, "from": round(8 + vikings, 1)}


def _signs(view: View, code: str, *, threatened: bool) -> list[dict[str, Any]]:
    """The Valkyries, the threat, the water: what stands on an island."""
    found = []
    if code == view.valkyries:
        found.append(("yg-valkyrie", "gold_text"))
    if threatened:
        found.append(("yg-threat", "rust"))
    if code == view.tile:
        found.append(("yg-whirlpool" if view.whirlpool else "yg-flood", "ink"))
    return [{"symbol": name, "colour": colour, "x": 8 + 32 * at} for at, (name, colour) in enumerate(found)]
