"""The components as the rules use them: provinces, figures and cards are small numbers in the state, codes elsewhere.

A place is 0-7 for the outer provinces clockwise, 8 for Yggdrasil, 9-12 for the fjords. A card is 0-101, in the order
of the decks; a clan's figures are 0 the Leader, 1 the Ship, 2-9 Warriors, 10 and 11 the monsters of its two slots.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from engine.core.components.data import components, digest

PACKAGE = __package__
DATA: Mapping[str, Any] = components(PACKAGE)
DIGEST = digest(PACKAGE)

Kind: TypeAlias = Literal["leader", "warrior", "ship", "monster", "clan", "battle", "quest"]
Stat: TypeAlias = Literal["rage", "axes", "horns"]

SEATS = range(DATA["game"]["players_min"], DATA["game"]["players_max"] + 1)
AGES: int = DATA["game"]["ages"]
CLANS: tuple[str, ...] = tuple(clan["id"] for clan in DATA["clans"])

# --- The board (R1.1-R1.3) ---------------

_OUTER = [one for one in DATA["provinces"] if one["outer"]]
_CENTRE = next(one for one in DATA["provinces"] if not one["outer"])
_PROVINCES = [*_OUTER, _CENTRE]
_IDS = {one["id"]: number for number, one in enumerate([*_PROVINCES, *DATA["fjords"]])}
PLACES: tuple[str, ...] = tuple(one["code"] for one in (*_PROVINCES, *DATA["fjords"]))
PLACE: dict[str, int] = {code: number for number, code in enumerate(PLACES)}
OUTER = range(8)
YGGDRASIL = 8
PROVINCES = range(9)
FJORDS = range(9, 13)
RESERVE, VALHALLA, BOX = -1, -2, -3  # where a figure is that is not on the board
NOWHERE = -9
UNLIMITED = 99
VILLAGES: tuple[int, ...] = tuple(one["villages"] if one["outer"] else UNLIMITED for one in _PROVINCES)
REGION: tuple[str, ...] = tuple(one["region"] for one in _PROVINCES)
FJORD_OF: tuple[int, ...] = tuple(_IDS[one["fjord"]] if one["outer"] else NOWHERE for one in _PROVINCES)
SUPPORTS: dict[int, tuple[int, int]] = {
    _IDS[one["id"]]: (_IDS[one["supports"][0]], _IDS[one["supports"][1]]) for one in DATA["fjords"]
}
ADJACENT: tuple[tuple[int, ...], ...] = tuple(
    tuple(sorted(_IDS[other] for other in one["neighbours"])) for one in _PROVINCES
)

# --- Clans and figures (R1.4, R1.7) ---------------

STATS: tuple[Stat, ...] = ("rage", "axes", "horns")
RAGE, AXES, HORNS = range(3)
VALUES: tuple[tuple[int, ...], ...] = tuple(tuple(DATA["stats"][stat]["values"]) for stat in STATS)  # by step - 1
END_GLORY: tuple[int, ...] = tuple(DATA["stats"]["rage"]["end_glory"])
LAST_STEP = len(END_GLORY)
MOST_RAGE: int = DATA["rage_track"]["max"]

LEADER, SHIP = 0, 1
WARRIORS = range(2, 2 + next(one["per_clan"] for one in DATA["figures"] if one["code"] == "W"))
MONSTERS = range(WARRIORS.stop, WARRIORS.stop + DATA["slots"]["monster"])
FIGURES = MONSTERS.stop
STRENGTH: dict[str, int] = {one["code"]: one["str"] for one in (*DATA["figures"], *DATA["monsters"])}
MONSTER_CODES: tuple[str, ...] = tuple(one["code"] for one in DATA["monsters"])
FIGURE_CODES: tuple[str, ...] = ("L", "W", "S", *MONSTER_CODES)
SAILS: frozenset[str] = frozenset({"S"} | {one["code"] for one in DATA["monsters"] if one["counts_as_ship"]})

SLOTS: tuple[str, ...] = ("l", "w", "s", "m1", "m2", "c1", "c2", "c3")
SLOTS_OF: dict[str, range] = {
    "leader": range(1), "warrior": range(1, 2), "ship": range(2, 3), "monster": range(3, 5), "clan": range(5, 8)
}  # fmt: skip
WARRIOR_SLOT = SLOTS_OF["warrior"].start
EMPTY = -1

# --- Cards (R1.5) ---------------


@dataclass(frozen=True, slots=True)
class Design:
    """What is printed on a card. `strength` is an upgrade's price in Rage, `plus` the +STR of a battle card."""

    name: str
    code: str
    title: str
    kind: Kind
    strength: int
    plus: int
    glory: int
    god: str
    rule: str
    effect: Mapping[str, Any] = field(hash=False)
    at: tuple[str, ...]
    text: str

    @property
    def is_upgrade(self) -> bool:
        return self.kind in SLOTS_OF

    @property
    def is_late(self) -> bool:
        """Whether it may be added after the reveal (R20.39)."""
        return "late" in self.at


def _design(row: Mapping[str, Any]) -> Design:
    return Design(
        row["id"], row["code"], row["name"], row["kind"], row.get("str", 0), row.get("plus", 0), row.get("glory", 0),
        row["god"], row["rule"], row["effect"], tuple(row["at"]), row["text"],
    )  # fmt: skip


DESIGNS: dict[str, Design] = {row["id"]: _design(row) for row in DATA["cards"]}  # by name
BY_CODE: dict[str, Design] = {one.code: one for one in DESIGNS.values()}
_DECK = sorted(DATA["deck"], key=lambda row: row["id"])
CARDS: tuple[Design, ...] = tuple(DESIGNS[row["card"]] for row in _DECK)
AGE_OF: tuple[int, ...] = tuple(row["age"] for row in _DECK)  # of a card
LEAST_SEATS: tuple[int, ...] = tuple(row["min_players"] for row in _DECK)
CODE: tuple[str, ...] = tuple(one.code for one in CARDS)

DEALT: int = DATA["draft"]["hand_dealt"]
PICKS: dict[int, int] = {seats: DATA["draft"]["picks_per_step"][str(seats)] for seats in SEATS}
STEPS: dict[int, int] = {seats: DATA["draft"]["steps"][str(seats)] for seats in SEATS}
FALLEN: dict[int, int] = {seats: DATA["ragnarok"]["destroyed_at_setup"][str(seats)] for seats in SEATS}
DOOM_GLORY: tuple[int, ...] = tuple(DATA["ragnarok"]["glory_per_figure"])
TOKENS: tuple[str, ...] = tuple(one["id"] for one in DATA["pillage_tokens"] for _ in range(one["count"])
                                if not one["fixed_province"])  # fmt: skip
CENTRE_TOKEN: str = next(one["id"] for one in DATA["pillage_tokens"] if one["fixed_province"])
TOKEN_GLORY: int = next(
    one["reward"]["glory"] for one in DATA["pillage_tokens"] if one["reward"]["kind"] == "gain_glory"
)
COSTS: Mapping[str, Any] = DATA["actions"]
EXTRA_COSTS: Mapping[str, int] = DATA["actions"]["by_upgrade"]


def has_token(token: str) -> tuple[Stat, ...]:
    """The stats that a pillage token shows; none: Glory."""
    return STATS if token == CENTRE_TOKEN else tuple(stat for stat in STATS if stat == token)
