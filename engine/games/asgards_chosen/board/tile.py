"""While the board is laid: the tile that is to be placed, and the rose of directions as orders name them."""

from __future__ import annotations

import textwrap
from math import cos, radians, sin
from typing import Any, Final

from engine.core.board import BLOCK, Block, Part
from engine.games.asgards_chosen.board.chart import CORNERS, HALF, Point, chart, drawn
from engine.games.asgards_chosen.board.labels import Labels
from engine.games.asgards_chosen.board.pieces import TINTS, sign
from engine.games.asgards_chosen.data import KIND, KINDS, TILES
from engine.games.asgards_chosen.data.land import DIRECTIONS
from engine.games.asgards_chosen.view import View

HEIGHT: Final = 108
ROSE_W: Final = 124
SIZE, LYING, DISC = 38, 30, 15  # of the hexagons of the tile, upright and turned, and of its enchanted land
LETTERS = 40  # of a line beside the rose
REACH = 40  # from the middle of the rose to its letters


def tile(view: View, labels: Labels) -> list[Block]:
    """One block as long as tiles or towns are placed."""
    if view.stage != "board":
        return []
    turned = chart(view.laid, view.towns, building=True).turned
    rose = {"each": [_spoke(labels, number, code, turned=turned) for number, code in enumerate(DIRECTIONS)]}
    parts = [Part("map/rose", BLOCK - ROSE_W, 0, ROSE_W, HEIGHT, rose, labels.rose(turned=turned), {"piece": "rose"})]
    if view.tile:
        said = labels.tile_parts(view.tile)
        data = _drawn(view.tile, turned=turned) | {
            "lines": [{"text": text, "y": 48 + 24 * number} for number, text in enumerate(said)],
            "title": f"{labels.label('tile')}: {view.tile}",
        }  # fmt: skip
        title = " · ".join([data["title"], *said, labels.text("left_end")])
        parts.append(
            Part("map/tile", 0, 0, BLOCK - ROSE_W - 4, HEIGHT, data, title, {"piece": "tile", "ref": view.tile})
        )
    else:
        wrapped = textwrap.wrap(labels.text("sockets"), LETTERS)
        lines = [{"text": text, "y": 46 + 24 * number} for number, text in enumerate(wrapped)]
        box = (0, 0, BLOCK - ROSE_W - 4, HEIGHT)
        parts.append(Part("map/sockets", *box, {"title": labels.text("town"), "lines": lines}, labels.text("sockets")))
    return [Block(HEIGHT, tuple(parts), marks={"piece": "tile"})]


def _spoke(labels: Labels, number: int, code: str, *, turned: bool) -> dict[str, Any]:
    """A direction: E to the right, the others a sixth further each; turned, north is to the left."""
    angle = radians(60 * number + (90 if turned else 0))
    x, y = cos(angle), -sin(angle)
    middle, centre = ROSE_W / 2, HEIGHT / 2
    return {
        "text": labels.direction(code), "x": round(middle + 1.08 * REACH * x), "y": round(centre + REACH * y + 7),
        "x1": round(middle + 6 * x, 1), "y1": round(centre + 6 * y, 1), "x2": round(middle + 22 * x, 1),
        "y2": round(centre + 22 * y, 1), "first": not number,
    }  # fmt: skip


def _drawn(name: str, *, turned: bool) -> dict[str, Any]:
    """The tile as it lies when b is east of a, its enchanted land at the northern end of their edge."""
    at = 3 * TILES.index(name)
    kinds = [KINDS[KIND[at + part]] for part in range(3)]
    size = LYING if turned else SIZE
    hexes = [
        {
            "path": drawn([_place(2 * HALF * number + x, y, size, turned=turned) for x, y in CORNERS]),
            "tint": TINTS[kind], "letter": "ab"[number], "at": _place(2 * HALF * number, 0, size, turned=turned),
        } for number, kind in enumerate(kinds[:2])
    ]  # fmt: skip
    x, y = _place(HALF, -0.5, size, turned=turned)
    disc = {"x": x, "y": y, "r": DISC, "tint": TINTS[kinds[2]], "symbol": sign(kinds[2])}
    return {"hexes": hexes, "disc": disc}


def _place(x: float, y: float, size: int, *, turned: bool) -> Point:
    """A point of the tile in its part; `x`, `y` in hexagons of size 1 from the middle of a, east and south."""
    if turned:
        return round(24 + DISC + size * y, 1), round(HEIGHT - 2 - size * (HALF + x), 1)
    return round(2 + size * (HALF + x), 1), round(62 + size * y, 1)
