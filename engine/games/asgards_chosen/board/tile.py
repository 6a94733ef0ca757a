"""While the board is laid: the tile that is to be placed, and the rose of directions as orders name them."""

from __future__ import annotations

import textwrap
from math import cos, radians, sin
from typing import Any, Final

from engine.core.board import BLOCK, Block, Part
from engine.games.asgards_chosen.board.chart import HALF, chart
from engine.games.asgards_chosen.board.labels import Labels
from engine.games.asgards_chosen.board.pieces import TINTS, sign
from engine.games.asgards_chosen.data import KIND, KINDS, TILES
from engine.games.asgards_chosen.data.land import DIRECTIONS
from engine.games.asgards_chosen.view import View

HEIGHT: Final = 108
ROSE_W: Final = 124
SIZE, DISC = 38, 16  # of the hexagons of the tile, and of its enchanted land
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
        data = _drawn(view.tile) | {
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


def _drawn(name: str) -> dict[str, Any]:
    """The tile as it lies when b is east of a: its enchanted land at the upper end of their edge."""
    at = 3 * TILES.index(name)
    kinds = [KINDS[KIND[at + part]] for part in range(3)]
    hexes = []
    for number, kind in enumerate(kinds[:2]):
        x = 2 + HALF * SIZE * (1 + 2 * number)
        points = [(x + SIZE * dx, 62 + SIZE * dy) for dx, dy in
                  ((0, -1), (HALF, -0.5), (HALF, 0.5), (0, 1), (-HALF, 0.5), (-HALF, -0.5))]  # fmt: skip
        path = "M" + "L".join(f"{px:.1f} {py:.1f}" for px, py in points) + "Z"
        hexes.append({"path": path, "tint": TINTS[kind], "letter": "ab"[number], "x": round(x, 1)})
    disc = {"x": round(2 + 2 * HALF * SIZE, 1), "y": 62 - SIZE / 2, "r": DISC, "tint": TINTS[kinds[2]],
            "symbol": sign(kinds[2])}  # fmt: skip
    return {"hexes": hexes, "disc": disc}
