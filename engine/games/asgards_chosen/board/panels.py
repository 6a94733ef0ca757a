"""A panel for each player: appeased gods, markers, piles, heroes, and what was played in this round."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engine.core.board import BLOCK, MARKS, Block, Part
from engine.core.moves import Seat
from engine.games.asgards_chosen.board.labels import Labels, gods_of
from engine.games.asgards_chosen.board.pieces import face, hero, rune
from engine.games.asgards_chosen.view import View

HEAD, ROW, HIGH, GAP = 42, 36, 32, 4  # of the name, from row to row, of what stands in one, between two things
NAME, SCORE = (8, 6, 380, 32), (392, 6, 176, 32)  # left, top, width, height
GOD_W, LONG_W, HERO_W = 107, 116, 108  # of a god, of one with a long name, of a hero
LONG = 8  # letters; past them a name is long
SHOWN_W, SIGN_W, LETTER = 164, 40, 10.5  # of a card of the round, at least: its sign and edges, a letter of its name
# What is counted, its left edge and its width: with words, and without, where many play.
COUNTS = (("hand", 8, 112), ("markers", 124, 146), ("draws", 274, 140), ("discards", 418, 150))
SHORT = (("hand", 8, 80), ("markers", 92, 80), ("draws", 176, 80), ("discards", 260, 80))
LEAST = 80  # width of a number that stands without words


def panel(view: View, labels: Labels, seat: Seat, *, gods: bool) -> Block:
    """The whole panel of a seat; `gods`: whether what belongs to its colour is shown here."""
    if gods and len(view.players) > 2 and seat != view.viewer:
        y, parts = _short(view, labels, seat)
    else:
        y, parts = _long(view, labels, seat, gods=gods)
    if found := _withheld(view, labels, seat, y):
        parts.append(found)
        y += ROW
    own, y = seat == view.viewer, y + 4
    waiting = view.stage not in ("over", "renewal", "battle") and seat == view.seat
    ground = Part("panel/ground", 0, 0, BLOCK, y, {"own": own, "waiting": waiting}, labels.seat_title(view, seat))
    parts = [ground, *_head(view, labels, seat, waiting=waiting, gods=gods), *parts]
    return Block(y, tuple(parts), marks={"piece": "seat", "seat": seat})


def _long(view: View, labels: Labels, seat: Seat, *, gods: bool) -> tuple[int, list[Part]]:
    """A row for each kind of thing, and where the next one begins."""
    y, parts = HEAD, list[Part]()
    if gods:
        parts = _flow(_gods(view, labels, seat), y)
        y = parts[-1].y + ROW if parts else y
    parts += _counts(view, labels, seat, y, COUNTS if gods else COUNTS[:1])
    y += ROW
    row = _flow([*(_heroes(view, labels, seat) if gods else ()), *_shown(view, labels, seat)], y)
    return (row[-1].y + ROW if row else y), parts + row


def _short(view: View, labels: Labels, seat: Seat) -> tuple[int, list[Part]]:
    """Of the others, where many play: numbers without words beside the heroes, then cards of the round and gods."""
    parts = _counts(view, labels, seat, HEAD, SHORT)
    heroes = _flow(_heroes(view, labels, seat), HEAD, SHORT[-1][1] + SHORT[-1][2] + GAP)
    row = _flow([*_shown(view, labels, seat), *_gods(view, labels, seat)], HEAD + ROW)
    return (row[-1].y if row else HEAD) + ROW, [*parts, *heroes, *row]


def _flow(parts: Sequence[Part], y: int, left: int = 8) -> list[Part]:
    """From left to right, in as many rows as it takes."""
    found, x = list[Part](), left
    for part in parts:
        if x + part.w > BLOCK - 8:
            x, y = left, y + ROW
        found.append(replace(part, x=x, y=y))
        x += part.w + GAP
    return found


def _head(view: View, labels: Labels, seat: Seat, *, waiting: bool, gods: bool) -> list[Part]:
    count = view.scores[seat]
    name = {"mark": MARKS[seat].lower(), "name": labels.name(seat)}
    counts = {
        "waiting": waiting, "first": seat == view.first, "leads": bool(count) and count == max(view.scores),
        "gods": f"{count}/{view.wanted}" if gods else "",
    }  # fmt: skip
    return [Part("panel/name", *NAME, name), Part("panel/score", *SCORE, counts)]


def _gods(view: View, labels: Labels, seat: Seat) -> list[Part]:
    """All ten gods of the viewer's colour, appeased ones filled; of other colours only these."""
    parts = list[Part]()
    own = view.viewer is not None and view.players[view.viewer].side == view.players[seat].side
    for god, appeased in gods_of(view, seat):
        if own or appeased:
            name = labels.card(god)
            data = {"symbol": rune(god), "name": name, "on": appeased}
            marks = {"piece": "god", "ref": god, "seat": seat}
            title = labels.god(god, appeased=appeased, own=own)
            wide = LONG_W if len(name) > LONG else GOD_W
            parts.append(Part("panel/god", 0, 0, wide, HIGH, data, title, marks))
    return parts


