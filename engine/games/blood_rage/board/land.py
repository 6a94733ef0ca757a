"""The land: eight provinces in their ring round Yggdrasil, the fjords between them, and all that stands there."""

from __future__ import annotations

from typing import Any, Final

from engine.core.board import BLOCK, Block, Part
from engine.core.moves import Seat
from engine.games.blood_rage.board.labels import FJORD_CODES, Labels
from engine.games.blood_rage.board.pieces import figure, figures, mark
from engine.games.blood_rage.data import FJORD_OF, PLACE, PLACES, REGION, VILLAGES, YGGDRASIL
from engine.games.blood_rage.rules import touched as touch
from engine.games.blood_rage.view import Province, View

SIDE, TOP, HIGH, STRAIT, GAP = 192, 250, 214, 66, 4
HEIGHT: Final = 4 * HIGH + STRAIT + 2 * GAP
_EAST, _TOP_EAST = BLOCK - SIDE, BLOCK - TOP
_ROWS = (0, HIGH + GAP, 2 * HIGH + GAP + STRAIT, 3 * HIGH + 2 * GAP + STRAIT)
_NARROW = BLOCK - 2 * TOP - 6
# Left, top, width, height; the pairs of provinces that share a fjord lie on its two shores.
BOXES: Final[dict[str, tuple[int, int, int, int]]] = {
    "ELV": (0, _ROWS[0], TOP, HIGH), "ANG": (_TOP_EAST, _ROWS[0], TOP, HIGH),
    "MUS": (_EAST, _ROWS[1], SIDE, HIGH), "HOR": (_EAST, _ROWS[2], SIDE, HIGH),
    "UTG": (_TOP_EAST, _ROWS[3], TOP, HIGH), "AND": (0, _ROWS[3], TOP, HIGH),
    "GIM": (0, _ROWS[2], SIDE, HIGH), "MYR": (0, _ROWS[1], SIDE, HIGH),
    "YGG": (SIDE + GAP, _ROWS[1], BLOCK - 2 * SIDE - 2 * GAP, 2 * HIGH + STRAIT),
    "FN": (TOP + 3, 0, _NARROW, HIGH), "FS": (TOP + 3, _ROWS[3], _NARROW, HIGH),
    "FE": (_EAST, _ROWS[1] + HIGH + 2, SIDE, STRAIT - 4), "FW": (0, _ROWS[1] + HIGH + 2, SIDE, STRAIT - 4),
}  # fmt: skip
# How deep the corners are cut, clockwise from the upper left: the outer ones make the ring round.
CUTS: Final = {
    "ELV": (64, 16, 14, 12), "ANG": (16, 64, 12, 14), "MUS": (8, 12, 26, 8), "HOR": (8, 26, 12, 8),
    "UTG": (14, 12, 64, 16), "AND": (12, 14, 16, 64), "GIM": (26, 8, 8, 12), "MYR": (12, 8, 8, 26),
    "YGG": (40, 40, 40, 40),
}  # fmt: skip
TINTS: Final = {"manheim": "tint3", "alfheim": "tint8", "jotunheim": "tint1", "": "tint4"}
RUNES: Final = {"manheim": "rune-mimir", "alfheim": "rune-bragi", "jotunheim": "rune-frey", "": "rune-jormungand"}
TOKEN, VILLAGE, PITCH, LINE = 44, 48, 56, 56
MARKED = 38  # height of the line with the token
FIRST_ROW = 94
SHIP = 30
ABREAST, BEHIND, APART = 31, 37, 46  # in a flat fjord: from ship to ship; to the first, at least and at most
IN_TREE = 31  # figures that stand in Yggdrasil


def land(view: View, labels: Labels) -> Block:
    """The sea, then every place with what is in it."""
    parts = [Part("land/sea", 0, 0, BLOCK, HEIGHT)]
    for at in view.provinces:
        parts += _fjord(view, labels, at) if at.code in FJORD_CODES else _province(view, labels, at)
    return Block(HEIGHT, tuple(parts), marks={"piece": "land"})


def _province(view: View, labels: Labels, at: Province) -> list[Part]:
    x, y, w, h = BOXES[at.code]
    place = PLACE[at.code]
    region = REGION[place]
    rooms = [] if at.destroyed or place == YGGDRASIL else _villages(w, VILLAGES[place])
    data = {
        "shape": slab(w, h, CUTS[at.code]), "name": labels.place(at.code), "tint": TINTS[region],
        "rune": RUNES[region], "destroyed": at.destroyed, "fallen": labels.destroyed, "tree": place == YGGDRASIL,
        "villages": rooms, "cx": w // 2, "room": w - 44, **_name_at(labels.place(at.code), w),
    }  # fmt: skip
    here = (view.fray is not None and view.fray.province == at.code) or (at.destroyed and at.code in view.touched)
    title = labels.province(view, at)
    found = [Part("land/province", x, y, w, h, data, title, {"piece": "province", "ref": at.code}, touched=here)]
    if at.destroyed:
        return found
    found += _tokens(view, labels, at, x, y)
    if place == YGGDRASIL:
        return found + _in_tree(view, labels, at, x, y)
    for (seat, code, new), (left, top) in zip(_standing(view, at), rooms, strict=False):
        found.append(_figure(labels, seat, code, at, (x + left, y + top), VILLAGE, new=new))
    return found


