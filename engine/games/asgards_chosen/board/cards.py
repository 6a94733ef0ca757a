"""The viewer's hand, and the starting items to choose from, each with what it does; of others panels show how many."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from engine.core.board import BLOCK, Block, Part, Spread, own_first, shortened, spread_out
from engine.games.asgards_chosen.board.labels import Labels
from engine.games.asgards_chosen.board.pieces import design, face
from engine.games.asgards_chosen.view import UNKNOWN, View

LETTERS = {"en": 58, "ru": 52}  # of what a card does in one line: more, and one of them would not fit
HEAD, CHIP_W, CHIP_H, CHIP_Y = 32, 286, 40, 44
TAG_W, TAG_H, TAG_X, TAG_Y = 189, 34, 193.5, 38
NAME_H, LINE, LOW, BETWEEN = 31, 23, 8, 4  # of a row: its name, a line, the edge below; between two rows
Gods = Literal["whole", "briefly", "beside"]  # all that they do, only when they do it, or two beside each other by name
# How many lines of what a card does, and how much of gods; past these all lie by name beside each other, two or three.
MODES: tuple[tuple[int, Gods], ...] = ((6, "whole"), (6, "briefly"), (6, "beside"), (3, "beside"), (2, "beside"))


def cards(view: View, labels: Labels, room: int) -> list[Block]:
    """A block for each pile that the viewer may see, in `room` units all together."""
    seats = own_first(
        len(view.players), view.viewer
    )  # hands of others are known at the end, and a small one that was looked at
    hands = (Spread("hand", labels.hand(view, seat), view.players[seat].hand) for seat in seats)
    piles = [Spread("pool", labels.label("pool"), view.pool), *hands]
    piles = [pile for pile in piles if pile.codes and UNKNOWN not in pile.codes]
    return spread_out(piles, room, least=_least, block=lambda pile, left: _fullest(labels, pile, left))


def _least(pile: Spread) -> int:
    """Its height at the shortest."""
    return HEAD + TAG_Y * -(-len(pile.codes) // 3)


def _fullest(labels: Labels, pile: Spread, room: int) -> Block:
    whole = (_rows(labels, pile, most, gods) for most, gods in MODES)
    return next((one for one in whole if one.h <= room), None) or _beside(labels, pile, room)


def lines_of(labels: Labels, code: str, most: int = 9, *, briefly: bool = False) -> list[str]:
    """What a card does; what goes past `most` lines is left to its name."""
    return shortened(labels.does(code, briefly=briefly), LETTERS.get(labels.language, 50), most)


def _head(pile: Spread) -> Part:
    return Part("card/head", 0, 0, BLOCK, HEAD, {"title": pile.title, "count": len(pile.codes)})


def _rows(labels: Labels, pile: Spread, most: int, gods: Gods) -> Block:
    """One below the other."""
    parts, y = [_head(pile)], HEAD
    rows = [code for code in pile.codes if gods != "beside" or design(code).sort != "god"]
    for code in rows:
        lines = lines_of(labels, code, most, briefly=gods == "briefly")
        more, high = row(labels, code, y, {"piece": "card", "ref": code, "pile": pile.ref}, lines)
        parts += more
        y += high + BETWEEN
    chips = [code for code in pile.codes if code not in rows]
    parts += _grid(labels, pile, chips, y, two=True)
    return Block(y + CHIP_Y * -(-len(chips) // 2) - BETWEEN, tuple(parts), marks={"piece": pile.ref})


def row(labels: Labels, code: str, y: int, marks: dict[str, str], lines: Sequence[str]) -> tuple[list[Part], int]:
    """A card with what it does, and its height. Ground, name and lines are parts of their own: they change apart."""
    look = face(code)
    high = NAME_H + LINE * len(lines) + LOW
    ground = {"tint": look["tint"], "symbol": look["symbol"], "frame": high - 1.5}
    name = {"name": labels.card(code), "number": look["number"]}
    parts = [
        Part("card/row", 0, y, BLOCK, high, ground, labels.explained(code), marks),
        Part("card/name", 0, y, BLOCK, NAME_H, name),
    ]
    for number, text in enumerate(lines):
        parts.append(Part("card/line", 46, y + NAME_H + LINE * number, BLOCK - 50, LINE, {"text": text}))
    return parts, high


def _beside(labels: Labels, pile: Spread, room: int) -> Block:
    """Two beside each other by name and number; three by name alone, where that is too high."""
    two = HEAD + CHIP_Y * -(-len(pile.codes) // 2) <= room
    high = CHIP_Y * -(-len(pile.codes) // 2) if two else TAG_Y * -(-len(pile.codes) // 3)
    parts = [_head(pile), *_grid(labels, pile, pile.codes, HEAD, two=two)]
    return Block(HEAD + high, tuple(parts), marks={"piece": pile.ref})


def _grid(labels: Labels, pile: Spread, codes: Sequence[str], y: int, *, two: bool) -> list[Part]:
    """Cards without what they do."""
    across, w, h, right, down = (2, CHIP_W, CHIP_H, BLOCK - CHIP_W, CHIP_Y) if two else (3, TAG_W, TAG_H, TAG_X, TAG_Y)
    parts = []
    for number, code in enumerate(codes):
        box = (round(right * (number % across)), y + down * (number // across), w, h)
        data = {**face(code), "name": labels.card(code)}
        marks = {"piece": "card", "ref": code, "pile": pile.ref}
        parts.append(Part("card/chip" if two else "card/tag", *box, data, labels.explained(code), marks))
    return parts
