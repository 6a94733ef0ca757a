"""The world tree: world 7 in its crown, the others on its branches, the lower worlds and Valhalla at its roots."""

from __future__ import annotations

from typing import Any

from engine.games.asgard.board_pieces import EDGE, WIDTH, Piece, disc, mark, piece, recruit
from engine.games.asgard.board_words import Labels
from engine.games.asgard.pieces import (
    BATTLE_SLOTS,
    EMPTY,
    GODS,
    KINDS_OF_ARMS,
    LOWER,
    NOBODY,
    STRENGTH,
    WORLD_SLOTS,
)
from engine.games.asgard.state import State
from engine.games.asgard.view import View

CARD_W, CARD_H, PITCH = 250, 116, 126
RIGHT = WIDTH - EDGE - CARD_W
TILE_W, TILE_H = 82, 54
ROOTS_H = 64
LAST = ("valhalla", "arm", "over")  # stages of Ragnarök
KIND_ICONS = {
    "weapon": "symbol-weapon",
    "wizardry": "symbol-wizardry",
    "first_player": "symbol-crown",
    "asgard_flip": "symbol-card",
    "victory": "ag-victory",
    "any_stone": "ag-gem",
    "convert_stone": "ag-swap",
    "seal": "symbol-seal-sun",
}


def tree(view: View, labels: Labels, top: float) -> dict[str, Any]:
    """Cards of the worlds, the trunk, and all pieces that lie there."""
    cards = [_card(view, labels, world, top) for world in range(7)]
    roots = top + 4 * PITCH
    pieces = [one for card in cards for one in _world(view, labels, card)]
    pieces += _ancient(view, labels, top) + _lower(view, labels, roots) + _middle(view, labels, top + 2 * PITCH)
    pieces += _valhalla(view, labels, roots)
    return {
        "top": top,
        "roots": roots,
        "bottom": roots + ROOTS_H,
        "cards": cards,
        "ancient": [{"x": 14, "side": labels.sides[0]}, {"x": WIDTH - 14, "side": labels.sides[1]}],
        "valhalla": {"y": roots, "text": labels.valhalla},
        "pieces": pieces,
    }


def _card(view: View, labels: Labels, world: int, top: float) -> dict[str, Any]:
    """World 7 in the crown, odd worlds on the left branches, even ones on the right."""
    row = (6 - world + 1) // 2  # 7: 0; 6, 5: 1; 4, 3: 2; 2, 1: 3
    x = (WIDTH - CARD_W) / 2 if world == 6 else EDGE if world % 2 == 0 else RIGHT
    table = view.table
    one, two = table.components.reward[world]
    return {
        "world": world,
        "number": world + 1,
        "x": x,
        "y": top + row * PITCH,
        "reward": f"{one}·{two}",
        "empty": table.worlds[2 * world] == EMPTY and table.worlds[2 * world + 1] == EMPTY,
        "last": view.stage in LAST,
        "title": labels.world(table, world),
    }


def _world(view: View, labels: Labels, card: dict[str, Any]) -> list[Piece]:
    table, x, y, world = view.table, card["x"], card["y"], card["world"]
    found: list[Piece] = []
    if card["empty"]:
        return found
    for side in (0, 1):
        slot = 2 * world + side
        found += tile(view, labels, slot, x + (5 if side == 0 else CARD_W - 5 - TILE_W), y + 5)
        if view.stage in LAST:
            found += _arms(view, labels, slot, x + 5 + 126 * side, y + 72)
        else:
            found.append(_battle(view, labels, slot, x + (12 if side == 0 else CARD_W - 52), y + 68))
    return found if view.stage in LAST else found + _victory(table, labels, world, x + 66, y + 70)


def tile(view: View, labels: Labels, slot: int, x: float, y: float) -> list[Piece]:
    """The tile in a world slot, and a ring when it was just laid or turned."""
    table, name = view.table, WORLD_SLOTS[slot]
    touched = name in table.touched
    title = labels.ringed(labels.tile(table, slot), touched=touched)
    more = {"w": TILE_W, "h": TILE_H, "touched": touched}
    if table.is_god(slot):
        god = GODS[table.god_at(slot)]
        return [
            piece(
                "world-slot", name, (x, y), "god", title, text=str(table.value_at(slot)), symbol=f"rune-{god}", **more
            )
        ]
    if not table.is_population(slot):
        return [piece("world-slot", name, (x, y), "hole", title, **more)]
    value, icon = str(table.value_at(slot)), KIND_ICONS[table.components.kind[table.worlds[slot]]]
    look = "turned" if table.flipped[slot] else "tile"
    return [piece("world-slot", name, (x, y), look, title, text=value, symbol=icon, side=slot % 2, **more)]


