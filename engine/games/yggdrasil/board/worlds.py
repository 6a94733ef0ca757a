"""The nine worlds round the trunk of Yggdrasil, each with what lies in it."""

from __future__ import annotations

from typing import Any, Final

from engine.core.board import BLOCK, Block, Part
from engine.games.yggdrasil.board import ice, midgard
from engine.games.yggdrasil.board.frame import HEAD, frame
from engine.games.yggdrasil.board.labels import Labels
from engine.games.yggdrasil.board.pieces import enemy_sign, mark
from engine.games.yggdrasil.data import ENEMIES, LEVELS, SQUARES
from engine.games.yggdrasil.view import View

GAP = 14
SMALL = 78
FORGE_H, SACRED_H = HEAD + 68, HEAD + 76
THIRD, HALF = 182, 281
CELL_W, CELL_PITCH, CELL_H = 90, 93, 60
SQUARE_W, SQUARE_PITCH, SQUARE_H = 108, 113, 68
SQUARE_SIGNS: Final = {1: "yg-valkyrie", 2: "symbol-viking", 3: "symbol-deck", 4: "yg-back", 5: "symbol-giant"}
_ROWS = (SMALL, midgard.HEIGHT, FORGE_H, SMALL, SACRED_H, ice.HEIGHT)
_TOPS = tuple(sum(_ROWS[:row]) + GAP * row for row in range(len(_ROWS)))
ROOTS = 30  # below the lowest world
HEIGHT: Final = sum(_ROWS) + GAP * (len(_ROWS) - 1) + ROOTS


def worlds(view: View, labels: Labels, *, column: int) -> Block:
    """The tree, then all worlds from its crown to its roots."""
    crown, mid, forge, low, sacred, cold = _TOPS
    parts = [
        Part("world/tree", 0, 0, BLOCK, HEIGHT, {"foot": HEIGHT - ROOTS}),
        frame(view, labels, "elves", (0, crown, THIRD, SMALL), count=view.elves),
        frame(view, labels, "asgard", (197, crown, THIRD, SMALL)),
        frame(view, labels, "darkness", (BLOCK - THIRD, crown, THIRD, SMALL)),
        *midgard.midgard(view, labels, mid),
        *_forge(view, labels, forge),
        frame(view, labels, "dead", (0, low, HALF, SMALL), count=view.dead),
        frame(view, labels, "fire", (BLOCK - HALF, low, HALF, SMALL), count=view.kingdom),
        *_sacred(view, labels, sacred),
        *ice.fortress(view, labels, cold),
    ]
    return Block(HEIGHT, tuple(parts), column, {"piece": "worlds"})


def _forge(view: View, labels: Labels, y: int) -> list[Part]:
    """The Artifacts against each Enemy: a number in the Forge, a mark where a god has it."""
    found = [frame(view, labels, "forge", (0, y, BLOCK, FORGE_H))]
    for number, code in enumerate(ENEMIES):
        owners = {one.artifacts[number]: seat for seat, one in enumerate(view.sheets)}
        levels = [
            {"x": 28 + 21 * at, "cx": 37.5 + 21 * at, "level": level,
             "symbol": mark(owners[level]) if level in owners else ""}
            for at, level in enumerate(LEVELS)
        ]  # fmt: skip
        data = {"symbol": enemy_sign(code), "name": labels.said.artifact(code), "levels": levels}
        box = (10 + CELL_PITCH * number, y + HEAD, CELL_W, CELL_H)
        new = f"artifact:{code}" in view.touched
        marks = {"piece": "artifact", "ref": code}
        found.append(Part("world/artifact", *box, data, labels.artifact(view, code), marks, touched=new))
    return found


def _sacred(view: View, labels: Labels, y: int) -> list[Part]:
    """The five squares, and the Vanir on one of them."""
    found = [frame(view, labels, "vanir", (0, y, BLOCK, SACRED_H))]
    for square in SQUARES:
        data: dict[str, Any] = {
            "number": square, "symbol": SQUARE_SIGNS[square], "text": labels.squares[square],
            "here": square == view.vanir, "reached": square <= view.vanir,
        }  # fmt: skip
        box = (8 + SQUARE_PITCH * (square - 1), y + HEAD, SQUARE_W, SQUARE_H)
        marks = {"piece": "square", "ref": square}
        new = f"square:{square}" in view.touched
        found.append(Part("world/square", *box, data, labels.square(view, square), marks, touched=new))
    return found
