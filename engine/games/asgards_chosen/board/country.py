"""The map: hexagons with their terrain, towns and enchanted lands in the sockets, markers and heroes on them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from engine.core.board import BLOCK, Block, Part
from engine.games.asgards_chosen.board.chart import Chart, Point, chart, drawn
from engine.games.asgards_chosen.board.labels import Labels
from engine.games.asgards_chosen.board.pieces import TINTS, hero, marker, sign
from engine.games.asgards_chosen.data import KIND, KINDS, TERRITORIES, TOWN
from engine.games.asgards_chosen.data.land import Laid, Socket, town_places
from engine.games.asgards_chosen.view import Territory, View

Box = tuple[int, int, int, int]  # left, top, width, height
MOST = 36  # size of a piece
OVERLAP = 1.6  # sizes of a piece that a marker and a hero before it take at least


def country(view: View, labels: Labels) -> Block:
    """The land as one part, as it is the same from move to move; on it a part for each territory, and its pieces."""
    building = view.stage == "board"
    free = bool(view.tile)  # else a town is laid
    on = chart(view.laid, view.towns, building=building, free=free)
    ground, places = _ground(view.laid, view.towns, building=building, free=free)
    parts = [Part("map/land", 0, 0, BLOCK, on.height, ground)]
    if building:
        parts += [*_cells(on, labels), *_sockets(view, on, labels)]
    for one in view.territories:
        disc = one.kind in KINDS[TOWN:]
        x, y, w, h = places[one.name]
        data = _named(labels, one, building=building, disc=disc, w=w, h=h)
        new = one.name in view.touched
        marks = {"piece": "territory", "ref": one.name}
        look, title = "map/disc" if disc else "map/cell", labels.territory(one)
        parts.append(Part(look, x, y, w, h, data, title, marks, touched=new, round=disc))
        parts += _pieces(view, labels, one, (x, y, w, h))
    return Block(on.height, tuple(parts), marks={"piece": "map"})


@lru_cache(maxsize=512)
def _ground(
    laid: tuple[Laid, ...], towns: tuple[Socket, ...], *, building: bool, free: bool
) -> tuple[dict[str, Any], dict[str, Box]]:
    """What does not change once the map is built: the land, and the place of every territory."""
    on = chart(laid, towns, building=building, free=free)
    places = {TERRITORIES[at]: _box(on, on.hexagon(where), disc=False) for where, at in on.land.hexes.items()}
    places |= {TERRITORIES[at]: _box(on, on.socket(where), disc=True) for where, at in on.land.discs.items()}
    return _land(on), places


def _box(on: Chart, middle: Point, *, disc: bool) -> Box:
    wide, high = (int(on.disc), int(on.disc)) if disc else on.inside()
    return round(middle[0]) - wide, round(middle[1]) - high, 2 * wide, 2 * high


def _land(on: Chart) -> dict[str, Any]:
    """Every hexagon with its ground and its sign, and the free ones round it while it is built."""
    hexes = []
    for at, territory in on.land.hexes.items():
        (x, y), kind = on.hexagon(at), KINDS[KIND[territory]]
        s = round(0.8 * on.size)
        hexes.append({"path": drawn(on.outline(at)), "tint": TINTS[kind], "symbol": sign(kind), "s": s,
                      "x": round(x - s / 2, 1), "y": round(y - s / 2, 1)})  # fmt: skip
    return {"hexes": hexes, "free": [drawn(on.outline(at, 0.92)) for at in on.cells]}


def _named(labels: Labels, one: Territory, *, building: bool, disc: bool, w: int, h: int) -> dict[str, Any]:
    """The name, above the pieces that stand there; while the map is built its coordinates. The ground of its owner."""
    standing = one.side is not None or bool(one.hero)
    text = one.name
    if building:
        text = "" if disc else labels.where(one.name)
    data = {"text": text, "x": w // 2, "y": _name(h) - 3 if standing else h // 2 + 5, "side": one.side}
    if disc:
        ground = {"tint": TINTS[one.kind], "town": one.kind == "town", "symbol": sign(one.kind)}
        size = w if standing else max(34, round(0.76 * w)) if text else round(0.8 * w)
        return data | ground | {"r": w // 2, "bare": building, "size": size, "at": round((w - size) / 2, 1)}
    return data


def _name(high: int) -> int:
    """The height of the line with the name, over the pieces."""
    return 20 if high < 54 else 23


def _pieces(view: View, labels: Labels, one: Territory, box: Box) -> Iterator[Part]:
    """The marker and before it the hero of a territory, under its name."""
    x, y, w, h = box
    name = _name(h)
    size = min(h - name, w, MOST)
    if one.hero and one.side is not None:  # the hero before the marker, which is seen beside it
        size = min(size, round(w / OVERLAP))
    each = [] if one.side is None else [marker(one.side, size)]
    if one.hero:
        side = int(one.hero[1:])
        who = next(found for found in view.sides[side].heroes if found.name == one.hero[0])
        wide = min(w, 2 * size) if each else size
        each.append(hero(side, labels.letter(one.hero[0]), size, wide - size, down=who.down))
    if each:
        wide = each[-1]["x"] + size
        spot = (x + (w - wide) // 2, y + name + (h - name - size) // 2, wide, size)
        marks = {"piece": "standing", "ref": one.name, "marker": one.side is not None, "hero": one.hero}
        yield Part("map/piece", *spot, {"each": each}, "", marks)


def _cells(on: Chart, labels: Labels) -> Iterator[Part]:
    """Free hexagons with their coordinates, as orders write them."""
    for q, r in on.cells:
        x, y, w, h = _box(on, on.hexagon((q, r)), disc=False)
        data = {"text": f"{q},{r}", "x": w // 2, "y": h // 2 + 5}
        yield Part("map/free", x, y, w, h, data, labels.free(q, r), {"piece": "free", "ref": f"{q},{r}"})


def _sockets(view: View, on: Chart, labels: Labels) -> Iterator[Part]:
    """Where the town that is asked for may go."""
    if view.tile:
        return
    for q, r, corner in town_places(on.land):
        x, y = on.socket((q, r, corner))
        half = int(on.disc)
        title = labels.free(q, r, corner)
        marks = {"piece": "socket", "ref": f"{q},{r}{corner}"}
        yield Part("map/socket", round(x) - half, round(y) - half, 2 * half, 2 * half, {"r": half}, title, marks)
