"""The built map: where tiles and towns lie, what touches what, where the next one may be put (R3.3)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, TypeAlias

from engine.core.moves import IllegalMove
from engine.games.asgards_chosen.data import DATA, FIRST_TOWN, KIND, NONE, TOWN

Hex: TypeAlias = tuple[int, int]
Socket: TypeAlias = tuple[int, int, str]
Laid: TypeAlias = tuple[int, int, int, str]  # tile, q and r of its hexagon a, direction of b
_GEOMETRY: dict[str, Any] = DATA["geometry"]
STEPS: dict[str, Hex] = {name: (q, r) for name, q, r in _GEOMETRY["directions"]}
DIRECTIONS: tuple[str, ...] = tuple(STEPS)
_LEFT: dict[str, Socket] = {name: (q, r, corner) for name, q, r, corner in _GEOMETRY["left_socket"]}
_TOUCHES: dict[str, tuple[Hex, ...]] = {
    "N": tuple((q, r) for q, r in _GEOMETRY["socket_N_touches"]),
    "S": tuple((q, r) for q, r in _GEOMETRY["socket_S_touches"]),
}
_CORNERS: tuple[Socket, ...] = tuple((q, r, corner) for _, q, r, corner in _GEOMETRY["hex_corners"])
FIRST_TILE: dict[str, Any] = _GEOMETRY["first_tile"]
LEAST_TOUCH: int = _GEOMETRY["land_min_touch"]
LEAST_TERRAINS: int = _GEOMETRY["town_min_terrains"]


@dataclass(frozen=True, slots=True)
class Land:
    """The map of one game. `near` is by territory: those next to it, empty for one that is not on the board."""

    hexes: dict[Hex, int]
    discs: dict[Socket, int]
    near: tuple[tuple[int, ...], ...]
    terrains: tuple[int, ...]  # by territory: one bit for each kind of terrain that it is, or that is next to a town
    there: tuple[int, ...]  # territories on the board, in the order of the file


def around(socket: Socket) -> tuple[Hex, ...]:
    """The three hexagons that a socket touches."""
    q, r, corner = socket
    return tuple((q + dq, r + dr) for dq, dr in _TOUCHES[corner])


def corners(at: Hex) -> tuple[Socket, ...]:
    """The six sockets of a hexagon."""
    return tuple((at[0] + q, at[1] + r, corner) for q, r, corner in _CORNERS)


def beside(at: Hex) -> tuple[Hex, ...]:
    """The six neighbours of a hexagon."""
    return tuple((at[0] + q, at[1] + r) for q, r in STEPS.values())


def places_of(q: int, r: int, direction: str) -> tuple[Hex, Hex, Socket]:
    """What a tile covers: its two hexagons, and the socket of its enchanted land."""
    (dq, dr), (sq, sr, corner) = STEPS[direction], _LEFT[direction]
    return (q, r), (q + dq, r + dr), (q + sq, r + sr, corner)


@lru_cache(maxsize=256)
def land(laid: tuple[Laid, ...], towns: tuple[Socket, ...]) -> Land:
    """The map that these tiles and towns make."""
    hexes: dict[Hex, int] = {}
    discs: dict[Socket, int] = {socket: FIRST_TOWN + number for number, socket in enumerate(towns)}
    for tile, q, r, direction in laid:
        one, other, socket = places_of(q, r, direction)
        hexes[one], hexes[other], discs[socket] = 3 * tile, 3 * tile + 1, 3 * tile + 2
    near: list[set[int]] = [set() for _ in KIND]
    for at, territory in hexes.items():
        near[territory] |= {hexes[one] for one in beside(at) if one in hexes}
    for socket, disc in discs.items():
        for at in around(socket):
            if at in hexes:
                near[disc].add(hexes[at])
                near[hexes[at]].add(disc)
    rows = tuple(tuple(sorted(one)) for one in near)
    bits = tuple(_terrains(territory, rows[territory]) for territory in range(len(KIND)))
    return Land(hexes, discs, rows, bits, tuple(sorted([*hexes.values(), *discs.values()])))


def _terrains(territory: int, near: tuple[int, ...]) -> int:
    kind = KIND[territory]
    if kind < TOWN:
        return 1 << kind
    bits = 0
    for other in near if kind == TOWN else ():
        bits |= 1 << KIND[other]
    return bits


# --- Laying tiles (R3.3.5-R3.3.9) ---------------


@lru_cache(maxsize=4096)
def _around_tile(q: int, r: int, direction: str) -> tuple[frozenset[Hex], frozenset[Socket]]:
    one, other, socket = places_of(q, r, direction)
    return frozenset((*beside(one), *beside(other), *around(socket))), frozenset((*corners(one), *corners(other)))


def touched(on: Land, q: int, r: int, direction: str) -> int:
    """How many territories a tile would touch, if it were laid there."""
    hexes, sockets = _around_tile(q, r, direction)
    return len(hexes & on.hexes.keys()) + len(sockets & on.discs.keys())


def neighbours(on: Land, q: int, r: int, direction: str) -> list[int]:
    """The territories that a tile would touch there, in the order of the file."""
    hexes, sockets = _around_tile(q, r, direction)
    there = {on.hexes[at] for at in hexes if at in on.hexes} | {on.discs[at] for at in sockets if at in on.discs}
    return sorted(there)


def check_tile(on: Land, q: int, r: int, direction: str) -> None:
    """Raises IllegalMove E_SPACE_TAKEN, E_LAND_TOUCH (R3.3.7)."""
    one, other, _ = places_of(q, r, direction)
    if one in on.hexes or other in on.hexes:
        raise IllegalMove("E_SPACE_TAKEN", q=q, r=r)
    if not on.hexes:
        if (q, r, direction) != (FIRST_TILE["q"], FIRST_TILE["r"], FIRST_TILE["dir"]):
            raise IllegalMove("E_LAND_TOUCH", least=LEAST_TOUCH)
    elif touched(on, q, r, direction) < LEAST_TOUCH:
        raise IllegalMove("E_LAND_TOUCH", least=LEAST_TOUCH)


def tile_places(on: Land) -> Iterator[tuple[int, int, str]]:
    """Every legal place of the next tile, nearest first, in the order of R3.3.9."""
    if not on.hexes:
        yield FIRST_TILE["q"], FIRST_TILE["r"], FIRST_TILE["dir"]
        return
    free = {one for at in on.hexes for one in beside(at)} - set(on.hexes)
    free |= {one for at in free for one in beside(at)} - set(on.hexes)
    found = []
    for q, r in free:
        for number, direction in enumerate(DIRECTIONS):
            one, other, _ = places_of(q, r, direction)
            if other not in on.hexes and (touch := touched(on, q, r, direction)) >= LEAST_TOUCH:
                found.append((distance(one) + distance(other), -touch, r, q, number))
    for _, _, r, q, number in sorted(found):
        yield q, r, DIRECTIONS[number]


def check_town(on: Land, socket: Socket) -> None:
    """Raises IllegalMove E_SPACE_TAKEN, E_TOWN_TOUCH (R3.3.8)."""
    if socket in on.discs:
        raise IllegalMove("E_SPACE_TAKEN", q=socket[0], r=socket[1])
    if sum(at in on.hexes for at in around(socket)) < LEAST_TERRAINS:
        raise IllegalMove("E_TOWN_TOUCH", least=LEAST_TERRAINS)


def town_places(on: Land) -> list[Socket]:
    """Every legal socket of the next town, in the order of R3.3.9."""
    found = []
    for socket in {corner for at in on.hexes for corner in corners(at)} - set(on.discs):
        cells = around(socket)
        touch = sum(at in on.hexes for at in cells)
        if touch >= LEAST_TERRAINS:
            found.append((-touch, sum(distance(at) for at in cells), socket[1], socket[0], socket[2]))
    return [(q, r, corner) for _, _, r, q, corner in sorted(found)]


def distance(at: Hex) -> int:
    """Steps from the hexagon of the first tile."""
    q, r = at
    return (abs(q) + abs(r) + abs(q + r)) // 2


def without(on: Land, territory: int) -> bool:
    """Whether this territory is not on the board."""
    return territory == NONE or not on.near[territory]
