"""The way of the Enemies: a lane for each from the start to Odin's Residence, and what lies across it."""

from __future__ import annotations

from typing import Final

from engine.core.board import BLOCK, Block, Part
from engine.games.yggdrasil.board.labels import Labels
from engine.games.yggdrasil.board.pieces import enemy_sign
from engine.games.yggdrasil.data import AREA, DEFEATS, ENEMIES, FORCE, SPACES
from engine.games.yggdrasil.view import Foe, View

LEFT, CELL, TOP, LANE = 168, 38, 64, 46  # where space 0 begins, its width; where the lanes begin, their height
COUNTER = 38
FORCE_X = 476
FLAG_W, FLAG_H = 72, 34
TINTS: Final = {1: "tint4", 2: "tint3", 3: "tint2", 4: "tint6"}


def track(view: View, labels: Labels) -> Block:
    """The ground, the three lines of defeat, and the Enemies."""
    bottom = TOP + LANE * len(view.foes)
    high = bottom + 44
    parts = [Part("track/ground", 0, 0, BLOCK, high, _ground(labels, bottom), labels.track(), {"piece": "track"})]
    parts += [_flag(view, labels, cause) for cause, _, _ in DEFEATS]
    for row, foe in enumerate(view.foes):
        parts += _lane(view, labels, foe, TOP + LANE * row)
    return Block(high, tuple(parts), marks={"piece": "track"})


def _ground(labels: Labels, bottom: int) -> dict[str, object]:
    """The areas with their forces, the numbers of the spaces."""
    areas = [
        {"x": LEFT + CELL * first, "w": CELL * count, "tint": TINTS[area], "force": FORCE[first],
         "cx": LEFT + CELL * first + CELL * count // 2}
        for area, first, count in ((area, AREA.index(area), AREA.count(area)) for area in dict.fromkeys(AREA))
    ]  # fmt: skip
    names = [{"symbol": enemy_sign(code), "name": labels.said.enemy(code), "y": TOP + LANE * row}
             for row, code in enumerate(ENEMIES)]  # fmt: skip
    numbers = [{"x": LEFT + CELL * space + CELL // 2, "text": space} for space in SPACES]
    return {"areas": areas, "numbers": numbers, "names": names, "base": bottom + 28, "force": labels.force_word}


def _flag(view: View, labels: Labels, cause: str) -> Part:
    """How many have crossed a line, of how many; full where the game would be lost."""
    count, space = next((count, space) for one, count, space in DEFEATS if one == cause)
    there = sum(foe.space >= space for foe in view.foes)
    data = {"text": f"{there}/{count}", "lost": there >= count, "near": there == count - 1 and there > 0}
    spot = (LEFT + CELL * space - FLAG_W // 2, 0)
    return Part("track/flag", *spot, FLAG_W, FLAG_H, data, labels.line(view, cause), {"piece": "line", "ref": cause})


def _lane(view: View, labels: Labels, foe: Foe, y: int) -> list[Part]:
    """Counter, force, and the best chance of whoever is on turn."""
    counter = (LEFT + CELL * foe.space, y + (LANE - COUNTER) // 2)
    new = f"enemy:{foe.code}" in view.touched
    marks = {"piece": "enemy", "ref": foe.code, "space": foe.space}
    sign = {"symbol": enemy_sign(foe.code)}
    fight = next((one for one in view.fights if one.code == foe.code), None)
    sheet = view.sheets[view.seat]
    odds = None if fight is None else fight.odds(sheet.vikings + sheet.elves)
    force = {"force": foe.force, "plus": foe.force > FORCE[foe.space], "odds": odds}
    box, title = (FORCE_X, y, BLOCK - FORCE_X, LANE), labels.force(view, foe, odds)
    return [
        Part("track/counter", *counter, COUNTER, COUNTER, sign, labels.foe(view, foe), marks, touched=new, round=True),
        Part("track/force", *box, force, title, {"piece": "force", "ref": foe.code}),
    ]
