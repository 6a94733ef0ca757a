"""The map as the log tells it, by R3.3 alone: what each territory is, and which terrains a town touches."""

from __future__ import annotations

from typing import Any

from engine.games.asgards_chosen.data import DATA

STEP = {"E": (1, 0), "NE": (1, -1), "NW": (0, -1), "W": (-1, 0), "SW": (-1, 1), "SE": (0, 1)}  # R3.3.3
CORNER = {"N": ((0, 0), (1, -1), (0, -1)), "S": ((0, 0), (0, 1), (-1, 1))}  # R3.3.4
ELEMENT = dict.fromkeys(("forest", "bog", "lake"), "water") | dict.fromkeys(("scrub", "hill", "mountain"), "wind")
OPPOSING = {"hill": "bog", "lake": "scrub", "forest": "mountain"}  # R2.2
OPPOSING |= {other: one for one, other in OPPOSING.items()}
_TILES: dict[str, Any] = {row["id"]: row for row in DATA["land_tile"]}


def kind(place: str) -> str:
    """A terrain, an enchanted land, or a town; empty for nowhere."""
    if not place or place[0] == "T":
        return "town" if place else ""
    return str(_TILES[place[:-1]][place[-1]])


class Board:
    """Where the terrains lie, and the towns."""

    def __init__(self) -> None:
        self._hexes: dict[tuple[int, int], str] = {}
        self._towns: dict[str, tuple[int, int, str]] = {}

    def lie(self, players: int) -> None:
        """As the introductory game has it (R14.2)."""
        layout = next(row for row in DATA["intro_layout"] if row["players"] == players)
        for tile, q, r, direction in layout["land"]:
            self.lay(tile, q, r, direction)
        for number, (q, r, corner) in enumerate(layout["town"], 1):
            self.place(f"T{number}", q, r, corner)

    def lay(self, tile: str, q: int, r: int, direction: str) -> None:
        """R3.3.5."""
        (dq, dr) = STEP[direction]
        self._hexes[q, r], self._hexes[q + dq, r + dr] = f"{tile}a", f"{tile}b"

    def place(self, town: str, q: int, r: int, corner: str) -> None:
        self._towns[town] = q, r, corner

    def remove(self, tile: str) -> None:
        self._hexes = {at: place for at, place in self._hexes.items() if place[:-1] != tile}

    def terrains(self, place: str) -> set[str]:
        """What it is; all that a town touches (R3.3.6); nothing for an enchanted land."""
        if kind(place) in OPPOSING:
            return {kind(place)}
        if place not in self._towns:
            return set()
        q, r, corner = self._towns[place]
        cells = ((q + dq, r + dr) for dq, dr in CORNER[corner])
        return {kind(self._hexes[at]) for at in cells if at in self._hexes}
