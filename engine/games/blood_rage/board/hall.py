"""Beside the land: the three Ages with what falls in them, and Valhalla with the dead of every clan."""

from __future__ import annotations

from engine.core.board import BLOCK, Block, Part
from engine.games.blood_rage.board.labels import Labels
from engine.games.blood_rage.board.pieces import figures, mark
from engine.games.blood_rage.data import DOOM_GLORY
from engine.games.blood_rage.view import View

CELL_W, CELL_PITCH, AGES_H = 186, 195, 76
HALF, ROW, ROOF = 288, 40, 42
SIZE = 31


def ages(view: View, labels: Labels, *, column: int) -> Block:
    """A cell for each Age: the province that falls, and the Glory for dying there."""
    found = []
    for age, code in enumerate(view.doom):
        now = age + 1 == view.round and view.stage != "over"
        data = {
            "age": age + 1, "place": labels.place(code), "glory": f"+{DOOM_GLORY[age]}", "now": now,
            "past": age + 1 < view.round or view.stage == "over",
        }  # fmt: skip
        marks = {"piece": "age", "ref": age + 1}
        found.append(Part("hall/age", CELL_PITCH * age, 0, CELL_W, AGES_H, data, labels.doom_cell(view, age), marks))
    return Block(AGES_H, tuple(found), column, {"piece": "ages"})


def valhalla(view: View, labels: Labels, *, column: int) -> Block:
    """The hall, and in it a place for each clan."""
    seats = len(view.clans)
    high = ROOF + ROW * ((seats + 1) // 2) + 8
    parts = [Part("hall/valhalla", 0, 0, BLOCK, high, {"title": labels.valhalla, "floor": high - 2})]
    for seat, clan in enumerate(view.clans):
        x, y = HALF * (seat % 2) + 14, ROOF + ROW * (seat // 2)
        title = f"{labels.valhalla} · {labels.name(seat)}: {labels.figures(clan.valhalla)}"
        data = {"symbol": mark(seat), "empty": not clan.valhalla}
        marks = {"piece": "valhalla", "ref": seat + 1, "seat": seat}
        parts.append(Part("hall/dead", x, y, HALF - 22, 34, data, title, marks))
        parts += figures(labels, seat, clan.valhalla, labels.valhalla, (x + 38, y + 1), SIZE, where="valhalla")
    return Block(high, tuple(parts), column, {"piece": "valhalla"})
