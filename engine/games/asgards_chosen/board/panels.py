"""A panel for each player: appeased gods, markers, piles, heroes, and what was played in this round."""

from __future__ import annotations

from typing import Any

from engine.core.board import BLOCK, MARKS, Block, Part
from engine.core.moves import Seat
from engine.games.asgards_chosen.board.labels import Labels, gods_of, wanted
from engine.games.asgards_chosen.board.pieces import face, hero, rune
from engine.games.asgards_chosen.view import View

HEAD, ROW = 42, 38
NAME, SCORE = (8, 6, 380, 32), (392, 6, 176, 32)  # left, top, width, height
GOD_W, GOD_H, GOD_X, GOD_Y, GODS = 108, 32, 112, 36, 5
COUNT_H = 32
COUNTS = {"hand": (8, 104), "markers": (116, 148), "draws": (268, 142), "discards": (414, 154)}  # left, width
HERO_W, SHOWN_W = 108, 164


def panel(view: View, labels: Labels, seat: Seat, *, gods: bool) -> Block:
    """The whole panel of a seat; `gods`: whether what belongs to its colour is shown here."""
    y, parts = HEAD, list[Part]()
    if gods:
        shown = _gods(view, labels, seat, y)
        parts += shown
        y += GOD_Y * -(-len(shown) // GODS)
    parts += _counts(view, labels, seat, y, gods=gods)
    y += ROW
    for row in (_round, _withheld):
        found = row(view, labels, seat, y, gods=gods)
        parts += found
        y += ROW if found else 0
    own, y = seat == view.viewer, y + 4
    waiting = view.stage not in ("over", "renewal", "battle") and seat == view.seat
    ground = Part("panel/ground", 0, 0, BLOCK, y, {"own": own, "waiting": waiting}, labels.seat_title(view, seat))
    parts = [ground, *_head(view, labels, seat, waiting=waiting, gods=gods), *parts]
    return Block(y, tuple(parts), marks={"piece": "seat", "seat": seat})


def _head(view: View, labels: Labels, seat: Seat, *, waiting: bool, gods: bool) -> list[Part]:
    count = view.scores[seat]
    name = {"mark": MARKS[seat].lower(), "name": labels.name(seat)}
    counts = {
        "waiting": waiting, "first": seat == view.first, "leads": bool(count) and count == max(view.scores),
        "gods": f"{count}/{wanted(view)}" if gods else "",
    }  # fmt: skip
    return [Part("panel/name", *NAME, name), Part("panel/score", *SCORE, counts)]


def _gods(view: View, labels: Labels, seat: Seat, y: int) -> list[Part]:
    """All ten gods of the viewer's colour, appeased ones filled; of other colours only these."""
    parts = list[Part]()
    own = view.viewer is not None and view.players[view.viewer].side == view.players[seat].side
    for god, appeased in gods_of(view, seat):
        if not (own or appeased):
            continue
        number = len(parts)
        box = (8 + GOD_X * (number % GODS), y + GOD_Y * (number // GODS), GOD_W, GOD_H)
        data = {"symbol": rune(god), "name": labels.card(god), "on": appeased}
        marks = {"piece": "god", "ref": god, "seat": seat}
        parts.append(Part("panel/god", *box, data, labels.god(god, appeased=appeased, own=own), marks))
    return parts


def _counts(view: View, labels: Labels, seat: Seat, y: int, *, gods: bool) -> list[Part]:
    """Cards in hand; markers on the map, draw pile, discard pile."""
    one, side = view.players[seat], view.sides[view.players[seat].side]
    found = [("hand", "symbol-hand", len(one.hand), labels.counted("hand", len(one.hand)))]
    if gods:
        found += [
            ("markers", "ac-marker", side.markers, labels.counted("markers", side.markers)),
            ("draws", "symbol-deck", len(side.draws), labels.counted("draws", len(side.draws))),
            ("discards", "ac-discard", len(side.discards), labels.pile("discards", side.discards)),
        ]
    parts = []
    for ref, symbol, count, title in found:
        data = {"symbol": symbol, "text": count, "name": labels.short(ref)}
        marks = {"piece": "count", "ref": ref, "seat": seat}
        x, w = COUNTS[ref]
        parts.append(Part("hall/count", x, y, w, COUNT_H, data, title, marks))
    return parts


def _round(view: View, labels: Labels, seat: Seat, y: int, *, gods: bool) -> list[Part]:
    """The two heroes of the colour with where they are, then the god and the charm of the round."""
    one, parts, x = view.players[seat], list[Part](), 8
    for who in view.sides[one.side].heroes:
        if not (who.at and gods):
            continue
        data: dict[str, Any] = {
            "each": [hero(one.side, labels.letter(who.name), 26, 3, down=who.down)], "text": who.at,
            "moved": who.moved,
        }  # fmt: skip
        marks = {"piece": "hero", "ref": who.name, "seat": seat}
        parts.append(Part("panel/hero", x, y, HERO_W, COUNT_H, data, labels.hero(who, one.side), marks))
        x += HERO_W + 4
    for code in one.shown[:2]:
        spent = code in one.spent
        data = {**face(code), "name": labels.card(code), "spent": spent}
        marks = {"piece": "shown", "ref": code, "seat": seat}
        parts.append(Part("panel/shown", x, y, SHOWN_W, COUNT_H, data, labels.shown(code, spent=spent), marks))
        x += SHOWN_W + 4
    return parts


def _withheld(view: View, labels: Labels, seat: Seat, y: int, **_: bool) -> list[Part]:
    """Cards that come back at the end of the battle or of the phase."""
    one = view.players[seat]
    codes = (*one.kept, *one.held)
    if not codes:
        return []
    text = f"{labels.label('withheld')}: {labels.words.cards(codes)}"
    return [Part("panel/line", 8, y, BLOCK - 16, COUNT_H, {"text": text}, text, {"piece": "withheld", "seat": seat})]
