"""The Enemy cards: how many of each are left, the last one drawn, and those whose place in the deck is known."""

from __future__ import annotations

from typing import Any, TypeAlias

from engine.core.board import BLOCK, Block, Part
from engine.games.yggdrasil.board.labels import Labels, is_angry, shown_on
from engine.games.yggdrasil.board.pieces import enemy_sign
from engine.games.yggdrasil.data import CARD_ROWS, ENEMIES
from engine.games.yggdrasil.view import UNKNOWN, View

HEAD, CARD_W, CARD_H, PITCH = 36, 92, 44, 96
CHIP_W, CHIP_H, CHIP_PITCH, CHIP_ROW = 188, 36, 193, 41
ACROSS, CHIPS = 3, HEAD + CARD_H + 6
WORDS, SIGN, RUNE = 28, 11, 25  # of a chip: where its number begins, a sign of it, a rune as far as the name
MOST = 4 * ACROSS  # chips below the counts
Chip: TypeAlias = tuple[dict[str, Any], str, dict[str, Any]]  # data, title, marks


def deck(view: View, labels: Labels, *, column: int) -> Block:
    """A cell for each Enemy; below them single cards."""
    head = {"title": labels.deck, "count": len(view.deck)}
    parts = [Part("deck/head", 0, 0, BLOCK, HEAD, head, labels.left(view), {"piece": "deck"})]
    parts += [_share(view, labels, code, number) for number, code in enumerate(ENEMIES)]
    chips = _chips(view, labels)
    if len(chips) > MOST:
        chips = [*chips[: MOST - 1], _others(view, labels, len(chips) - MOST + 1)]
    for number, (data, title, marks) in enumerate(chips):
        spot = (CHIP_PITCH * (number % ACROSS), CHIPS + CHIP_ROW * (number // ACROSS))
        parts.append(Part("deck/chip", *spot, CHIP_W, CHIP_H, data, title, marks))
    return Block(CHIPS + CHIP_ROW * -(-len(chips) // ACROSS), tuple(parts), column, {"piece": "deck"})


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
        code = view.discard[-1]
        found.append((_face(labels, code, "yg-last"), labels.last(code), {"piece": "last"}))
    for number, code in enumerate(view.drawn, 1):
        data = _face(labels, code, "symbol-card", str(number))
        found.append((data, labels.drawn(code, number), {"piece": "drawn", "ref": number}))
    for code, _ in view.left:
        if CARD_ROWS[code]["kind"] == "ragnarok":
            data = _face(labels, code, "symbol-deck")
            found.append((data, labels.ragnarok([code]), {"piece": "ragnarok", "ref": code}))
    for place, code in enumerate(view.deck, 1):
        if code != UNKNOWN:
            data = _face(labels, code, "symbol-deck", _place(place, len(view.deck)))
            found.append((data, labels.card(code, place), {"piece": "known", "ref": place}))
    return found


def _place(place: int, cards: int) -> str:
    """`2`: the second from the top; `↓1`: the lowest, which stays so while the deck goes down."""
    low = cards + 1 - place
    return f"↓{low}" if low < place else str(place)


def _face(labels: Labels, code: str, sign: str, text: str = "") -> dict[str, Any]:
    """A card as a chip: where it is; its Enemy by rune and name, or three Enemies by their runes."""
    shown, left = shown_on(code), WORDS + SIGN * len(text) + 1 if text else 34
    runes = [{"symbol": enemy_sign(one), "x": left + 28 * at} for at, one in enumerate(shown)]
    name = labels.said.enemy(shown[0]) if len(shown) == 1 else ""
    angry = is_angry(code)
    x = left + RUNE
    room = CHIP_W - x - (27 if angry else 3)
    return {"sign": sign, "text": text, "runes": runes, "name": name, "x": x, "room": room, "angry": angry}


def _others(view: View, labels: Labels, count: int) -> Chip:
    """The known cards for which there is no room."""
    data = {"sign": "symbol-deck", "text": f"+{count}", "runes": [], "name": "", "angry": False}
    return data, labels.all_known(view), {"piece": "known"}
