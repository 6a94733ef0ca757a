"""The battle that is on: who attacks, who defends, the cards of both sides with what each adds now, and the totals."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.board import BLOCK, Block, Part
from engine.games.asgards_chosen.board.labels import Labels
from engine.games.asgards_chosen.board.pieces import face, mark
from engine.games.asgards_chosen.view import Fray, View

HEAD, SIDE = 38, 44
CARD_H, CARD_Y = 34, 38
ACROSS = {3: (184, 189), 2: (279, 284)}  # cards beside each other: how wide each is, and from one to the next
SHORT, LONG = 10, 20  # letters of a name that has room among three; of one that has none among two, but for a line
Powers = Sequence[tuple[str, int]]


def fray(view: View, labels: Labels) -> list[Block]:
    """One block while a battle is on."""
    on = view.fray
    if on is None:
        return []
    parts: list[Part] = []
    y = HEAD
    for attacks in (True, False):
        more, y = _side(view, labels, on, y, attacks=attacks)
        parts += more
    high = y + 4
    ground = Part("fray/ground", 0, 0, BLOCK, high, {"title": labels.battle(on)})
    return [Block(high, (ground, *parts), marks={"piece": "fray", "ref": on.ground})]


def _side(view: View, labels: Labels, on: Fray, y: int, *, attacks: bool) -> tuple[list[Part], int]:
    """A line with who and how much, below it the cards; last what is not a card."""
    seat, total = (on.attacker, on.attack) if attacks else (on.defender, on.defence)
    militia = on.turned if attacks else on.militia
    played: Powers = on.played[seat] if seat is not None else ()
    name = labels.name(seat) if seat is not None else labels.nobody(attacks=attacks)
    symbol = mark(view.players[seat].side) if seat is not None else "ac-enemy" if attacks else "ac-shield"
    wins = (on.attack > on.defence) == attacks
    data = {
        "symbol": symbol,
        "name": name,
        "total": total,
        "wins": wins,
        "sword": attacks,
        "note": labels.course(on, attacks=attacks),
    }
    title = labels.fighter(name, total, attacks=attacks)
    marks = {"piece": "fighter", "ref": "attack" if attacks else "defence"}
    parts = [Part("fray/side", 6, y, BLOCK - 12, SIDE, data, title, marks)]
    y += SIDE
    cards = [("militia", *one) for one in militia] + [("played", *one) for one in played]
    across = 2 if any(len(labels.card(code)) > SHORT for _, code, _ in cards) else 3
    wide, right = ACROSS[across]
    at = 0
    for piece, code, power in cards:
        called = labels.card(code)
        span = across if len(called) > LONG else 1
        at += -at % span
        box = (7 + right * (at % across), y + CARD_Y * (at // across), wide + right * (span - 1), CARD_H)
        data = {**face(code), "name": called, "number": power, "militia": piece == "militia"}
        parts.append(Part("fray/card", *box, data, labels.adds(code, power), {"piece": piece, "ref": code}))
        at += span
    y += CARD_Y * -(-at // across)
    rest = total - sum(power for _, _, power in cards)
    if rest:
        text = labels.rest(rest)
        parts.append(Part("fray/line", 8, y, BLOCK - 16, 28, {"text": text}, text, {"piece": "rest"}))
        y += 28
    return parts, y
