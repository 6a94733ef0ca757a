"""The cards of the viewer: the pack in the draft, the hand, the quests committed; of others, sheets show the number."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

from engine.core.board import BLOCK, Block, Part
from engine.games.blood_rage.board.labels import Labels
from engine.games.blood_rage.board.pieces import card_face
from engine.games.blood_rage.view import UNKNOWN, View

LETTERS = {"en": 54, "ru": 50}  # of an effect in one line: Cyrillic ones are wider
HEAD, CHIP_H, CHIP_PITCH, CHIP_W = 32, 40, 44, 284
ROW_H, LINE = 54, 23  # of a card in full: name and one line; every further line
GAP = 10  # between blocks


def cards(view: View, labels: Labels, room: int, *, column: int) -> list[Block]:
    """A block for each pile that is not empty, in `room` units all together: in full if they fit, else in short."""
    if view.viewer is None:
        return []
    clan = view.clans[view.viewer]
    piles = [("pack", labels.pack, view.pack), ("hand", labels.hand, clan.hand), ("quests", labels.quests, clan.quests)]
    shown = [(ref, title, codes) for ref, title, codes in piles if codes and UNKNOWN not in codes]
    found = list[Block]()
    for number, (ref, title, codes) in enumerate(shown):
        rest = sum(HEAD + _short(later) + GAP for _, _, later in shown[number + 1 :])
        full = number == 0 and HEAD + _full(labels, codes) + GAP + rest <= room
        found.append(_pile(labels, ref, title, codes, column=column, full=full))
    return found


def effect_lines(labels: Labels, code: str) -> list[str]:
    """What a card does, in at most two lines."""
    return textwrap.wrap(labels.effect(code), LETTERS.get(labels.language, 50), break_on_hyphens=False)


def _full(labels: Labels, codes: Sequence[str]) -> int:
    return sum(_row_height(labels, code) + 4 for code in codes)


def _short(codes: Sequence[str]) -> int:
    return CHIP_PITCH * ((len(codes) + 1) // 2)


def _row_height(labels: Labels, code: str) -> int:
    return ROW_H + LINE * (len(effect_lines(labels, code)) - 1)


def _pile(labels: Labels, ref: str, title: str, codes: Sequence[str], *, column: int, full: bool) -> Block:
    parts = [Part("cards/head", 0, 0, BLOCK, HEAD, {"title": title, "count": len(codes)})]
    y = HEAD
    for number, code in enumerate(codes):
        marks = {"piece": "card", "ref": code, "pile": ref}
        face = {**card_face(code), "name": labels.card(code)}
        if full:
            high = _row_height(labels, code)
            lines = [{"text": text, "y": 46 + LINE * at} for at, text in enumerate(effect_lines(labels, code))]
            parts.append(
                Part(
                    "cards/row",
                    0,
                    y,
                    BLOCK,
                    high,
                    {**face, "lines": lines, "frame": high - 1.5},
                    labels.explained(code),
                    marks,
                )
            )
            y += high + 4
        else:
            spot = ((BLOCK - CHIP_W) * (number % 2), HEAD + CHIP_PITCH * (number // 2))
            parts.append(Part("cards/chip", *spot, CHIP_W, CHIP_H, face, labels.explained(code), marks))
    high = y if full else HEAD + _short(codes)
    return Block(high, tuple(parts), column, {"piece": ref})
