"""The ten gods as two rows of shrines, Light above Darkness, each with its slots, seal, stack, stones and recruits."""

from __future__ import annotations

from typing import Any

from engine.core.board import Block, Part
from engine.games.asgard.board.labels import Labels
from engine.games.asgard.board.pieces import RECRUIT_FILL, gem, mark, piece, recruit, seal
from engine.games.asgard.pieces import GODS, NOBODY, RECRUITS, TEMPLE, THOR, TYR, side_of_god
from engine.games.asgard.view import View

SHRINE_W, SHRINE_H, PITCH_X, PITCH_Y = 111, 178, 116.25, 186
THIRDS = (2, 40, 77)  # a slot, a slot, the temple: a finger apart
SKILL_AT = {THOR: 0, TYR: 1}  # god -> its skill tile


def shrines(view: View, labels: Labels, *, column: int) -> Block:
    """Frames of the shrines and their pieces."""
    parts = [part for god in range(len(GODS)) for part in _shrine(view, labels, god)]
    return Block(2 * PITCH_Y - 8, tuple(parts), column, {"piece": "gods"})


def _shrine(view: View, labels: Labels, god: int) -> list[Part]:
    x, y = round(god % 5 * PITCH_X), god // 5 * PITCH_Y
    risen, name = view.table.risen(god), GODS[god]
    data = {
        "rune": name,
        "name": labels.gods[god],
        "light": god // 5 == 0,
        "risen": risen,
        "rises": labels.rises(view.table.components.rises[god]),
    }
    title = labels.god(view.table, god)
    parts = [Part("shrine", x, y, SHRINE_W, SHRINE_H, data, title, {"piece": "god", "ref": name})]
    parts += _first_row(view, labels, god, x, y + 38)
    if risen:
        parts += _slots(view, labels, god, x, y + 76) + _supports(view, labels, god, x, y + 114)
    return parts + _recruits(view, labels, god, x, y + 152)


def _first_row(view: View, labels: Labels, god: int, x: float, y: float) -> list[Part]:
    """The open god tile of the stack, the seal, and the supply of the god's stones."""
    table, name = view.table, GODS[god]
    tiles, title = table.god_tiles[god], labels.god_tile(table, god)
    more: dict[str, Any] = {"w": 38, "h": 34, "under": list(range(min(2, max(0, len(tiles) - 1))))}
    look = "tiles/hole" if not tiles else "tiles/stack"
    found = [piece("god-tile", name, (x + 5, y), look, title, text=str(tiles[-1]) if tiles else "", **more)]
    if table.risen(god):
        title, side = labels.seal_at(table, god), side_of_god(god)
        if table.god_seals[god]:
            found.append(seal(side, name, (x + 48, y + 2, 30), title))
        else:
            found.append(piece("seal", name, (x + 48, y + 2), "goods/ring", title, s=30))
    stone = table.components.gives.get(3 * god)
    if stone is not None and stone[0] < 6:
        count = table.stones[stone[0]]
        found.append(gem(stone[0], name, (x + 79, y + 2, 30), labels.stone_supply(stone[0], count), str(count)))
    return found


def _slots(view: View, labels: Labels, god: int, x: float, y: float) -> list[Part]:
    """Request slots and the temple slot: discs, or what one may ask for there."""
    table, data, found = view.table, view.table.components, list[Part]()
    names = [*data.slots[god], "temple"]
    for number, slot in enumerate(names):
        place = 3 * god + (TEMPLE if slot == "temple" else number)
        ref = f"{GODS[god]} {slot}"
        at = x + THIRDS[2 if slot == "temple" else number]
        touched, owner = ref in table.touched, table.slots[place]
        silver = place in data.silver
        title = labels.ringed(labels.slot(table, god, slot, owner, silver=silver), touched=touched)
        if owner != NOBODY:
            found.append(mark(table, owner, ref, (at, y, 32), title, touched=touched))
            continue
        icon = "symbol-temple" if slot == "temple" else "ag-skill" if place in data.skill else "ag-plain"
        look: dict[str, Any] = {"symbol": icon, "silver": silver, "touched": touched}
        found.append(piece("slot", ref, (at, y), "slots/slot", title, s=32, **look))
    return found


def _supports(view: View, labels: Labels, god: int, x: float, y: float) -> list[Part]:
    """Both Support slots, and a skill tile at home."""
    table, found = view.table, list[Part]()
    for place in (0, 1):
        ref = f"support {GODS[god]} {('upper', 'bottom')[place]}"
        touched, owner = ref in table.touched, table.support[2 * god + place]
        title = labels.ringed(labels.support(table, god, place), touched=touched)
        at = x + THIRDS[place]
        if owner != NOBODY:
            found.append(mark(table, owner, ref, (at, y, 32), title, touched=touched))
            continue
        asks = [_asked(kind, number) for number, kind in enumerate(table.components.asks[god][place])]
        if len(asks) == 1:
            asks = [{**asks[0], "x": 7, "y": 7, "s": 18}]
        found.append(piece("support", ref, (at, y), "slots/support", title, s=32, asks=asks, touched=touched))
    tile = SKILL_AT.get(god)
    if tile is not None and table.skills[tile] == NOBODY:
        name, spot = GODS[god], (x + THIRDS[2], y)
        found.append(piece("skill", name, spot, "goods/skill", labels.skill(tile), s=32, symbol=f"rune-{name}"))
    return found


def _asked(kind: int, number: int) -> dict[str, Any]:
    """One of two kinds of recruits that a Support slot asks for."""
    name, (x, y) = RECRUITS[kind], ((2.5, 3), (13.5, 13))[number]
    return {"symbol": f"ag-{name}", "fill": RECRUIT_FILL[name], "x": x, "y": y, "s": 16}


def _recruits(view: View, labels: Labels, god: int, x: float, y: float) -> list[Part]:
    title, found, at = labels.held(view.table, god), list[Part](), x + 3
    for kind, count in enumerate(view.table.god_recruits[god]):
        if count:
            found.append(recruit(kind, GODS[god], (at, y + 1, 21), title, str(count)))
            at += found[-1].w
    return found
