"""Below the gods: stacks and supplies, then a panel for each player with everything in front of them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.core.contract import Seat
from engine.games.asgard.board_pieces import EDGE, WIDTH, Piece, disc, gem, mark, piece, recruit, seal
from engine.games.asgard.board_words import Labels, waiting
from engine.games.asgard.board_worlds import KIND_ICONS
from engine.games.asgard.pieces import ASGARD, GODS, SKILLS, UNKNOWN, WHITE_STONE
from engine.games.asgard.view import View

TEMPLE_W, TEMPLE_PITCH = 140, 145.3
ROW_PITCH = 82.3
HEAD_H, LINE_H = 44, 40
ASGARD_FACES = {
    "A-recruit1": "1",
    "A-recruit1+1": "1+1",
    "A-recruit2+1": "2+1",
    "A-exchange": "",
    "A-nothing": "–",
}


def stock(view: View, labels: Labels, top: float) -> dict[str, Any]:
    """Temples, Asgard, the row of discs, supplies: four strips below each other."""
    asgard, row, supply, tiles = top + 76, top + 138, top + 204, top + 242
    pieces = _temples(view, labels, top) + _asgard(view, labels, asgard) + _row(view, labels, row)
    pieces += _supply(view, labels, supply) + _tiles(view, labels, tiles)
    return {
        "pieces": pieces,
        "asgard": {"y": asgard, "text": labels.asgard},
        "row": {"y": row},
        "supply": {"y": supply, "text": labels.supply},
        "bottom": tiles + 36,
    }


def _temples(view: View, labels: Labels, y: float) -> list[Piece]:
    table, found = view.table, list[Piece]()
    data = table.components
    for stack, tiles in enumerate(table.temples):
        x, title = EDGE + stack * TEMPLE_PITCH, labels.temple(table, stack)
        more = {"w": TEMPLE_W, "h": 68, "name": data.stacks[stack], "count": len(tiles)}
        if not tiles:
            found.append(piece("temple", data.stacks[stack], (x, y), "hole", title, **more))
            continue
        cost = [*data.cost[tiles[-1]]]
        gems = [gem(stone, "", (6 + 33 * at, 36, 28), "", labels.codes[0][stone]) for at, stone in enumerate(cost)]
        extra = 6 + 33 * len(cost) if data.extra[stack] else 0
        points = str(data.temple_points[tiles[-1]])
        found.append(
            piece("temple", data.stacks[stack], (x, y), "temple", title, text=points, gems=gems, extra=extra, **more)
        )
    return found


def _asgard(view: View, labels: Labels, y: float) -> list[Piece]:
    """The tiles of the Row, the stack, and the discs in the Asgard Area."""
    table, found = view.table, list[Piece]()
    names = table.components.asgard
    for at, (tile, up) in enumerate(zip(table.asgard_row, table.asgard_up, strict=True)):
        touched = names[tile] in table.touched
        title = labels.ringed(labels.asgard_tile(table, tile, up=up), touched=touched)
        more = {"w": 80, "h": 50, "text": ASGARD_FACES.get(names[tile], names[tile][2:]), "touched": touched}
        look = "asgard" if up else "back"
        if not up:
            more["text"] = ""
        found.append(piece("asgard-tile", names[tile], (EDGE + 92 + 86 * at, y), look, title, **more))
    count = str(len(table.asgard_stack))
    found.append(
        piece("asgard-stack", "asgard", (EDGE + 352, y), "back", labels.asgard_stack(table), w=38, h=50, text=count)
    )
    touched = "asgard" in table.touched
    title = labels.ringed(labels.asgard_area(table), touched=touched)
    owners = [(seat, places.count(ASGARD)) for seat, places in enumerate(table.placed) if ASGARD in places]
    marks = []
    for at, (seat, number) in enumerate(owners):
        text = f"×{number}" if number > 1 and len(owners) < 4 else str(number) if number > 1 else ""
        marks.append(disc(seat, 6 + 170 / max(2, len(owners)) * at, 11, 28, text))
    more = {"w": 178, "h": 50, "discs": marks, "touched": touched}
    found.append(piece("asgard-area", "asgard", (EDGE + 398, y), "area", title, **more))
    return found


def _row(view: View, labels: Labels, y: float) -> list[Piece]:
    """Seven places with the discs that still stand there, and the seal below each."""
    table, found = view.table, list[Piece]()
    seals = table.components.row_seals
    for slot, price in enumerate(seals):
        there = [seat for seat, left in enumerate(table.row) if left >= len(seals) - slot]
        marks = [disc(seat, 3 + at % 2 * 24, 4 + at // 2 * 26, 23) for at, seat in enumerate(there)]
        more = {"w": 78, "h": 58, "discs": marks, "price": price}
        found.append(
            piece("row", str(slot + 1), (EDGE + slot * ROW_PITCH, y), "place", labels.row_slot(table, slot), **more)
        )
    return found


def _supply(view: View, labels: Labels, y: float) -> list[Piece]:
    """Recruits, seals and white stones of the common supply."""
    table, x = view.table, EDGE + 108.0
    found: list[Piece] = []
    for kind, count in enumerate(table.recruits):
        title = labels.stock(labels.supply, labels.recruits[kind], count)
        found.append(recruit(kind, "supply", (x, y + 3, 28), title, str(count)))
        x += 76
    for side, count in enumerate(table.seals):
        title = labels.stock(labels.supply, labels.seals[side], count)
        found.append(seal(side, "supply", (x, y + 3, 28), title, str(count)))
        x += 76
    count = table.stones[WHITE_STONE]
    found.append(gem(WHITE_STONE, "supply", (x, y + 2, 30), labels.stone_supply(WHITE_STONE, count), str(count)))
    return found


def _tiles(view: View, labels: Labels, y: float) -> list[Piece]:
    """The stacks of weapons and wizardry, and the battle tiles."""
    table, found = view.table, list[Piece]()
    for kind, count in enumerate(view.stacks):
        name = ("weapon", "wizardry")[kind]
        title = labels.stack_of(kind, count)
        found.append(
            piece(
                "stack",
                name,
                (EDGE + 2 + 68 * kind, y + 3),
                "icon",
                title,
                s=28,
                symbol=f"symbol-{name}",
                text=str(count),
            )
        )
    for at, (points, count) in enumerate(zip(table.components.battle_tiles, table.battle_tiles, strict=True)):
        title = labels.battle_tile(points, at + 1, count)
        found.append(
            piece(
                "battle-tiles",
                str(points),
                (EDGE + 148 + 88 * at, y),
                "won",
                title,
                w=40,
                h=34,
                text=str(points),
                count=f"×{count}",
            )
        )
    return found


# --- a player's panel


def panel(view: View, labels: Labels, seat: Seat, y: float) -> dict[str, Any]:
    """The head of a player, then everything in front of them in lines of as many pieces as fit."""
    table = view.table
    lines = list(_lines(view, labels, seat))
    goods: list[Piece] = []
    x, at = EDGE + 8.0, y + HEAD_H
    for one in _goods(view, labels, seat):
        if x + one["room"] > WIDTH - EDGE - 4:
            x, at = EDGE + 8.0, at + LINE_H
        goods.append({**one, "x": round(x), "y": round(at + one["down"])})
        x += one["room"]
    floor = at + LINE_H if goods else y + HEAD_H
    return {
        "seat": seat,
        "mark": "abcdef"[seat],
        "y": y,
        "bottom": floor + 28 * len(lines),
        "h": floor + 28 * len(lines) - y,
        "number": table.number(seat),
        "name": labels.short(seat, 16),
        "colour": labels.colour(view, seat),
        "own": seat == view.viewer,
        "waiting": seat in waiting(view),
        "chosen": view.stage in ("gods", "recover") and table.chosen[seat],
        "hand": view.hands[seat],
        "points": view.scores[seat],
        "leads": bool(view.scores[seat]) and view.scores[seat] == max(view.scores),
        "title": labels.seat_title(view, seat),
        "goods": goods,
        "lines": [{"y": floor + 20 + 28 * number, "text": text} for number, text in enumerate(lines)],
    }


def _good(room: float, one: Piece, down: float = 4) -> Piece:
    return {**one, "room": room, "down": down}


def _goods(view: View, labels: Labels, seat: Seat) -> Iterator[Piece]:
    """Discs, stones, seals, recruits; then tiles. `room`: how wide each is with the space behind it."""
    table, ref = view.table, f"P{seat + 1}"
    if table.front[seat]:
        yield _good(68, mark(seat, ref, (0, 0, 28), labels.front(table.front[seat]), text=f"×{table.front[seat]}"))
    for stone, count in enumerate(table.own_stones[seat]):
        if count:
            title = labels.stock(labels.name(seat), labels.stones[stone], count)
            yield _good(52, gem(stone, ref, (0, 0, 29), title, labels.codes[0][stone], text=str(count)))
    for side, count in enumerate(table.own_seals[seat]):
        if count:
            title = labels.stock(labels.name(seat), labels.seals[side], count)
            yield _good(52, seal(side, ref, (0, 0, 29), title, str(count)))
    for kind, count in enumerate(table.own_recruits[seat]):
        if count:
            title = labels.stock(labels.name(seat), labels.recruits[kind], count)
            yield _good(52 if count < 10 else 62, recruit(kind, ref, (0, 0, 29), title, str(count)))
    yield from _tiles_of(view, labels, seat, ref)


def _tiles_of(view: View, labels: Labels, seat: Seat, ref: str) -> Iterator[Piece]:
    table = view.table
    for temple in sorted(table.own_temples[seat]):
        points = str(table.components.temple_points[temple])
        yield _good(44, piece("temple", ref, (0, 0), "gable", labels.own_temple(table, temple), s=38, text=points), 0)
    for tile in table.own_population[seat]:
        icon, title = KIND_ICONS[table.components.kind[tile]], labels.population(table, tile)
        side = table.components.side[tile]
        yield _good(46, piece("population", ref, (0, 0), "small", title, w=40, h=36, symbol=icon, side=side), 0)
    for tile, owner in enumerate(table.skills):
        if owner == seat:
            rune = f"rune-{SKILLS[tile].removesuffix('_skill')}"
            yield _good(46, piece("skill", ref, (0, 0), "skill", labels.skill(tile), s=34, symbol=rune), 1)
    for kind, hidden in enumerate((view.weapons[seat], view.wizardry[seat])):
        yield from _arms(labels, kind, list(hidden.known) + [""] * (hidden.count - len(hidden.known)), ref)
    for won in sorted(table.own_battle_tiles[seat]):
        yield _good(46, piece("battle-tile", ref, (0, 0), "won", labels.won(won), w=40, h=34, text=str(won)), 1)
    for god in table.hand[seat]:
        if god != UNKNOWN:
            title = labels.in_hand([god])
            yield _good(40, piece("god-card", ref, (0, 0), "held", title, w=34, h=36, symbol=f"rune-{GODS[god]}"), 0)


def _arms(labels: Labels, kind: int, names: list[str], ref: str) -> Iterator[Piece]:
    """Known tiles with their value or kind, the others as backs."""
    symbol = ("weapon", "wizardry")[kind]
    for name in names:
        title = labels.arm(kind, name or None)
        text = name if kind == 0 else labels.short_arms.get(name, "")
        room = 56 if name else 46
        look = "arm" if name else "cover"
        yield _good(
            room, piece(symbol, ref, (0, 0), look, title, w=room - 6, h=36, symbol=f"symbol-{symbol}", text=text), 0
        )


def _lines(view: View, labels: Labels, seat: Seat) -> Iterator[str]:
    """Offers of a seat; for the viewer also what was seen in secret."""
    for offer in view.offers:
        if offer.seat == seat:
            yield labels.cut(labels.offer(offer), 52)
    if seat != view.viewer:
        return
    if view.searching:
        yield labels.cut(labels.lies_there(view.searching), 52)
    for kind, tiles in enumerate(view.saw):
        if tiles is not None:
            yield labels.cut(labels.saw(kind, labels.counted(kind, tiles)), 54)
