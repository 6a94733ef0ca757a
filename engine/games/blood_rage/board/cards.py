"""The cards of the viewer: the pack in the draft, the hand, the quests committed; of others, sheets show the number."""

from __future__ import annotations

from typing import Any

from engine.core.board import BLOCK, GAP, Block, Part, Spread, shortened, spread_out
from engine.games.blood_rage.board.labels import Labels
from engine.games.blood_rage.board.pieces import card_face
from engine.games.blood_rage.view import UNKNOWN, View

LETTERS = {"en": 58, "ru": 52}  # of an effect in one line: more, and one of them would not fit; Cyrillic ones are wider
HEAD, CHIP_H, CHIP_PITCH, CHIP_W = 32, 40, 44, 284
NAME_H, LINE_H, LINE, LOW, GAP_OF_ROWS = 29, 31, 23, 9, 4  # of a row: name's box, name, line of effect, edge; between
TAG_W, TAG_H, TAG_X, TAG_Y, TAG_ROWS, TAGS = 186, 32, 194, 36, 4, 3  # of the discard; so many in a row
LEAST_DISCARD = HEAD + TAG_Y + GAP
Box = tuple[int, int, int, int]  # left, top, width, height
MODES = (2, 1, 0)  # lines of the effect; past them two cards lie beside each other


def cards(view: View, labels: Labels, room: int, *, column: int) -> list[Block]:
    """A block for each pile that is not empty, in `room` units all together."""
    if view.viewer is None:
        return []
    clan = view.clans[view.viewer]
    all_piles = (
        Spread("pack", labels.pack, view.pack), Spread("hand", labels.hand, clan.hand),
        Spread("quests", labels.quests, clan.quests),
    )  # fmt: skip
    piles = [pile for pile in all_piles if pile.codes and UNKNOWN not in pile.codes]
    return spread_out(piles, room, least=_least, block=lambda pile, left: _fullest(labels, pile, left - GAP, column))


def _least(pile: Spread) -> int:
    """Its height at the shortest."""
    return HEAD + CHIP_PITCH * ((len(pile.codes) + 1) // 2)


def _fullest(labels: Labels, pile: Spread, room: int, column: int) -> Block:
    whole = (_rows(labels, pile, most, column) for most in MODES)
    return next((one for one in whole if one.h <= room), None) or _chips(labels, pile, column)


def discard(view: View, labels: Labels, room: int, *, column: int) -> list[Block]:
    """What was discarded openly, the latest first: one line, or up to four where `room` has them."""
    if not view.discards:
        return []
    rows = max(1, min(TAG_ROWS, (room - HEAD - GAP) // TAG_Y))
    shown = view.discards[::-1][: TAGS * rows]
    parts = [Part("cards/head", 0, 0, BLOCK, HEAD, {"title": labels.discard, "count": len(view.discards)})]
    for number, code in enumerate(shown):
        box = (TAG_X * (number % TAGS), HEAD + TAG_Y * (number // TAGS), TAG_W, TAG_H)
        marks = {"piece": "discard", "ref": code}
        parts.append(
            Part("cards/tag", *box, {**card_face(code), "name": labels.card(code)}, labels.explained(code), marks)
        )
    return [Block(HEAD + TAG_Y * -(-len(shown) // TAGS), tuple(parts), column, {"piece": "discards"})]


def effect_lines(labels: Labels, code: str, most: int = 9) -> list[str]:
    """What a card does; what goes past `most` lines is left to its name."""
    return shortened(labels.effect(code), LETTERS.get(labels.language, 50), most)


def _head(pile: Spread) -> Part:
    return Part("cards/head", 0, 0, BLOCK, HEAD, {"title": pile.title, "count": len(pile.codes)})


def _card(labels: Labels, pile: Spread, code: str, look: str, box: Box, data: dict[str, Any]) -> Part:
    return Part(look, *box, data, labels.explained(code), {"piece": "card", "ref": code, "pile": pile.ref})


def _rows(labels: Labels, pile: Spread, most: int, column: int) -> Block:
    """One below the other, with at most so many lines of the effect.

    Ground, name and each line are parts of their own: they are the same however many lines a card has room for.
    """
    parts, y = [_head(pile)], HEAD
    for code in pile.codes:
        lines, face = effect_lines(labels, code, most), {**card_face(code), "name": labels.card(code)}
        high = LINE_H + LINE * len(lines) + (LOW - 7 if lines else LOW - 4)
        ground = {"frame": high - 1.5, "tint": face["tint"], "symbol": face["symbol"], "size": 32 if lines else 25}
        parts.append(_card(labels, pile, code, "cards/row", (0, y, BLOCK, high), ground))
        parts.append(Part("cards/name", 0, y, BLOCK, NAME_H, face))
        for number, text in enumerate(lines):
            parts.append(Part("cards/line", 50, y + NAME_H + LINE * number, 522, LINE, {"text": text}))
        y += high + GAP_OF_ROWS
    return Block(y, tuple(parts), column, {"piece": pile.ref})


def _chips(labels: Labels, pile: Spread, column: int) -> Block:
    """Two beside each other, without the effect."""
    parts = [_head(pile)]
    for number, code in enumerate(pile.codes):
        box = ((BLOCK - CHIP_W) * (number % 2), HEAD + CHIP_PITCH * (number // 2), CHIP_W, CHIP_H)
        parts.append(_card(labels, pile, code, "cards/chip", box, {**card_face(code), "name": labels.card(code)}))
    return Block(_least(pile), tuple(parts), column, {"piece": pile.ref})