def _battle(view: View, labels: Labels, slot: int, x: float, y: float) -> Piece:
    """A battle slot: a disc, or the icon of what it brings."""
    table, name = view.table, BATTLE_SLOTS[slot]
    touched = name in table.touched
    title = labels.ringed(labels.battle(table, slot, name), touched=touched)
    if table.battle[slot] != NOBODY:
        return mark(table.battle[slot], name, (x, y, 40), title, touched=touched)
    other = table.battle[slot ^ 1] != NOBODY
    icon = "symbol-" + KINDS_OF_ARMS[table.components.gains[slot // 2][slot % 2]]
    closed = other and table.components.capacity[slot // 2] == 1
    return piece("battle-slot", name, (x, y), "slot", title, s=40, symbol=icon, closed=closed, touched=touched)


def _victory(table: State, labels: Labels, world: int, x: float, y: float) -> list[Piece]:
    """All discs of a Victory Area, closer together the more there are."""
    name = f"V{world + 1}"
    touched = name in table.touched
    title = labels.ringed(labels.victory(table, world), touched=touched)
    discs = [seat for seat, count in enumerate(table.victory[world]) for _ in range(count)]
    pitch = min(29.0, (118 - 8 - 28) / max(1, len(discs) - 1))
    marks = [disc(seat, 4 + i * pitch, 4, 28) for i, seat in enumerate(discs)]
    return [piece("victory-area", name, (x, y), "area", title, w=118, h=36, discs=marks, touched=touched)]


def _arms(view: View, labels: Labels, slot: int, x: float, y: float) -> list[Piece]:
    """What stands and lies at a tile in Ragnarök: recruits by strength, weapons, wizardry, the ancient weapon."""
    table, found, at = view.table, list[Piece](), x
    strength = sum(n * each for n, each in zip(table.fallen[slot], STRENGTH, strict=True))
    if strength:
        kind = 2 if table.fallen[slot][2] else 1 if table.fallen[slot][1] else 0
        found.append(recruit(kind, WORLD_SLOTS[slot], (at, y, 26), labels.fallen(table, slot), str(strength)))
        at += 50 if strength > 9 else 40
    for kind, name in enumerate(KINDS_OF_ARMS):
        laid = [one for one in view.laid if one.slot == WORLD_SLOTS[slot] and one.kind == name]
        if laid:
            known = kind == 0 and all(one.tile for one in laid)
            text = (
                str(sum(int(one.tile or 0) for one in laid))
                if known
                else f"×{len(laid)}"
                if kind == 0
                else str(len(laid))
            )
            found.append(_arm(name, slot, (at, y), labels.laid(view, slot, kind), text))
            at += 40
    if table.beneath[slot]:
        text = str(table.beneath[slot]) if table.beneath[slot] > 0 else "?"
        found.append(_arm("weapon", slot, (at, y), labels.beneath(table, slot), text))
    return found


def _arm(symbol: str, slot: int, at: tuple[float, float], title: str, text: str) -> Piece:
    return piece("arms", WORLD_SLOTS[slot], at, "icon", title, s=26, symbol=f"symbol-{symbol}", text=text)


def _ancient(view: View, labels: Labels, top: float) -> list[Piece]:
    """Beside world 7: the stacks of ancient weapons, and those of this round."""
    found: list[Piece] = []
    for side, (back, face) in enumerate(((22, 84), (WIDTH - 72, WIDTH - 134))):
        title, ref = labels.ancients(view.table, side), ("light", "darkness")[side]
        more = {"w": 50, "h": 64}
        count = str(len(view.table.ancient[side]))
        found.append(piece("ancient", ref, (back, top + 34), "back", title, text=count, **more))
        if view.table.ancient_up[side]:
            value = str(view.table.ancient_up[side][-1])
            found.append(piece("ancient", ref, (face, top + 34), "ancient", title, text=value, side=side, **more))
        else:
            found.append(piece("ancient", ref, (face, top + 34), "hole", title, **more))
    return found


def _lower(view: View, labels: Labels, y: float) -> list[Piece]:
    return tile(view, labels, LOWER, EDGE + 5, y + 5) + tile(view, labels, LOWER + 1, WIDTH - EDGE - 5 - TILE_W, y + 5)


def _middle(view: View, labels: Labels, y: float) -> list[Piece]:
    """Discs that lost a battle, in a hollow of the trunk: one line a player."""
    table = view.table
    touched = "middle" in table.touched
    title = labels.ringed(labels.middles(table), touched=touched)
    owners = [(seat, count) for seat, count in enumerate(table.middle) if count]
    marks = []
    for at, (seat, count) in enumerate(owners):
        marks.append(disc(seat, 4 if count > 1 else 17, 8 + 30 * at, 28, f"×{count}" if count > 1 else ""))
    return [piece("middle", "middle", (268, y - 18), "hollow", title, w=64, h=132, discs=marks, touched=touched)]


def _valhalla(view: View, labels: Labels, y: float) -> list[Piece]:
    found = []
    for kind in (0, 1):
        count = view.table.valhalla[kind]
        title = labels.stock(labels.valhalla, labels.recruits[kind], count)
        found.append(recruit(kind, "valhalla", (244 + 62 * kind, y + 32, 26), title, str(count)))
    return found
