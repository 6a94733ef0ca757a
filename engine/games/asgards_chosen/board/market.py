"""What lies in the middle: the Tisch, the creature deck, the event in force, and the Barrows."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.board import BLOCK, Block, Part
from engine.games.asgards_chosen.board.cards import lines_of, row
from engine.games.asgards_chosen.board.labels import Labels
from engine.games.asgards_chosen.board.pieces import design, face, in_two
from engine.games.asgards_chosen.data import COLUMNS, SLOTS
from engine.games.asgards_chosen.view import View

HEAD = 32
SLOT_W, SLOT_H, SLOT_X, SLOT_Y = 141, 104, 145, 108
TAG_H, TAG_Y = 34, 38  # of a card by its name
ACROSS = {3: (189, 193.5), 2: (286, 290)}  # such cards beside each other: how wide each is, and from one to the next
SHORT = 14  # letters of a name that has room among three
COUNT_W, COUNT_H, COUNT_X = 285, 36, 291


def tisch(view: View, labels: Labels) -> list[Block]:
    """Two rows of four cards, the top row above, with the enemy's tiles over it; nothing before it is dealt."""
    if not any(view.tisch):
        return []
    parts = [_head(labels.text("tisch"))]
    for number, slot in enumerate((*SLOTS[COLUMNS:], *SLOTS[:COLUMNS])):
        at = SLOTS.index(slot)
        box = (SLOT_X * (number % COLUMNS), HEAD + SLOT_Y * (number // COLUMNS), SLOT_W, SLOT_H)
        code, enemy = view.tisch[at], _enemy(view, at)
        marks = {"piece": "slot", "ref": slot, "card": code}
        title = labels.slot(slot, code, marked=labels.tile(enemy))
        if not code:
            parts.append(Part("hall/empty", *box, {"slot": slot, "enemy": enemy}, title, marks))
            continue
        lines = in_two(labels.card(code))
        base = 58 if len(lines) == 1 else 47
        data = {
            **face(code), "slot": slot, "cost": design(code).cost, "enemy": enemy,
            "lines": [{"text": text, "y": base + 22 * row} for row, text in enumerate(lines)],
        }  # fmt: skip
        parts.append(Part("hall/slot", *box, data, title, marks))
    return [Block(HEAD + SLOT_Y + SLOT_H, tuple(parts), marks={"piece": "tisch"})]


def _enemy(view: View, at: int) -> str:
    """`up` or `down`: the enemy's tile over this column; the bottom row shows it."""
    if not view.enemy or at >= COLUMNS or at not in view.enemy:
        return ""
    return ("up", "down")[view.enemy.index(at)]


def hall(view: View, labels: Labels) -> Block:
    """Counts, what is in force, what will attack, and the Barrows."""
    parts, y = _counts(view, labels), COUNT_H + 6
    if view.keeper:
        title = labels.label("keeper")
        parts.append(Part("hall/label", 0, y, BLOCK, 28, {"text": title, "count": ""}, title))
        more, high = row(
            labels, view.keeper, y + 29, {"piece": "keeper", "ref": view.keeper}, lines_of(labels, view.keeper)
        )
        parts += more
        y += 29 + high + 6
    for key, codes in (("queue", view.queue), ("creatures", view.graves), ("items", view.relics)):
        if codes:
            more, y = tags(labels, key, codes, y)
            parts += more
    return Block(y, tuple(parts), marks={"piece": "hall"})


def tags(labels: Labels, key: str, codes: Sequence[str], y: int) -> tuple[list[Part], int]:
    """Cards by name, three or two in a row under what they are; and where the next thing begins."""
    title = labels.label(key)
    parts = [Part("hall/label", 0, y, BLOCK, 28, {"text": title, "count": len(codes)}, labels.pile(key, codes))]
    y += 29
    across = 2 if any(len(labels.card(code)) > SHORT for code in codes) else 3
    wide, right = ACROSS[across]
    for number, code in enumerate(codes):
        box = (round(right * (number % across)), y + TAG_Y * (number // across), wide, TAG_H)
        data = {**face(code), "name": labels.card(code)}
        title = labels.queued(code) if key == "queue" else labels.explained(code)
        parts.append(Part("card/tag", *box, data, title, {"piece": key, "ref": code}))
    return parts, y + TAG_Y * -(-len(codes) // across)


def _counts(view: View, labels: Labels) -> list[Part]:
    """How many cards are in the creature deck and banished, and the land tiles that are left."""
    found = [("deck", "symbol-deck", len(view.deck) + view.later, labels.deck(view))]
    if view.stack:
        found.append(("stack", "ac-mountain", view.stack, f"{labels.label('stack')}: {view.stack}"))
    else:
        found.append(("banished", "ac-away", len(view.banished), labels.pile("banished", view.banished)))
    parts = []
    for number, (ref, symbol, count, title) in enumerate(found):
        data = {"symbol": symbol, "text": count, "name": labels.short(ref)}
        box = (COUNT_X * number, 0, COUNT_W, COUNT_H)
        parts.append(Part("hall/count", *box, data, title, {"piece": "count", "ref": ref}))
    return parts


def _head(title: str) -> Part:
    return Part("card/head", 0, 0, BLOCK, HEAD, {"title": title, "count": ""})
