"""The component data: read from TOML, checked, and pinned by hash. Another printing is another file, not other code."""

from __future__ import annotations

import hashlib
import json
import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from engine.games.asgard.pieces import EITHER, GOD_NUMBER, GODS, RECRUIT_NUMBER, RECRUITS, SEALS, STONES

HERE = Path(__file__).resolve().parent
STANDARD = "standard"
SIDES = {"light": 0, "darkness": 1}


@dataclass(frozen=True, slots=True)
class Setup:
    """What changes with the number of players (R2)."""

    stones: int
    white_stones: int
    seals: tuple[int, int]  # the supply, Light and Darkness
    row: int  # face-up tiles of the Asgard Row
    empty: tuple[int, ...]  # worlds from 0 that stay empty
    asgard: tuple[int, ...]  # Asgard tiles that are played with
    people: tuple[tuple[int, ...], ...]  # by side: population tiles
    battle_tiles: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Data:
    """One set of components. Everything is numbered in the order of the file; gods in canonical order."""

    name: str
    digest: str  # SHA-256 (hex) of the canonical JSON of the file
    setups: dict[int, Setup]
    rises: tuple[int, ...]  # by god: the round
    starts_with_seal: tuple[bool, ...]
    god_tiles: tuple[tuple[int, ...], ...]
    slots: tuple[tuple[str, ...], ...]  # by god: names of the request slots
    silver: frozenset[int]  # disc places
    gives: dict[int, tuple[int, int]]  # disc place -> (stone, how many)
    skill: dict[int, str]  # disc place -> kind of effect
    asks: tuple[tuple[tuple[int, ...], ...], ...]  # by god, by Support slot: kinds of recruits
    recruits: tuple[int, ...]  # how many there are of each kind
    god_recruits: tuple[tuple[int, ...], ...]  # at the start, by god
    valhalla: tuple[int, int]
    recruit_supply: tuple[int, ...]
    asgard: tuple[str, ...]
    pattern: tuple[tuple[int, ...], ...]  # by Asgard tile: how many recruits of different kinds
    exchange: tuple[bool, ...]  # by Asgard tile
    asgard_in: tuple[tuple[int, ...], ...]
    price: tuple[tuple[int, int], ...]  # by recruit: seals of either side
    row_seals: tuple[int, ...]  # by row slot; EITHER
    stacks: tuple[str, ...]
    extra: tuple[int, ...]  # by temple stack: further stones of a different colour
    temples: tuple[str, ...]
    temple_stack: tuple[int, ...]
    stacked: tuple[tuple[int, ...], ...]  # by stack: its temples
    temple_points: tuple[int, ...]
    cost: tuple[tuple[int, ...], ...]
    population: tuple[str, ...]
    kind: tuple[str, ...]
    side: tuple[int, ...]
    value: tuple[int, ...]
    population_in: tuple[tuple[int, ...], ...]
    weapon: tuple[int, ...]  # values
    wizardry_kinds: tuple[str, ...]
    wizardry: tuple[int, ...]  # by tile: the kind
    arms: tuple[str, ...]  # what each tile is called: `6` for a weapon, then `vp_top` for wizardry
    ancient: tuple[tuple[int, ...], tuple[int, ...]]
    reward: tuple[tuple[int, int], ...]  # by world from 0
    capacity: tuple[int, ...]  # discs in battle slots
    gains: tuple[tuple[int, int], ...]  # by world: kind of arms at the Light and the Darkness battle slot
    lower_points: int
    battle_tiles: tuple[int, ...]  # points, lowest first
    reconstructed: tuple[str, ...]  # names of what no printed source fixes


@cache
def names() -> tuple[str, ...]:
    """The data sets that are installed."""
    return (STANDARD, *sorted(path.stem for path in (HERE / "data_sets").glob("*.toml")))


@cache
def load(name: str) -> Data:
    """A data set. Raises ValueError when it is unknown or does not hold what the rules count on."""
    if name not in names():
        raise ValueError(f"no data set {name!r}; there are {', '.join(names())}")
    path = HERE / "components.toml" if name == STANDARD else HERE / "data_sets" / f"{name}.toml"
    return read(name, tomllib.loads(path.read_text(encoding="utf-8")))