def _counts(view: View, labels: Labels, seat: Seat, y: int, boxes: Sequence[tuple[str, int, int]]) -> list[Part]:
    """Cards in hand; markers on the map, draw pile, discard pile."""
    one, side = view.players[seat], view.sides[view.players[seat].side]
    found = {
        "hand": ("symbol-hand", len(one.hand), labels.counted("hand", len(one.hand))),
        "markers": ("ac-marker", side.markers, labels.counted("markers", side.markers)),
        "draws": ("symbol-deck", len(side.draws), labels.counted("draws", len(side.draws))),
        "discards": ("ac-discard", len(side.discards), labels.pile("discards", side.discards)),
    }
    parts = []
    for ref, x, w in boxes:
        symbol, count, title = found[ref]
        data = {"symbol": symbol, "text": count, "name": labels.short(ref) if w > LEAST else ""}
        parts.append(Part("hall/count", x, y, w, HIGH, data, title, {"piece": "count", "ref": ref, "seat": seat}))
    return parts


def _heroes(view: View, labels: Labels, seat: Seat) -> list[Part]:
    """The two heroes of the colour with where they are."""
    side, parts = view.players[seat].side, list[Part]()
    for who in (one for one in view.sides[side].heroes if one.at):
        piece = hero(side, labels.letter(who.name), 26, 3, down=who.down)
        data = {"each": [piece], "text": who.at, "moved": who.moved}
        marks = {"piece": "hero", "ref": who.name, "seat": seat}
        parts.append(Part("panel/hero", 0, 0, HERO_W, HIGH, data, labels.hero(who, side), marks))
    return parts


def _shown(view: View, labels: Labels, seat: Seat) -> list[Part]:
    """The god and the charm of the round."""
    one, parts = view.players[seat], list[Part]()
    for code in one.shown[:2]:
        spent = code in one.spent
        name = labels.card(code)
        data = {**face(code), "name": name, "spent": spent}
        marks = {"piece": "shown", "ref": code, "seat": seat}
        wide = max(SHOWN_W, SIGN_W + round(LETTER * len(name)))
        parts.append(Part("panel/shown", 0, 0, wide, HIGH, data, labels.shown(code, spent=spent), marks))
    return parts


def _withheld(view: View, labels: Labels, seat: Seat, y: int) -> Part | None:
    """Cards that come back at the end of the battle or of the phase."""
    one = view.players[seat]
    if not (codes := (*one.kept, *one.held)):
        return None
    text = f"{labels.label('withheld')}: {labels.words.cards(codes)}"
    return Part("panel/line", 8, y, BLOCK - 16, HIGH, {"text": text}, text, {"piece": "withheld", "seat": seat})
