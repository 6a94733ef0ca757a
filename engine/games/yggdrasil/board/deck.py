"""The Enemy cards: how many of each are left, the last one drawn, and those whose place in the deck is known."""

from __future__ import annotations

from typing import Any, TypeAlias

from engine.core.board import BLOCK, Block, Part
from engine.games.yggdrasil.board.labels import Labels, is_angry, shown_on
from engine.games.yggdrasil.board.pieces import enemy_sign
from engine.games.yggdrasil.data import CARD_ROWS, ENEMIES
from engine.games.yggdrasil.view import UNKNOWN, View

HEAD, CARD_W, CARD_H, PITCH = 36, 92, 44, 96
ACROSS = 6
MOST = 3 * ACROSS  # chips below the counts
Chip: TypeAlias = tuple[dict[str, Any], str, dict[str, Any]]  # data, title, marks


def deck(view: View, labels: Labels) -> Block:
    """A cell for each Enemy; below them single cards."""
    head = {"title": labels.deck, "count": len(view.deck)}
    parts = [Part("deck/head", 0, 0, BLOCK, HEAD, head, labels.left(view), {"piece": "deck"})]
    parts += [_share(view, labels, code, number) for number, code in enumerate(ENEMIES)]
    chips = _chips(view, labels)
    if len(chips) > MOST:
        chips = [*chips[: MOST - 1], _others(view, labels, len(chips) - MOST + 1)]
    for number, (data, title, marks) in enumerate(chips):
        spot = (PITCH * (number % ACROSS), HEAD + (CARD_H + 4) * (1 + number // ACROSS))
        parts.append(Part("deck/chip", *spot, CARD_W, CARD_H, data, title, marks))
    rows = 1 + -(-len(chips) // ACROSS)
    return Block(HEAD + (CARD_H + 4) * rows, tuple(parts), marks={"piece": "deck"})


def _share(view: View, labels: Labels, enemy: str, number: int) -> Part:
    """The cards of an Enemy that are still to come."""
    counts = dict(view.left)
    rows = {code: CARD_ROWS[code] for code in counts}
    angry = sum(counts[code] for code, row in rows.items() if row["kind"] == "angry" and row["enemy"] == enemy)
    count = angry + sum(counts[code] for code, row in rows.items() if row["kind"] == "normal" and row["enemy"] == enemy)
    data = {"symbol": enemy_sign(enemy), "count": count, "angry": bool(angry)}
    marks = {"piece": "cards", "ref": enemy}
    return Part("deck/share", PITCH * number, HEAD, CARD_W, CARD_H, data, labels.share(enemy, count, angry), marks)


def _chips(view: View, labels: Labels) -> list[Chip]:
    """What was drawn, then Ragnarök, then what is known."""
    found: list[Chip] = []
    if view.discard and not view.drawn:
        found.append((_face(view.discard[-1], "yg-last"), labels.last(view.discard[-1]), {"piece": "last"}))
    for number, code in enumerate(view.drawn, 1):
        found.append((_face(code, "", str(number)), labels.drawn(code, number), {"piece": "drawn", "ref": number}))
    for code, _ in view.left:
        if CARD_ROWS[code]["kind"] == "ragnarok":
            found.append((_face(code, "symbol-deck"), labels.ragnarok([code]), {"piece": "ragnarok", "ref": code}))
    for place, code in enumerate(view.deck, 1):
        if code != UNKNOWN:
            found.append((_face(code, "", str(place)), labels.card(code, place), {"piece": "known", "ref": place}))
    return found


def _face(code: str, sign: str, text: str = "") -> dict[str, Any]:
    """A card as a chip: what it is, and the runes that it shows."""
    runes = shown_on(code)
    step, left = (22, 28) if len(runes) > 1 else (26, 40)
    signs = [{"symbol": enemy_sign(one), "x": left + step * at} for at, one in enumerate(runes)]
    return {"sign": sign, "text": text, "runes": signs, "size": step - 2, "angry": is_angry(code)}


def _others(view: View, labels: Labels, count: int) -> Chip:
    """The known cards for which there is no room."""
    return {"sign": "", "text": f"+{count}", "runes": [], "size": 0}, labels.all_known(view), {"piece": "known"}
