"""What the die would do for the god whose turn it is: the exact chance of every fight, by the helpers spent on it."""

from __future__ import annotations

from engine.core.board import BLOCK, Block, Part
from engine.games.yggdrasil.board.labels import HELPERS, Labels
from engine.games.yggdrasil.board.pieces import enemy_sign
from engine.games.yggdrasil.view import Fight, View

LEFT, PITCH = 160, 59
HEAD, ROW = 70, 31


def chances(view: View, labels: Labels, *, column: int) -> list[Block]:
    """One block; none where nobody can fight."""
    if not view.fights:
        return []
    high = HEAD + ROW * len(view.fights) + 6
    sheet = view.sheets[view.seat]
    stock = sheet.vikings + sheet.elves
    data = {"cells": [_cell(count, str(count), stock) for count in HELPERS]}
    head = (0, 34, BLOCK, HEAD - 36)
    parts = [
        Part("chances/ground", 0, 0, BLOCK, high, {"title": labels.fighter(view), "rolls": view.fights[0].rolls}),
        Part("chances/head", *head, data, labels.helpers(view), {"piece": "helpers"}),
    ]
    parts += [_row(view, labels, fight, HEAD + ROW * row, stock) for row, fight in enumerate(view.fights)]
    return [Block(high, tuple(parts), column, {"piece": "chances"})]


def _row(view: View, labels: Labels, fight: Fight, y: int, stock: int) -> Part:
    symbol = "symbol-giant" if fight.code == "giants" else enemy_sign(fight.code)
    cells = [_cell(count, f"{odds}%" if odds else "–", stock) for count, odds in enumerate(fight.chances(HELPERS))]
    data = {"symbol": symbol, "name": labels.opponent(fight.code), "cells": cells}
    marks = {"piece": "chance", "ref": fight.code}
    return Part("chances/row", 4, y, BLOCK - 8, ROW, data, labels.odds(view, fight), marks)


def _cell(count: int, text: str, stock: int) -> dict[str, object]:
    """One chance; `on` where the god has so many helpers."""
    return {"x": LEFT + PITCH * count + PITCH // 2, "text": text, "on": count <= stock, "sure": text == "100%"}
