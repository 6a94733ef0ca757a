"""The figures of the components as they are printed: of the data file, not of the tables that the engine has of it."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from engine.games import asgard
from engine.games.asgard.happenings import Thing

PRINTED: dict[str, Any] = tomllib.loads((Path(asgard.__file__).parent / "components.toml").read_text(encoding="utf-8"))
PEOPLE = {row["id"]: row["value"] for row in PRINTED["population"]}
TEMPLES = {row["id"]: row["vp"] for row in PRINTED["temple"]}
LIGHT = [row["id"] for row in PRINTED["god"] if row["side"] == "light"]
REWARDS = {row["id"]: (row["vp_1"], row["vp_2"]) for row in PRINTED["world"]}
ASKED = {(row["id"], one["slot"]): one["kinds"] for row in PRINTED["god"] for one in row["support"]}
SUPPORTED_AT = ("upper", "bottom")
STRENGTH = {row["id"]: row["strength"] for row in PRINTED["recruit"]}


def strength(recruits: Counter[str]) -> int:
    return sum(STRENGTH[kind] * count for kind, count in recruits.items())


def goods(*counts: Sequence[int]) -> Counter[Thing]:
    """Recruits, stones and seals, each numbered as the data lists them."""
    kinds = zip(("recruit", "stone", "seal"), counts, strict=True)
    return Counter({(kind, row["id"]): n for kind, own in kinds for row, n in zip(PRINTED[kind], own, strict=False)})


def across(slot: str) -> str:
    """The other side of the same world."""
    return slot[:-1] + ("D" if slot[-1] == "L" else "L")


def spend(of: Counter[Any], kind: object, count: int = 1) -> None:
    """Nobody gives what is not there."""
    of[kind] -= count
    assert of[kind] >= 0, f"there is no {kind}"
