"""Power counted a second time, from the component data alone: every creature on every battleground, on both sides."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from engine.games.asgards_chosen.data import CARD, DATA, NONE, TERRITORY
from engine.games.asgards_chosen.rules.battle.plays import moves
from engine.games.asgards_chosen.rules.battle.totals import attack, defence
from engine.games.asgards_chosen.state import Battle
from tests.games.asgards_chosen.scene import Scene

ROWS: dict[str, Any] = {row["id"]: row for row in DATA["creature"]}
TILES = {row["id"]: row for row in DATA["land_tile"]}
OPPOSING = {row["id"]: row["opposing"] for row in DATA["terrain"]}
ELEMENT = {row["id"]: row["element"] for row in DATA["terrain"]}
# Origin and battleground on the board of three: terrains side by side, from a town, from an enchanted land.
PLACES = [
    ("S1a", "S1b"), ("S1b", "S1a"), ("L7b", "L7a"), ("L7a", "S2a"), ("S2a", "S2b"), ("S2b", "L2b"), ("L9a", "S2b"),
    ("L2b", "S2b"), ("T8", "S1b"), ("S1b", "T8"), ("S1e", "S1a"), ("L7b", "S1e"), ("S3b", "L7b"), ("L4b", "L4a"),
]  # fmt: skip
NEAR_T8 = {"hill", "scrub"}  # S46


def terrain(place: str) -> str:
    """What a territory is: a terrain, a town or enchanted land."""
    if place[0] == "T":
        return "town"
    return "enchanted" if place[-1] == "e" else str(TILES[place[:-1]][place[-1]])


def matching(origin: str, ground: str, *, attacker: bool) -> set[str]:
    """The match set of R8.1, by its table."""
    own = {terrain(origin)} - {"town", "enchanted"}
    here = {"town": NEAR_T8, "enchanted": set()}.get(terrain(ground), {terrain(ground)})
    return own if attacker and terrain(ground) == "town" else own | here


def power(name: str, matches: set[str], keeper: str) -> int:
    row = ROWS[name]
    off = {"spring_flood": "wind", "north_wind": "water"}.get(keeper) == ELEMENT[row["terrain"]]
    return int(row["power"]) + (int(row["bonus"]) if row["terrain"] in matches and not off else 0)


@pytest.mark.parametrize("origin, ground", PLACES)
@pytest.mark.parametrize("keeper", ["", "spring_flood", "north_wind"])
def test_all_pairs_of_creatures_count_as_the_data_says(origin: str, ground: str, keeper: str) -> None:
    scene = Scene(markers={"B": "S3a"}, heroes={"AF": origin, "BM": "S3a"}, keeper=keeper)
    state = scene.state
    state.battle = Battle(0, 1, 0, TERRITORY[origin], TERRITORY[ground])
    attacking, defending = (matching(origin, ground, attacker=side) for side in (True, False))
    for mine, theirs in product(ROWS, ROWS):
        state.played[0], state.played[1], state.militia = [_card(mine, 1)], [_card(theirs, 2)], [_card(theirs, 1)]
        if mine == theirs and _card(mine, 1) in state.played[1]:
            continue
        assert attack(state) == power(mine, attacking, keeper), mine
        assert defence(state) == 2 * power(theirs, defending, keeper), theirs


def _card(name: str, number: int) -> int:
    """A copy of a creature; the only one where there is no other."""
    return CARD[name] if name in CARD else CARD[f"{name}.{number}"]


@pytest.mark.parametrize("origin, ground", PLACES)
def test_who_may_fight_where(origin: str, ground: str) -> None:
    """All but those whose opposing terrain the battleground is."""
    scene = Scene(heroes={"AF": origin})
    state = scene.state
    state.battle = Battle(0, NONE, 0, TERRITORY[origin], TERRITORY[ground])
    for name, row in ROWS.items():
        state.hands[0] = [_card(name, 1)]
        offered = any(getattr(move, "card", "") == name for move in moves(state, 0))
        assert offered == (OPPOSING[row["terrain"]] != terrain(ground)), name
