"""The pillage that is on: who came, what is laid face down, what was revealed, and what it adds up to."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.core.board import BLOCK, Block, Part
from engine.core.moves import Seat
from engine.games.blood_rage.board.labels import Labels, plus_of
from engine.games.blood_rage.board.pieces import card_face, figures, mark
from engine.games.blood_rage.data import BY_CODE, FJORD_OF, PLACE, YGGDRASIL
from engine.games.blood_rage.moves import BattleCard
from engine.games.blood_rage.rules.strength import totals
from engine.games.blood_rage.view import UNKNOWN, Fray, View

HEAD, WITHOUT_CARDS, WITH_CARDS, LAST_LINE = 38, 46, 88, 28
CARD_W, CARD_H, CARD_PITCH, MOST_CARDS = 126, 36, 131, 4
SIZE = 32


def fray(view: View, labels: Labels, *, column: int) -> list[Block]:
    """One block while a pillage is on, or while own figures are about to fall; none otherwise."""
    if view.fray is None:
        return _falling(view, labels, column)
    on, seats = view.fray, _seats(view, view.fray)
    row = WITH_CARDS if on.fighters else WITHOUT_CARDS
    high = HEAD + row * len(seats) + (LAST_LINE if view.doomed else 0) + 4
    parts = [Part("fray/ground", 0, 0, BLOCK, high, {"title": labels.fray_title(on)})]
    sums = totals(on.strengths, on.plus) if any(on.played) else []
    for number, seat in enumerate(seats):
        parts += _fighter(view, labels, seat, HEAD + row * number, sums)
    if view.doomed:
        text = labels.doomed(view.doomed)
        spot = (8, HEAD + row * len(seats), BLOCK - 16, LAST_LINE)
        parts.append(Part("fray/line", *spot, {"text": text}, text, {"piece": "doomed"}))
    return [Block(high, tuple(parts), column, {"piece": "fray", "ref": on.province})]


def _falling(view: View, labels: Labels, column: int) -> list[Block]:
    if not view.doomed:
        return []
    text = labels.doomed(view.doomed)
    line = Part("fray/line", 0, 0, BLOCK, LAST_LINE, {"text": text}, text, {"piece": "doomed"})
    return [Block(LAST_LINE, (line,), column)]


def _seats(view: View, on: Fray) -> Sequence[Seat]:
    """The fighters in battle order; before they are fixed, all who have figures there."""
    if on.fighters:
        return on.fighters
    around = [(on.pillager + step) % len(view.clans) for step in range(len(view.clans))]
    return [seat for seat in around if _figures(view, seat, on.province)]


def _figures(view: View, seat: Seat, code: str) -> tuple[str, ...]:
    """A clan's figures in the province and in its fjord."""
    place = PLACE[code]
    there = view.provinces[place].figures[seat]
    return there if place == YGGDRASIL else there + view.provinces[FJORD_OF[place]].figures[seat]


def _fighter(view: View, labels: Labels, seat: Seat, y: int, sums: Sequence[int]) -> list[Part]:
    on = view.fray
    assert on is not None
    codes, at = _figures(view, seat, on.province), on.fighters.index(seat) if on.fighters else -1
    strength = on.strengths[at] if on.fighters else view.provinces[PLACE[on.province]].strength[seat]
    total = sums[at] if sums else None
    data = {
        "symbol": mark(seat), "name": labels.name(seat), "strength": strength, "total": total,
        "best": bool(sums) and total == max(sums), "pillager": seat == on.pillager,
    }  # fmt: skip
    marks = {"piece": "fighter", "ref": seat + 1, "seat": seat}
    found = [Part("fray/fighter", 4, y, BLOCK - 8, 42, data, labels.fighter(on, seat, codes, strength, total), marks)]
    found += figures(labels, seat, codes, labels.place(on.province), (222, y + 5), SIZE, where="fray")
    if on.fighters:
        found += _laid(view, labels, on, at, y + 45)
    return found


def _laid(view: View, labels: Labels, on: Fray, at: int, y: int) -> list[Part]:
    """The cards of a fighter: open ones with what they add; before the reveal a back, and to its owner its face."""
    seat, played = on.fighters[at], list(zip(on.played[at], on.plus[at], strict=True))
    found = list[Part]()
    own = view.answer.card if isinstance(view.answer, BattleCard) and seat == view.viewer else ""
    if not any(on.played) and (own or view.clans[seat].hand):
        played = [(own or UNKNOWN, None)]
    for number, (code, plus) in enumerate(played[:MOST_CARDS]):
        data: dict[str, Any] = card_face(code)
        if data["known"]:
            data["number"] = _adds(code, plus)
        marks = {"piece": "laid", "ref": code if data["known"] else "", "seat": seat}
        spot = (46 + CARD_PITCH * number, y)
        found.append(Part("fray/card", *spot, CARD_W, CARD_H, data, labels.explained(code), marks))
    return found


def _adds(code: str, plus: int | None) -> str:
    """What a card adds; before the reveal what is printed on it, if it is a battle card."""
    design = BY_CODE[code]
    if plus is not None:
        return f"+{plus}"
    return f"+{plus_of(design)}" if design.kind == "battle" else ""
