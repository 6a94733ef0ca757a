"""The Ice Fortress: four runes, and the four Giants of each, face down, active or beaten."""

from __future__ import annotations

from typing import Any

from engine.core.board import BLOCK, Part
from engine.games.yggdrasil.board.frame import HEAD, frame
from engine.games.yggdrasil.board.labels import Labels
from engine.games.yggdrasil.board.pieces import RUNE_SIGNS, WORLD_SIGNS, enemy_sign
from engine.games.yggdrasil.data import GIANT_ROWS, PARTS
from engine.games.yggdrasil.view import View

ROW, RUNE_W, GIANT_W, GIANT_H = 58, 78, 118, 54
HEIGHT = HEAD + ROW * 4 + 6
PILE_W = 220


def fortress(view: View, labels: Labels, y: int) -> list[Part]:
    """A line for each rune."""
    found = [frame(view, labels, "ice", (0, y, BLOCK, HEIGHT))]
    pile = {"count": len(view.pile), "force": view.giants_force}
    spot = (BLOCK - PILE_W - 44, y + 4)
    found.append(Part("ice/pile", *spot, PILE_W, 34, pile, labels.pile(view), {"piece": "pile"}))
    for row, (code, parts) in enumerate(view.runes):
        found += _rune(view, labels, code, parts, y + HEAD + ROW * row)
    return found


def _rune(view: View, labels: Labels, code: str, parts: int, y: int) -> list[Part]:
    new = f"rune:{code}" in view.touched
    data = {"symbol": RUNE_SIGNS[code], "name": labels.said.rune(code), "text": f"{parts}/{PARTS}",
            "whole": parts == PARTS}  # fmt: skip
    title = labels.rune(code, parts, touched=new)
    found = [Part("ice/rune", 7, y, RUNE_W, GIANT_H, data, title, {"piece": "rune", "ref": code}, touched=new)]
    giants = [one for one in GIANT_ROWS if one["rune"] == code]
    return found + [part for at, one in enumerate(giants) for part in _giant(view, labels, one, (90 + 120 * at, y))]


def _giant(view: View, labels: Labels, row: Any, spot: tuple[int, int]) -> list[Part]:
    """A stone by its state, and on it what never changes: so a mail has hardly a letter to draw anew."""
    code = row["id"]
    state = "active" if code in view.active else "defeated" if code in view.defeated else "pile"
    new = f"giant:{code}" in view.touched
    title = labels.giant(view, code, state, touched=new)
    marks = {"piece": "giant", "ref": code, "state": state}
    name = {"name": labels.said.giant(code), **_effect(row["effect"])}
    return [
        Part("ice/stone", *spot, GIANT_W, GIANT_H, {"state": state}, title, marks, touched=new),
        Part("ice/giant", *spot, GIANT_W, GIANT_H, name),
    ]


def _effect(effect: Any) -> dict[str, Any]:
    """`+1` and whom it helps; or what is forbidden."""
    kind = effect["kind"]
    if kind == "force_plus":
        target = effect["target"]
        return {"text": "+1", "symbol": "symbol-giant" if target == "giants" else enemy_sign(target), "ban": False}
    if kind == "whirlpool":
        return {"text": "", "symbol": "yg-whirlpool", "ban": False}
    signs = {"no_god_powers": "symbol-crown", "no_die_in_combat": "symbol-die"}
    return {"text": "", "symbol": signs.get(kind) or WORLD_SIGNS[effect["world"]], "ban": True}