def read(name: str, raw: dict[str, Any]) -> Data:
    """The data of a parsed file. Raises ValueError."""
    if [god["id"] for god in raw["god"]] != list(GODS) or [one["id"] for one in raw["stone"]] != list(STONES):
        raise ValueError("gods and stones must stand in the canonical order")
    digest = hashlib.sha256(json.dumps(raw, sort_keys=True, ensure_ascii=False, separators=(",", ":")).encode())
    parts = {**_gods(raw), **_goods(raw), **_tiles(raw), **_worlds(raw)}
    setups = {setup["players"]: _setup(setup, parts) for setup in raw["setup"]}
    data = Data(name, digest.hexdigest(), setups, **parts, reconstructed=tuple(_reconstructed(raw)))
    _check(data, raw["counts"])
    return data


def _gods(raw: dict[str, Any]) -> dict[str, Any]:
    """What stands on the boards of the gods."""
    return {
        "rises": tuple(god["rises_round"] for god in raw["god"]),
        "starts_with_seal": tuple(any(god["id"] in seal["setup_gods"] for seal in raw["seal"]) for god in raw["god"]),
        "god_tiles": tuple(tuple(god["god_tiles"]) for god in raw["god"]),
        "slots": tuple(tuple(slot["slot"] for slot in god["request"]) for god in raw["god"]),
        "silver": frozenset(place for place, slot in _requests(raw) if slot["silver"]),
        "gives": dict(_gives(raw)),
        "skill": dict(_skills(raw)),
        "asks": tuple(
            tuple(tuple(RECRUIT_NUMBER[kind] for kind in slot["kinds"]) for slot in god["support"])
            for god in raw["god"]
        ),
        "god_recruits": tuple(tuple(one["setup_gods"].get(god, 0) for one in raw["recruit"]) for god in GODS),
    }


def _goods(raw: dict[str, Any]) -> dict[str, Any]:
    """Recruits, seals, arms."""
    weapon = tuple(sorted(tile["value"] for tile in raw["weapon"]))
    wizardry = tuple(number for number, kind in enumerate(raw["wizardry_kind"]) for _ in range(kind["count"]))
    kinds = tuple(kind["id"] for kind in raw["wizardry_kind"])
    return {
        "recruits": tuple(one["count"] for one in raw["recruit"]),
        "valhalla": (raw["recruit"][0]["setup_valhalla"], raw["recruit"][1]["setup_valhalla"]),
        "recruit_supply": tuple(one["setup_supply"] for one in raw["recruit"]),
        "price": _prices(raw),
        "row_seals": tuple({**SIDES, "either": EITHER}[slot["seal"]] for slot in raw["row_slot"]),
        "weapon": weapon,
        "wizardry_kinds": kinds,
        "wizardry": wizardry,
        "arms": (*map(str, weapon), *(kinds[kind] for kind in wizardry)),
        "ancient": (_ancient(raw, "light"), _ancient(raw, "darkness")),
        "battle_tiles": tuple(tile["vp"] for tile in raw["battle_tile"]),
    }


def _tiles(raw: dict[str, Any]) -> dict[str, Any]:
    """Asgard tiles, temples, population."""
    temple_of = {stack["id"]: number for number, stack in enumerate(raw["temple_stack"])}
    return {
        "asgard": tuple(tile["id"] for tile in raw["asgard_tile"]),
        "pattern": tuple(tuple(tile["effect"].get("pattern", ())) for tile in raw["asgard_tile"]),
        "exchange": tuple(tile["effect"]["kind"] == "exchange_stone" for tile in raw["asgard_tile"]),
        "asgard_in": tuple(tuple(tile["in_players"]) for tile in raw["asgard_tile"]),
        "stacks": tuple(temple_of),
        "extra": tuple(stack["extra_different_stones"] for stack in raw["temple_stack"]),
        "temples": tuple(temple["id"] for temple in raw["temple"]),
        "temple_stack": tuple(temple_of[temple["stack"]] for temple in raw["temple"]),
        "stacked": tuple(
            tuple(number for number, temple in enumerate(raw["temple"]) if temple["stack"] == stack)
            for stack in temple_of
        ),
        "temple_points": tuple(temple["vp"] for temple in raw["temple"]),
        "cost": tuple(tuple(STONES.index(stone) for stone in temple["cost"]) for temple in raw["temple"]),
        "population": tuple(tile["id"] for tile in raw["population"]),
        "kind": tuple(tile["kind"] for tile in raw["population"]),
        "side": tuple(SIDES[tile["side"]] for tile in raw["population"]),
        "value": tuple(tile["value"] for tile in raw["population"]),
        "population_in": tuple(tuple(tile["in_players"]) for tile in raw["population"]),
    }


