"""Where the map lies on the picture: how large a hexagon is, and the middle of every hexagon and socket.

The map is built by the players and may be long and thin. It is drawn as large as its block allows; where it is much
larger lying on its side it is turned, north to the left, and the rose of directions turns with it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from math import sqrt
from typing import Final, TypeAlias

from engine.core.board import BLOCK
from engine.games.asgards_chosen.data.land import Hex, Laid, Land, Socket, beside, land, town_places

Point: TypeAlias = tuple[float, float]

HALF: Final = sqrt(3) / 2  # from the middle of a hexagon to its edges, where its corners are 1 away
LARGEST: Final = 74  # units of a hexagon's radius
TURNED_BELOW: Final = 50
HIGHEST: Final = 970  # of the map, so that all stands on the first screen of a wide page
BESIDE: Final = 118  # units of it that the tile to be laid takes, while the map is built
EDGE: Final = 8
DISC: Final = 0.42  # of the radius of a hexagon: that of a disc
ROOM: Final = 9.5  # units from the middle of a hexagon up and down that coordinates take
COORDINATES: Final = 27  # and to either side
CORNERS: Final[tuple[Point, ...]] = ((0, -1), (HALF, -0.5), (HALF, 0.5), (0, 1), (-HALF, 0.5), (-HALF, -0.5))


@dataclass(frozen=True, slots=True)
class Chart:
    """A map in units of its block; `cells`: free hexagons round it, while tiles are laid."""

    land: Land
    building: bool
    cells: tuple[Hex, ...]
    size: float  # of a hexagon, from its middle to its corners
    disc: float
    turned: bool
    left: float
    top: float
    height: int

    def hexagon(self, at: Hex) -> Point:
        """The middle of a hexagon."""
        return self._place(_middle(at))

    def socket(self, at: Socket) -> Point:
        """The middle of a socket."""
        x, y = _middle((at[0], at[1]))
        return self._place((x, y - 1 if at[2] == "N" else y + 1))

    def outline(self, at: Hex, share: float = 1) -> list[Point]:
        """The corners of a hexagon, clockwise; `share`: of its size."""
        x, y = _middle(at)
        return [self._place((x + share * dx, y + share * dy)) for dx, dy in CORNERS]

    def inside(self) -> tuple[int, int]:
        """Half the width and half the height of what is free of discs in the middle of a hexagon.

        On a small map that is being built it is a strip between the discs, wide enough for coordinates.
        """
        wide, high = int(HALF * self.size - self.disc) - 1, int(self.size - self.disc) - 1
        if self.turned:
            return high, wide
        return (wide, high) if wide >= COORDINATES or not self.building else (int(HALF * self.size) - 2, int(ROOM))

    def _place(self, at: Point) -> Point:
        x, y = (at[1], -at[0]) if self.turned else at
        return self.left + self.size * x, self.top + self.size * y


def _middle(at: Hex) -> Point:
    q, r = at
    return 2 * HALF * (q + r / 2), 1.5 * r


@lru_cache(maxsize=512)
def chart(laid: tuple[Laid, ...], towns: tuple[Socket, ...], *, building: bool, free: bool = True) -> Chart:
    """The map that is on the table; `building`: with the free hexagons round it, or where not `free` with the free
    sockets alone, for a town: two of them lie beside each other, and want the room for fingers.
    """
    on = land(laid, towns)
    ring = sorted({one for at in on.hexes for one in beside(at)} - set(on.hexes)) if building else []
    highest = HIGHEST - BESIDE if building else HIGHEST
    box = _extent([*on.hexes, *ring], on.discs)
    upright, lying = _size(box, highest, turned=False), _size(box, highest, turned=True)
    turned = upright < TURNED_BELOW and lying > upright
    if building and not free:
        box = _extent([*on.hexes], [*on.discs, *town_places(on)])
    size = _size(box, highest, turned=turned)
    left, top, right, bottom = (box[1], -box[2], box[3], -box[0]) if turned else box
    height = round(size * (bottom - top)) + 2 * EDGE
    middle = BLOCK / 2 - size * (left + right) / 2
    disc = DISC * size
    if building:
        disc = min(disc, max(size / 2 - ROOM, HALF * size - COORDINATES - 2))
    return Chart(on, building, tuple(ring) if free else (), size, disc, turned, middle, EDGE - size * top, height)


def _extent(hexes: Sequence[Hex], discs: Iterable[Socket]) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of the map, for hexagons of size 1."""
    if not hexes:
        return -HALF, -1, HALF, 1
    boxes = [(x - HALF, y - 1, x + HALF, y + 1) for x, y in map(_middle, hexes)]
    for q, r, corner in discs:
        x, y = _middle((q, r))
        y += -1 if corner == "N" else 1
        boxes.append((x - DISC, y - DISC, x + DISC, y + DISC))
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)


def _size(box: tuple[float, float, float, float], highest: int, *, turned: bool) -> float:
    wide, high = box[2] - box[0], box[3] - box[1]
    if turned:
        wide, high = high, wide
    return min((BLOCK - 2 * EDGE) / wide, (highest - 2 * EDGE) / high, LARGEST)


def drawn(outline: Iterable[Point]) -> str:
    """An outline as a path, from corner to corner: so hexes differ in their first corner alone, and pack well."""
    tenths = [(round(x * 10), round(y * 10)) for x, y in outline]
    steps = [(x - x0, y - y0) for (x0, y0), (x, y) in pairwise(tenths)]
    return "m" + "l".join(f"{x / 10:g} {y / 10:g}" for x, y in (tenths[0], *steps)) + "z"
