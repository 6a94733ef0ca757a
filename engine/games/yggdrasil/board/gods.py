"""A sheet for each god: who plays it, its power, its Vikings, Elves and Artifacts."""

from __future__ import annotations

import textwrap

from engine.core.board import BLOCK, Block, Part
from engine.core.moves import Seat
from engine.games.yggdrasil.board.labels import Labels, powers_off
from engine.games.yggdrasil.board.pieces import enemy_sign, god_sign, mark
from engine.games.yggdrasil.data import ENEMIES
from engine.games.yggdrasil.view import View
from engine.games.yggdrasil.words import effects

HEAD, LINE, GOODS_H = 46, 24, 44
LETTERS = {"en": 49, "ru": 46}  # of a power in one line: Cyrillic ones are wider
ARTIFACT_X, ARTIFACT_PITCH = 186, 63


def sheet(view: View, labels: Labels, seat: Seat, *, column: int) -> Block:
    """The whole sheet of a seat."""
    own = view.sheets[seat]
    text = effects.power(own.code, labels.language) if own.code else labels.power(view, own)
    power = textwrap.wrap(text, LETTERS.get(labels.language, 46))
    high = HEAD + LINE * len(power) + GOODS_H + 12
    on_turn = bool(view.fights) and seat == view.seat
    data = {
        "symbol": mark(seat), "name": _name(view, labels, seat), "own": seat == view.viewer, "waiting": on_turn,
        "rune": god_sign(own.code) if own.code else "", "god": labels.said.god(own.code) if own.code else "",
        "lines": [{"text": text, "y": HEAD + 18 + LINE * at} for at, text in enumerate(power)],
        "off": powers_off(view) and bool(own.code), "actions": view.actions if on_turn else None,
    }  # fmt: skip
    frame = Part("god/sheet", 0, 0, BLOCK, high, data, labels.sheet(view, seat), {"piece": "god", "seat": seat})
    return Block(high, (frame, _goods(view, labels, seat, high - GOODS_H - 5)), column, {"piece": "seat", "seat": seat})


def _name(view: View, labels: Labels, seat: Seat) -> str:
    """Who plays the god; nothing where one who plays several goes by it."""
    name, god = labels.name(seat), labels.said.god(view.sheets[seat].code) if view.sheets[seat].code else ""
    return "" if name == god else name


def _goods(view: View, labels: Labels, seat: Seat, y: int) -> Part:
    """Vikings, Elves, and each Artifact by the rune of its Enemy and its level."""
    own = view.sheets[seat]
    held = [(code, level) for code, level in zip(ENEMIES, own.artifacts, strict=True) if level]
    artifacts = [
        {"symbol": enemy_sign(code), "text": f"+{level}", "x": ARTIFACT_X + ARTIFACT_PITCH * at}
        for at, (code, level) in enumerate(held)
    ]
    data = {"vikings": own.vikings, "elves": own.elves, "artifacts": artifacts}
    marks = {"piece": "goods", "seat": seat}
    new = f"god:{seat}" in view.touched
    box = (4, y, BLOCK - 8, GOODS_H)
    return Part("god/goods", *box, data, labels.goods(view, seat), marks, touched=new)
