"""The world tree: world 7 in its crown, the others on its branches, the lower worlds and Valhalla at its roots."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from engine.core.board import Block, Part
from engine.games.asgard.board.labels import Labels
from engine.games.asgard.board.pieces import WIDTH, disc, mark, piece, recruit
from engine.games.asgard.pieces import (
    BATTLE_SLOTS,
    EMPTY,
    GODS,
    KINDS_OF_ARMS,
    LOWER,
    NOBODY,
    WORLD_SLOTS,
    strength_of,
)
from engine.games.asgard.state import State
from engine.games.asgard.view import View

CARD_W, CARD_H, PITCH = 250, 116, 126
RIGHT = WIDTH - CARD_W
ROOTS = 4 * PITCH  # where the lower worlds and Valhalla lie
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


def tree(view: View, labels: Labels) -> Block:
    """The trunk, the cards of the worlds, and all pieces that lie there."""
    data = {"sides": labels.sides, "valhalla": labels.valhalla, "roots": ROOTS}
    parts = [Part("tree", 0, 0, WIDTH, ROOTS + ROOTS_H, data)]
    for world in range(7):
        x, y = _corner(world)
        parts += [_card(view, labels, world, x, y), *_world(view, labels, world, x, y)]
    parts += _ancient(view, labels) + _lower(view, labels) + _middle(view, labels, 2 * PITCH) + _valhalla(view, labels)
    return Block(ROOTS + ROOTS_H, tuple(parts), marks={"piece": "tree"})


def _corner(world: int) -> tuple[int, int]:
    """World 7 in the crown, odd worlds on the left branches, even ones on the right."""
    row = (6 - world + 1) // 2  # 7: 0; 6, 5: 1; 4, 3: 2; 2, 1: 3
    x = (WIDTH - CARD_W) // 2 if world == 6 else 0 if world % 2 == 0 else RIGHT
    return x, row * PITCH


def _is_empty(table: State, world: int) -> bool:
    return table.worlds[2 * world] == EMPTY and table.worlds[2 * world + 1] == EMPTY


def _card(view: View, labels: Labels, world: int, x: int, y: int) -> Part:
    table = view.table
    one, two = table.components.reward[world]
    data = {"number": world + 1, "reward": f"{one}·{two}", "empty": _is_empty(table, world)}
    return Part("world", x, y, CARD_W, CARD_H, data, labels.world(table, world), {"piece": "world", "ref": world + 1})


def _world(view: View, labels: Labels, world: int, x: int, y: int) -> list[Part]:
    table, found = view.table, list[Part]()
    if _is_empty(table, world):
        return found
    for side in (0, 1):
        slot = 2 * world + side
        found += tile(view, labels, slot, x + (5 if side == 0 else CARD_W - 5 - TILE_W), y + 5)
        if view.stage in LAST:
            found += _arms(view, labels, slot, x + 6 + 126 * side, y + 63)
        else:
            found.append(_battle(view, labels, slot, x + (12 if side == 0 else CARD_W - 52), y + 68))
    return found if view.stage in LAST else found + _victory(table, labels, world, x + 66, y + 70)


def tile(view: View, labels: Labels, slot: int, x: float, y: float) -> list[Part]:
    """The tile in a world slot, and a ring when it was just laid or turned."""
    table, name = view.table, WORLD_SLOTS[slot]
    touched = name in table.touched
    title = labels.ringed(labels.tile(table, slot), touched=touched)
    more: dict[str, Any] = {"w": TILE_W, "h": TILE_H, "touched": touched}
    if table.is_god(slot):
        god = GODS[table.god_at(slot)]
        value = str(table.value_at(slot))
        return [piece("world-slot", name, (x, y), "tiles/god", title, text=value, symbol=f"rune-{god}", **more)]
    if not table.is_population(slot):
        return [piece("world-slot", name, (x, y), "tiles/hole", title, **more)]
    value, icon = str(table.value_at(slot)), KIND_ICONS[table.components.kind[table.worlds[slot]]]
    look = "tiles/turned" if table.flipped[slot] else "tiles/tile"
    return [piece("world-slot", name, (x, y), look, title, text=value, symbol=icon, side=slot % 2, **more)]


def _battle(view: View, labels: Labels, slot: int, x: float, y: float) -> Part:
    """A battle slot: a disc, or the icon of what it brings."""
    table, name = view.table, BATTLE_SLOTS[slot]
    touched = name in table.touched
    title = labels.ringed(labels.battle(table, slot, name), touched=touched)
    if table.battle[slot] != NOBODY:
        return mark(table, table.battle[slot], name, (x, y, 40), title, touched=touched)
    other = table.battle[slot ^ 1] != NOBODY
    icon = "symbol-" + KINDS_OF_ARMS[table.components.gains[slot // 2][slot % 2]]
    closed = other and table.components.capacity[slot // 2] == 1
    return piece("battle-slot", name, (x, y), "slots/slot", title, s=40, symbol=icon, closed=closed, touched=touched)


def _victory(table: State, labels: Labels, world: int, x: float, y: float) -> list[Part]:
    """All discs of a Victory Area, closer together the more there are."""
    name = f"V{world + 1}"
    touched = name in table.touched
    title = labels.ringed(labels.victory(table, world), touched=touched)
    discs = [seat for seat, count in enumerate(table.victory[world]) for _ in range(count)]
    pitch = min(29.0, (118 - 8 - 28) / max(1, len(discs) - 1))
    marks = [disc(table, seat, 4 + i * pitch, 4, 28) for i, seat in enumerate(discs)]
    more: dict[str, Any] = {"w": 118, "h": 36, "discs": marks, "empty_mark": "ag-victory", "touched": touched}
    return [piece("victory-area", name, (x, y), "slots/area", title, **more)]


def _arms(view: View, labels: Labels, slot: int, x: int, y: int) -> list[Part]:
    """What stands and lies at a tile in Ragnarök, two and two: as much as all seats may lay there has its place."""
    found = list(_arms_at(view, labels, slot))
    return [replace(one, x=x + 60 * (at % 2), y=y + 25 * (at // 2)) for at, one in enumerate(found)]


def _arms_at(view: View, labels: Labels, slot: int) -> Iterator[Part]:
    """Recruits by strength, weapons, wizardry, the ancient weapon."""
    table = view.table
    strength = strength_of(table.fallen[slot])
    if strength:
        kind = 2 if table.fallen[slot][2] else 1 if table.fallen[slot][1] else 0
        yield recruit(kind, WORLD_SLOTS[slot], (0, 0, 22), labels.fallen(table, slot), str(strength))
    for kind, name in enumerate(KINDS_OF_ARMS):
        laid = [one for one in view.laid if one.slot == WORLD_SLOTS[slot] and one.kind == name]
        if laid:
            yield _arm(name, slot, labels.laid(view, slot, kind), _laid(kind, [one.tile for one in laid]))
    if beneath := table.beneath[slot]:
        yield _arm("weapon", slot, labels.beneath(table, slot), str(beneath) if beneath > 0 else "?")


def _laid(kind: int, tiles: Sequence[str | None]) -> str:
    """Of weapons that are all known their sum, of others how many."""
    if kind == 1:
        return str(len(tiles))
    return str(sum(int(tile or 0) for tile in tiles)) if all(tiles) else f"×{len(tiles)}"


def _arm(symbol: str, slot: int, title: str, text: str) -> Part:
    return piece("arms", WORLD_SLOTS[slot], (0, 0), "goods/icon", title, s=22, symbol=f"symbol-{symbol}", text=text)


def _ancient(view: View, labels: Labels) -> list[Part]:
    """Beside world 7: the stacks of ancient weapons, and those of this round."""
    found: list[Part] = []
    for side, (back, face) in enumerate(((10, 72), (WIDTH - 60, WIDTH - 122))):
        title, ref = labels.ancients(view.table, side), ("light", "darkness")[side]
        more: dict[str, Any] = {"w": 50, "h": 64}
        count = str(len(view.table.ancient[side]))
        found.append(piece("ancient", ref, (back, 34), "tiles/back", title, text=count, **more))
        if view.table.ancient_up[side]:
            value = str(view.table.ancient_up[side][-1])
            found.append(piece("ancient", ref, (face, 34), "tiles/ancient", title, text=value, side=side, **more))
        else:
            found.append(piece("ancient", ref, (face, 34), "tiles/hole", title, **more))
    return found


def _lower(view: View, labels: Labels) -> list[Part]:
    y = ROOTS + 5
    return tile(view, labels, LOWER, 5, y) + tile(view, labels, LOWER + 1, WIDTH - 5 - TILE_W, y)


def _middle(view: View, labels: Labels, y: float) -> list[Part]:
    """Discs that lost a battle, in a hollow of the trunk: one line a player."""
    table = view.table
    touched = "middle" in table.touched
    title = labels.ringed(labels.middles(table), touched=touched)
    owners = [(seat, count) for seat, count in enumerate(table.middle) if count]
    marks = []
    for at, (seat, count) in enumerate(owners):
        marks.append(disc(table, seat, 4 if count > 1 else 17, 8 + 30 * at, 28, f"×{count}" if count > 1 else ""))
    more: dict[str, Any] = {
        "w": 64,
        "h": 132,
        "discs": marks,
        "caption": "" if marks else labels.lost,
        "touched": touched,
    }
    return [piece("middle", "middle", (256, y - 18), "slots/hollow", title, **more)]


def _valhalla(view: View, labels: Labels) -> list[Part]:
    found = []
    for kind in (0, 1):
        count = view.table.valhalla[kind]
        title = labels.stock(labels.valhalla, labels.recruits[kind], count)
        found.append(recruit(kind, "valhalla", (232 + 62 * kind, ROOTS + 32, 26), title, str(count)))
    return found