def _name_at(name: str, w: int) -> dict[str, int]:
    """Rune and name about the middle; letters are about 12 units wide, Cyrillic ones in some browsers 15."""
    wide = min((12 if name.isascii() else 15) * len(name), w - 25)
    left = max(3, (w - 26 - wide) // 2)
    return {"rune_x": left, "name_x": left + (26 if left > 3 else 22)}


def _standing(view: View, at: Province) -> list[tuple[Seat, str, bool]]:
    """(seat, code, whether it came by the last move) of each figure; of equal ones the last have come."""
    found = list[tuple[Seat, str, bool]]()
    for seat, codes in enumerate(at.figures):
        for number, code in enumerate(codes):
            came = view.touched.count(touch.figure(seat, code, at.code))
            found.append((seat, code, codes[number:].count(code) <= came))
    return found


def _figure(
    labels: Labels, seat: Seat, code: str, at: Province, spot: tuple[int, int], size: int, *, new: bool
) -> Part:
    title = labels.ringed(labels.standing(seat, code, labels.place(at.code)), touched=new)
    return figure(seat, code, spot, size, title, ref=f"{code}@{at.code}", touched=new, round=True)


def _villages(w: int, count: int) -> list[tuple[int, int]]:
    """Three in the first row, the others in the second, whose last place is kept for Ragnarök."""
    left = (w - 2 * PITCH - VILLAGE) // 2
    return [(left + PITCH * (at % 3), FIRST_ROW + LINE * (at // 3)) for at in range(count)]


def _tokens(view: View, labels: Labels, at: Province, x: int, y: int) -> list[Part]:
    """The pillage token, the strength of each clan, and the sign of Ragnarök."""
    w = BOXES[at.code][2]
    left = (w - 2 * PITCH - VILLAGE) // 2
    reward = labels.token(at)
    new = at.code in view.touched
    title = labels.ringed(f"{labels.place(at.code)} · {reward}", touched=new)
    data: dict[str, Any] = {"token": at.token, "pillaged": at.pillaged}
    box, marks = (x + left, y + MARKED, TOKEN, TOKEN), {"piece": "token", "ref": at.code}
    found = [Part("land/token", *box, data, title, marks, touched=new, round=True)]
    strong = [(seat, count) for seat, count in enumerate(at.strength) if count]
    if strong:
        each = [{"symbol": mark(seat), "text": count, "x": 50 * (i % 2), "y": 24 * (i // 2)}
                for i, (seat, count) in enumerate(strong)]  # fmt: skip
        title = f"{labels.place(at.code)} · {labels.strength(at)}"
        found.append(Part("land/strength", x + left + PITCH, y + MARKED - 1, 98, 46, {"each": each}, title,
                          {"piece": "strength", "ref": at.code}))  # fmt: skip
    if at.code in view.doom:
        age = view.doom.index(at.code)
        data = {"age": age + 1, "now": age + 1 == view.round}
        spot = (x + left + 2 * PITCH + 2, y + FIRST_ROW + LINE + 2)
        title = labels.doom_cell(view, age)
        found.append(Part("land/doom", *spot, TOKEN, TOKEN, data, title, {"piece": "doom", "ref": at.code}))
    return found


def _in_tree(view: View, labels: Labels, at: Province, x: int, y: int) -> list[Part]:
    """A line for each clan in Yggdrasil."""
    found, there = list[Part](), [seat for seat, codes in enumerate(at.figures) if codes]
    for row, seat in enumerate(there):
        spot = (x + 10, y + 206 + 46 * row)
        there_is, name = at.figures[seat], labels.place(at.code)
        found += figures(labels, seat, there_is, name, spot, IN_TREE, view.touched, where=at.code)
    return found


def _fjord(view: View, labels: Labels, at: Province) -> list[Part]:
    x, y, w, h = BOXES[at.code]
    here = view.fray is not None and _supports(at.code, view.fray.province)
    data = {"code": at.code, "upright": h > w, "destroyed": at.destroyed, "outer": at.code == "FS"}
    marks = {"piece": "fjord", "ref": at.code}
    found = [Part("land/fjord", x, y, w, h, data, labels.fjord(at), marks, touched=here)]
    standing = _standing(view, at)
    left = max(BEHIND, min(APART, w - ABREAST * len(standing)))
    for number, (seat, code, new) in enumerate(standing):
        if h > w:
            spot = (x + 3 + 33 * (number % 2), y + (40 if at.code == "FN" else 14) + 38 * (number // 2))
        else:
            spot = (x + left + ABREAST * number, y + (h - SHIP) // 2)
        found.append(_figure(labels, seat, code, at, spot, SHIP, new=new))
    return found


def _supports(fjord: str, province: str) -> bool:
    place = PLACE[province]
    return FJORD_OF[place] >= 0 and PLACES[FJORD_OF[place]] == fjord


def slab(w: int, h: int, cuts: tuple[int, int, int, int]) -> str:
    """The outline of a hewn stone: corners cut, edges straight (uneven ones cost a picture a tenth of its bytes)."""
    one, two, three, four = cuts
    points = (
        (one, 1), (w - two, 1), (w - 1, two), (w - 1, h - three), (w - three, h - 1), (four, h - 1), (1, h - four),
        (1, one),
    )  # fmt: skip
    return "M" + "L".join(f"{x} {y}" for x, y in points) + "Z"
