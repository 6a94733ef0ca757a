"""Below the gods: stacks and supplies, then a panel for each player with everything in front of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from textwrap import wrap
from typing import Any

from engine.core.board import BLOCK, Block, Part
from engine.core.moves import Seat
from engine.games.asgard.board.labels import Labels, waiting
from engine.games.asgard.board.pieces import disc, gem, gem_look, mark, piece, recruit, seal, worn_by
from engine.games.asgard.board.worlds import KIND_ICONS
from engine.games.asgard.pieces import ASGARD, GODS, RECRUITS, SKILLS, UNKNOWN, WHITE_STONE
from engine.games.asgard.view import View

TEMPLE_W, TEMPLE_PITCH = 140, 145.3
ROW_PITCH = 83
SWORDS = "⚔"  # no typeface of the boards has it: drawn as their symbol, written as a word
HEAD_H, LINE_H, LINE_OF_TEXT = 44, 40, 28
LETTERS = 62  # of what the viewer knows, in one line
ASGARD_FACES = {
    "A-recruit1": "1",
    "A-recruit1+1": "1+1",
    "A-recruit2+1": "2+1",
    "A-exchange": "",
    "A-nothing": "–",
}


def stock(view: View, labels: Labels, *, column: int) -> Block:
    """Temples, Asgard, the row of discs, supplies: strips below each other."""
    parts = [*_temples(view, labels, 0), _label(labels.asgard, 76, 50), *_asgard(view, labels, 76)]
    parts += [_label(labels.row, 130, 28, 300), *_row(view, labels, 160)]
    parts += [_label(labels.supply, 228, 34), *_supply(view, labels, 228)]
    return Block(302, (*parts, *_tiles(view, labels, 266)), column, {"piece": "stock"})


def _label(text: str, y: int, high: int, wide: int = 90) -> Part:
    return Part("label", 0, y, wide, high, {"text": text, "base": high / 2 + 7})


def _temples(view: View, labels: Labels, y: float) -> list[Part]:
    table, found = view.table, list[Part]()
    data = table.components
    for stack, tiles in enumerate(table.temples):
        x, title = stack * TEMPLE_PITCH, labels.temple(table, stack)
        more: dict[str, Any] = {"w": TEMPLE_W, "h": 68, "count": len(tiles)}
        if not tiles:
            found.append(piece("temple", data.stacks[stack], (x, y), "tiles/hole", title, **more))
            continue
        cost = [*data.cost[tiles[-1]]]
        gems = [{"x": 6 + 33 * at, **gem_look(stone, labels.codes[0][stone])} for at, stone in enumerate(cost)]
        extra = 6 + 33 * len(cost) if data.extra[stack] else 0
        more |= {"text": str(data.temple_points[tiles[-1]]), "gems": gems, "extra": extra}
        found.append(piece("temple", data.stacks[stack], (x, y), "tiles/temple", title, **more))
    return found


def _asgard(view: View, labels: Labels, y: float) -> list[Part]:
    """The tiles of the Row, the stack, and the discs in the Asgard Area."""
    table, found = view.table, list[Part]()
    names = table.components.asgard
    for at, (tile, up) in enumerate(zip(table.asgard_row, table.asgard_up, strict=True)):
        touched = names[tile] in table.touched
        title = labels.ringed(labels.asgard_tile(table, tile, up=up), touched=touched)
        look = "tiles/asgard" if up else "tiles/back"
        text = ASGARD_FACES.get(names[tile], names[tile][2:]) if up else ""
        more: dict[str, Any] = {"w": 80, "h": 50, "text": text, "touched": touched}
        found.append(piece("asgard-tile", names[tile], (92 + 86 * at, y), look, title, **more))
    count = str(len(table.asgard_stack))
    found.append(
        piece("asgard-stack", "asgard", (352, y), "tiles/back", labels.asgard_stack(table), w=38, h=50, text=count)
    )
    touched = "asgard" in table.touched
    title = labels.ringed(labels.asgard_area(table), touched=touched)
    owners = [(seat, places.count(ASGARD)) for seat, places in enumerate(table.placed) if ASGARD in places]
    marks = []
    for at, (seat, number) in enumerate(owners):
        text = f"×{number}" if number > 1 and len(owners) < 4 else str(number) if number > 1 else ""
        marks.append(disc(table, seat, 6 + 170 / max(2, len(owners)) * at, 11, 28, text))
    more = {"w": 178, "h": 50, "discs": marks, "touched": touched}
    found.append(piece("asgard-area", "asgard", (398, y), "slots/area", title, **more))
    return found


def _row(view: View, labels: Labels, y: float) -> list[Part]:
    """Seven places with the discs that still stand there, and the seal below each."""
    table, found = view.table, list[Part]()
    seals = table.components.row_seals
    for slot, price in enumerate(seals):
        there = [seat for seat, left in enumerate(table.row) if left >= len(seals) - slot]
        marks = [disc(table, seat, 3 + at % 2 * 24, 4 + at // 2 * 26, 23) for at, seat in enumerate(there)]
        more: dict[str, Any] = {"w": 78, "h": 58, "discs": marks, "price": price}
        found.append(
            piece("row", str(slot + 1), (slot * ROW_PITCH, y), "slots/place", labels.row_slot(table, slot), **more)
        )
    return found


def _supply(view: View, labels: Labels, y: float) -> list[Part]:
    """Recruits, seals and white stones of the common supply."""
    table, x = view.table, 108.0
    found: list[Part] = []
    for kind, count in enumerate(table.recruits):
        title = labels.stock(labels.supply, labels.recruits[kind], count)
        found.append(recruit(kind, f"supply {RECRUITS[kind]}", (x, y + 3, 28), title, str(count)))
        x += 76
    for side, count in enumerate(table.seals):
        title = labels.stock(labels.supply, labels.seals[side], count)
        found.append(seal(side, "supply", (x, y + 3, 28), title, str(count)))
        x += 76
    count = table.stones[WHITE_STONE]
    found.append(gem(WHITE_STONE, "supply", (x, y + 2, 30), labels.stone_supply(WHITE_STONE, count), str(count)))
    return found


def _tiles(view: View, labels: Labels, y: float) -> list[Part]:
    """The stacks of weapons and wizardry, and the battle tiles."""
    table, found = view.table, list[Part]()
    for kind, count in enumerate(view.stacks):
        name = ("weapon", "wizardry")[kind]
        title = labels.stack_of(kind, count)
        icon = f"symbol-{name}"
        found.append(
            piece("stack", name, (2 + 68 * kind, y + 3), "goods/icon", title, s=28, symbol=icon, text=str(count))
        )
    for at, (points, count) in enumerate(zip(table.components.battle_tiles, table.battle_tiles, strict=True)):
        title = labels.battle_tile(points, at + 1, count)
        more: dict[str, Any] = {"w": 70, "h": 34, "text": str(points), "count": f"×{count}"}
        found.append(piece("battle-tiles", str(points), (148 + 88 * at, y), "tiles/won", title, **more))
    return found


# --- a player's panel


def panel(view: View, labels: Labels, seat: Seat, *, column: int) -> Block:
    """The head of a player, then everything in front of them in lines of as many pieces as fit, then what they say."""
    goods, floor = _flowed(_goods(view, labels, seat))
    known = [one.replace(SWORDS, labels.arms[0]) for one in labels.known(view, seat, short=True)]
    told = [(line, one) for one in known for line in wrap(one, LETTERS)]
    lines = [
        Part("line", 8, floor + LINE_OF_TEXT * number, BLOCK - 16, LINE_OF_TEXT, {"text": text}, whole)
        for number, (text, whole) in enumerate(told)
    ]
    high = floor + LINE_OF_TEXT * len(lines) + (4 if lines else 0)
    marks = {"piece": "panel", "seat": seat}
    frame = Part("panel", 0, 0, BLOCK, high, _head(view, labels, seat), labels.seat_title(view, seat), marks)
    return Block(high, (frame, *goods, *lines), column, {"piece": "seat", "seat": seat})


def _head(view: View, labels: Labels, seat: Seat) -> dict[str, Any]:
    return {
        "mark": worn_by(view.table, seat),
        "number": view.table.number(seat),
        "name": labels.name(seat),
        "colour": labels.colour(view, seat),
        "own": seat == view.viewer,
        "waiting": seat in waiting(view),
        "chosen": view.stage in ("gods", "recover") and view.table.chosen[seat],
        "hand": view.hands[seat],
        "points": view.scores[seat],
        "leads": bool(view.scores[seat]) and view.scores[seat] == max(view.scores),
    }


def _flowed(goods: Iterable[Part]) -> tuple[list[Part], int]:
    """Pieces in lines, and where the next line would begin."""
    found, x, y = list[Part](), 8, HEAD_H
    for one in goods:
        if x + one.w > BLOCK - 4:
            x, y = 8, y + LINE_H
        found.append(replace(one, x=x, y=y + (LINE_H - one.h) // 2))
        x += one.w + 9
    return found, y + LINE_H if found else HEAD_H


def _goods(view: View, labels: Labels, seat: Seat) -> Iterator[Part]:
    """Discs, stones, seals, recruits; then tiles."""
    table, ref, owner = view.table, f"P{seat + 1}", labels.name(seat)
    if front := table.front[seat]:
        yield mark(table, seat, ref, (0, 0, 28), labels.front(front), text=f"×{front}")
    for stone, count in enumerate(table.own_stones[seat]):
        if count:
            title = labels.stock(owner, labels.stones[stone], count)
            yield gem(stone, ref, (0, 0, 29), title, labels.codes[0][stone], text=str(count))
    for side, count in enumerate(table.own_seals[seat]):
        if count:
            yield seal(side, ref, (0, 0, 29), labels.stock(owner, labels.seals[side], count), str(count))
    for kind, count in enumerate(table.own_recruits[seat]):
        if count:
            yield recruit(kind, ref, (0, 0, 29), labels.stock(owner, labels.recruits[kind], count), str(count))
    yield from _tiles_of(view, labels, seat, ref)


def _tiles_of(view: View, labels: Labels, seat: Seat, ref: str) -> Iterator[Part]:
    table, data, at = view.table, view.table.components, (0, 0)
    for temple in sorted(table.own_temples[seat]):
        points, title = str(data.temple_points[temple]), labels.own_temple(table, temple)
        yield piece("temple", ref, at, "tiles/gable", title, w=38, h=38, text=points)
    for tile in table.own_population[seat]:
        title, icon, side = labels.population_said(table, tile), KIND_ICONS[data.kind[tile]], data.side[tile]
        yield piece("population", ref, at, "tiles/small", title, w=40, h=36, symbol=icon, side=side)
    for tile, owner in enumerate(table.skills):
        if owner == seat:
            rune = f"rune-{SKILLS[tile].removesuffix('_skill')}"
            yield piece("skill", ref, at, "goods/skill", labels.skill(tile), s=34, symbol=rune)
    for kind, hidden in enumerate((view.weapons[seat], view.wizardry[seat])):
        yield from _arms(labels, kind, [*hidden.known, *[""] * (hidden.count - len(hidden.known))], ref)
    for won in sorted(table.own_battle_tiles[seat]):
        yield piece("battle-tile", ref, at, "tiles/won", labels.won(won), w=40, h=34, text=str(won))
    for god in table.hand[seat]:
        if god != UNKNOWN:
            rune = f"rune-{GODS[god]}"
            yield piece("god-card", ref, at, "tiles/held", labels.in_hand([god]), w=34, h=36, symbol=rune)


def _arms(labels: Labels, kind: int, names: list[str], ref: str) -> Iterator[Part]:
    """Known tiles with their value or kind, the others as backs."""
    symbol = ("weapon", "wizardry")[kind]
    for name in names:
        title, icon = labels.arm(kind, name or None), f"symbol-{symbol}"
        if name:
            text = name if kind == 0 else labels.short_arms.get(name, "")
            look: dict[str, Any] = {"symbol": icon, "text": text.removesuffix(SWORDS), "against": SWORDS in text}
            yield piece(symbol, ref, (0, 0), "tiles/arm", title, w=68, h=36, **look)
        else:
            yield piece(symbol, ref, (0, 0), "tiles/cover", title, w=40, h=36, symbol=icon)
