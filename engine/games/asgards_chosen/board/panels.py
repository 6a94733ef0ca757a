"""A panel for each player: appeased gods, markers, piles, heroes, and what was played in this round."""

from __future__ import annotations

from typing import Any

from engine.core.board import BLOCK, MARKS, Block, Part
from engine.core.moves import Seat
from engine.games.asgards_chosen.board.labels import Labels, gods_of, wanted
from engine.games.asgards_chosen.board.pieces import face, hero, rune
from engine.games.asgards_chosen.view import View

HEAD, ROW = 42, 38
NAME = (8, 6, 380, 32)
GOD_W, GOD_H, GOD_X, GOD_Y, GODS = 108, 32, 112, 36, 5
COUNT_W, COUNT_H, COUNT_X = 108, 32, 112
HERO_W, SHOWN_W = 108, 164


def panel(view: View, labels: Labels, seat: Seat, *, gods: bool, column: int) -> Block:
    """The whole panel of a seat; `gods`: whether what belongs to its colour is shown here."""
    y, parts = HEAD, list[Part]()
    if gods:
        parts += _gods(view, labels, seat, y)
        y += 2 * GOD_Y + 2
    parts += _counts(view, labels, seat, y, gods=gods)
    y += ROW
    parts += _heroes(view, labels, seat, y)
    y += ROW + 4
    own = seat == view.viewer
    waiting = view.stage not in ("over", "renewal", "battle") and seat == view.seat
    ground = Part("panel/ground", 0, 0, BLOCK, y, {"own": own, "waiting": waiting}, labels.seat_title(view, seat))
    parts = [ground, *_head(view, labels, seat, waiting=waiting), *parts]
    return Block(y, tuple(parts), column, {"piece": "seat", "seat": seat})


def _head(view: View, labels: Labels, seat: Seat, *, waiting: bool) -> list[Part]:
    count = view.scores[seat]
    name = {"mark": MARKS[seat].lower(), "name": labels.name(seat)}
    counts = {
        "waiting": waiting, "first": seat == view.first, "leads": bool(count) and count == max(view.scores),
        "gods": f"{count}/{wanted(view)}",
    }  # fmt: skip
    return [Part("panel/name", *NAME, name), Part("panel/score", 392, 6, 176, 32, counts)]


def _gods(view: View, labels: Labels, seat: Seat, y: int) -> list[Part]:
    """The ten gods; appeased ones are filled."""
    parts = []
    for number, (god, appeased) in enumerate(gods_of(view, seat)):
        box = (8 + GOD_X * (number % GODS), y + GOD_Y * (number // GODS), GOD_W, GOD_H)
        data = {"symbol": rune(god), "name": labels.card(god), "on": appeased}
        marks = {"piece": "god", "ref": god, "seat": seat}
        parts.append(Part("panel/god", *box, data, labels.god(god, appeased=appeased), marks))
    return parts


def _counts(view: View, labels: Labels, seat: Seat, y: int, *, gods: bool) -> list[Part]:
    """Markers on the map, cards in hand, draw pile, discard pile, and what is withheld."""
    one, side = view.players[seat], view.sides[view.players[seat].side]
    found = [("hand", "symbol-hand", len(one.hand), f"{labels.label('hand')}: {len(one.hand)}")]
    if gods:
        found.append(("markers", "ac-marker", side.markers, f"{labels.label('markers')}: {side.markers}"))
        found.append(("draws", "symbol-deck", len(side.draws), f"{labels.label('draws')}: {len(side.draws)}"))
        found.append(("discards", "ac-discard", len(side.discards), labels.pile("discards", side.discards)))
    if withheld := (*one.held, *one.kept):
        found.append(("withheld", "ac-away", len(withheld), labels.pile("withheld", withheld)))
    parts = []
    for number, (ref, symbol, count, title) in enumerate(found):
        data = {"symbol": symbol, "text": count}
        marks = {"piece": "count", "ref": ref, "seat": seat}
        parts.append(Part("hall/count", 8 + COUNT_X * number, y, COUNT_W, COUNT_H, data, title, marks))
    return parts


def _heroes(view: View, labels: Labels, seat: Seat, y: int) -> list[Part]:
    """The two heroes with where they are, then the god and the charm of the round."""
    one, parts, x = view.players[seat], list[Part](), 8
    for who in view.sides[one.side].heroes:
        data: dict[str, Any] = {
            "each": [hero(one.side, labels.letter(who.name), 26, 3, down=who.down)], "text": who.at or "–",
            "moved": who.moved,
        }  # fmt: skip
        marks = {"piece": "hero", "ref": who.name, "seat": seat}
        parts.append(Part("panel/hero", x, y, HERO_W, COUNT_H, data, labels.hero(who, one.side), marks))
        x += COUNT_X
    for code in one.shown[:2]:
        spent = code in one.spent
        data = {**face(code), "name": labels.card(code), "spent": spent}
        marks = {"piece": "shown", "ref": code, "seat": seat}
        parts.append(Part("panel/shown", x, y, SHOWN_W, COUNT_H, data, labels.shown(code, spent=spent), marks))
        x += SHOWN_W + 4
    return parts