def _worlds(raw: dict[str, Any]) -> dict[str, Any]:
    """The worlds."""
    return {
        "reward": tuple((world["vp_1"], world["vp_2"]) for world in raw["world"]),
        "capacity": tuple(world["battle_capacity"] for world in raw["world"]),
        "gains": tuple(_gains(world) for world in raw["world"]),
        "lower_points": raw["lower_world"][0]["god_tile_vp"],
    }


def _setup(raw: dict[str, Any], parts: dict[str, Any]) -> Setup:
    seats = raw["players"]
    people = [tile for tile, inside in enumerate(parts["population_in"]) if seats in inside]
    return Setup(
        stones=raw["stones_each_colour"],
        white_stones=raw["stones_white"],
        seals=(raw["seals_light_supply"], raw["seals_darkness_supply"]),
        row=raw["asgard_row"],
        empty=tuple(world - 1 for world in raw["empty_worlds"]),
        asgard=tuple(tile for tile, inside in enumerate(parts["asgard_in"]) if seats in inside),
        people=tuple(tuple(tile for tile in people if parts["side"][tile] == side) for side in (0, 1)),
        battle_tiles=tuple(raw["battle_tiles"].values()),
    )


def _requests(raw: dict[str, Any]) -> list[tuple[int, dict[str, Any]]]:
    """(disc place, request slot) of all gods."""
    return [
        (3 * number + place, slot) for number, god in enumerate(raw["god"]) for place, slot in enumerate(god["request"])
    ]


def _gives(raw: dict[str, Any]) -> list[tuple[int, tuple[int, int]]]:
    return [
        (place, (STONES.index(effect["colour"]), effect["count"]))
        for place, slot in _requests(raw)
        for effect in slot["effects"]
        if effect["kind"] == "receive_stone" and effect["colour"] != "any"
    ]


def _skills(raw: dict[str, Any]) -> list[tuple[int, str]]:
    return [
        (place, "any_stone" if effect["kind"] == "receive_stone" else effect["kind"])
        for place, slot in _requests(raw)
        for effect in slot["effects"]
        if effect["kind"] != "receive_stone" or effect["colour"] == "any"
    ]


def _prices(raw: dict[str, Any]) -> tuple[tuple[int, int], ...]:
    of = {one["recruit"]: one["seals"] for one in raw["recruit_price"]}
    return tuple((of[kind].get("light", 0), of[kind].get("darkness", 0)) for kind in RECRUITS)


def _ancient(raw: dict[str, Any], side: str) -> tuple[int, ...]:
    return tuple(tile["value"] for tile in raw["ancient_weapon"] if tile["side"] == side)


def _gains(world: dict[str, Any]) -> tuple[int, int]:
    of = {slot["side"]: ("weapon", "wizardry").index(slot["gains"]) for slot in world["battle_slots"]}
    return of["light"], of["darkness"]


def _reconstructed(raw: dict[str, Any]) -> list[str]:
    """Ids of everything marked `reconstructed`, in the order of the file."""
    found = []
    for table, rows in raw.items():
        marked = [row for row in rows if "reconstructed" in json.dumps(row)] if isinstance(rows, list) else []
        found += [str(row.get("id") or f"{table} {row.get('slot', row.get('recruit', ''))}") for row in marked]
    return found


def _check(data: Data, counts: dict[str, int]) -> None:
    """The totals of R1.2 and the places that the rules take for granted."""
    totals = {
        "god_tiles": sum(map(len, data.god_tiles)),
        "warriors_white": data.recruits[0],
        "warriors_orange": data.recruits[1],
        "giants": data.recruits[2],
        "weapon_tiles": len(data.weapon),
        "wizardry_tiles": len(data.wizardry),
        "ancient_weapons": len(data.ancient[0]) + len(data.ancient[1]),
        "asgard_tiles": len(data.asgard),
        "population_tiles": len(data.population),
        "temple_tiles": len(data.temples),
        "battle_tiles": sum(data.setups[4].battle_tiles),
        "seals": sum(data.setups[4].seals) + sum(data.starts_with_seal),
        "stones": 6 * data.setups[4].stones + data.setups[4].white_stones,
    }
    wrong = [name for name, found in totals.items() if counts[name] != found]
    if len(data.weapon) != 7 or len(data.wizardry) != 7 or len(SEALS) != 2 or len(GOD_NUMBER) != 10:
        wrong.append("arms")
    for seats, setup in data.setups.items():
        if sum(map(len, setup.people)) != 2 * (8 - len(setup.empty)):
            wrong.append(f"population with {seats} players")
    if wrong:
        raise ValueError(f"data set {data.name!r} does not add up: {', '.join(wrong)}")
