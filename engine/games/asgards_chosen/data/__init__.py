"""The components as the rules use them: cards, territories and tiles are small numbers in the state, names elsewhere.

A territory is three times its tile's number, plus 0 for `a`, 1 for `b`, 2 for the enchanted land; towns follow. That is
the order of the file, S1 first. A card is its place among creatures, items, events and four sets of gods.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from engine.core.components.data import components, digest

PACKAGE = __package__
DATA: Mapping[str, Any] = components(PACKAGE)
DIGEST = digest(PACKAGE)

Sort: TypeAlias = Literal["creature", "item", "event", "god"]
NONE = -1  # no card, no territory, nobody
ENEMY = 9  # whose marker it is that nobody plays (R15)

# --- Territories (R2.1-R2.3) ---------------

TERRAINS: tuple[str, ...] = tuple(one["id"] for one in DATA["terrain"])
TOWN = len(TERRAINS)
LANDS: tuple[str, ...] = tuple(one["id"] for one in DATA["enchanted_land"])
FOCUS, WATER_MASTERY, WIND_MASTERY, FAERY_RING = (TOWN + 1 + at for at in range(4))
KINDS: tuple[str, ...] = (*TERRAINS, "town", *LANDS)
OPPOSING: tuple[int, ...] = tuple(TERRAINS.index(one["opposing"]) for one in DATA["terrain"])
ELEMENTS = ("water", "wind")
ELEMENT: tuple[int, ...] = tuple(ELEMENTS.index(one["element"]) for one in DATA["terrain"])  # by terrain
ELEMENT_BITS: tuple[int, ...] = tuple(
    sum(1 << at for at, one in enumerate(ELEMENT) if one == element) for element in range(2)
)
MASTERY: dict[int, int] = {
    TOWN + 1 + at: ELEMENTS.index(one["effect"]["element"])
    for at, one in enumerate(DATA["enchanted_land"])
    if "element" in one["effect"]
}
MASTERY_POWER: int = DATA["enchanted_land"][1]["effect"]["n"]
FOCUS_DRAWS: int = DATA["enchanted_land"][0]["effect"]["n"]

TILES: tuple[str, ...] = tuple(one["id"] for one in DATA["land_tile"])
STARTING: tuple[int, ...] = tuple(at for at, one in enumerate(DATA["land_tile"]) if one["starting"])
STANDARD: tuple[int, ...] = tuple(at for at, one in enumerate(DATA["land_tile"]) if not one["starting"])
FIRST_TOWN = 3 * len(TILES)
TOWNS: int = DATA["town_tiles"]["count"]
TERRITORIES: tuple[str, ...] = (
    *(f"{tile}{part}" for tile in TILES for part in "abe"), *(f"T{number + 1}" for number in range(TOWNS)),
)  # fmt: skip
TERRITORY: dict[str, int] = {name: number for number, name in enumerate(TERRITORIES)}
KIND: tuple[int, ...] = (
    *(KINDS.index(one[part]) for one in DATA["land_tile"] for part in "abe"), *(TOWN for _ in range(TOWNS)),
)  # fmt: skip

# --- Players (R1.2, R3.2) ---------------

SEATS = range(1, DATA["meta"]["max_players"] + 1)
COUNTS: dict[int, Mapping[str, Any]] = {one["players"]: one for one in DATA["player_count"]}
COLOURS: tuple[str, ...] = tuple(one["id"] for one in DATA["player_colour"])
HEROES = ("F", "M")
GENDERS: tuple[str, ...] = ("female", "male")
MOST_MARKERS: int = DATA["counts"]["control_markers_on_board_max"]
HAND_MAX: int = DATA["limits"]["hand_max"]
REFILL: int = DATA["limits"]["hand_refill"]
BARROWS_SIDE: int = DATA["limits"]["barrows_creatures"]
CHAIN_MAX: int = DATA["limits"]["militia_reveal_max_two_player"]
LENGTHS: Mapping[str, int] = DATA["game_length"]
LAYOUTS: dict[int, Mapping[str, Any]] = {one["players"]: one for one in DATA["intro_layout"]}
INTRO: Mapping[str, Any] = DATA["introductory"]
SOLO: Mapping[str, Any] = DATA["solo"]
COOP: Mapping[str, Any] = DATA["coop"]
COLUMNS: int = DATA["tisch"]["columns"]
SLOTS: tuple[str, ...] = tuple(DATA["tisch"]["slots"])
SLOT: dict[str, int] = {name: number for number, name in enumerate(SLOTS)}


def gods_wanted(mode: str, length: str) -> int:
    """How many appeased gods end a game, or win it where nobody plays against the players (R13.1, R15.10, R16.6)."""
    return LENGTHS[length if mode in ("", "standard") else mode]


# --- Cards (R1.3) ---------------


@dataclass(frozen=True, slots=True)
class Design:
    """What is printed on a card. `effect` is a creature's ability, what an item or event does, a god's favor."""

    name: str
    title: str
    sort: Sort
    effect: Mapping[str, Any] = field(hash=False)
    deck: int = 0
    kind: str = ""  # of a creature, both versions; "town" or "enchanted" of an item
    terrain: int = NONE
    power: int = 0
    bonus: int = 0
    cost: int = 0
    mark: str = ""
    interrupt: bool = False
    keeper: bool = False
    colours: tuple[int, ...] = ()  # kinds of territory that an event attacks (R15.5)
    appease: Mapping[str, Any] = field(default_factory=dict, hash=False)
    what: str = ""  # the kind of the effect
    phases: tuple[str, ...] = ()  # in which it has one

    @property
    def number(self) -> int:
        """The number in its effect."""
        return int(self.effect["n"])


def _creature(row: Mapping[str, Any]) -> Design:
    ability = row["ability"]
    return Design(
        row["id"], row["name"], "creature", ability, row["deck"], row["kind"], TERRAINS.index(row["terrain"]),
        row["power"], row["bonus"], row["cost"], row["intro_mark"], what=ability["kind"],
        phases=tuple(ability["phases"]),
    )  # fmt: skip


def _item(row: Mapping[str, Any]) -> Design:
    effect = row["effect"]
    return Design(
        row["id"], row["name"], "item", effect, row["deck"], row["kind"], cost=row["cost"], mark=row["mark"],
        interrupt=row["interrupt"], what=effect["kind"], phases=(effect["phase"],),
    )  # fmt: skip


def _event(row: Mapping[str, Any]) -> Design:
    effect, colours = row["effect"], tuple(KINDS.index(one) for one in row["colours"])
    return Design(
        row["id"], row["name"], "event", effect, row["deck"], keeper=row["keeper"], colours=colours,
        what=effect["kind"],
    )  # fmt: skip


def _god(row: Mapping[str, Any]) -> Design:
    favor = row["favor"]
    return Design(
        row["id"], row["name"], "god", favor, power=row["power"], mark="intro" if row["intro"] else "",
        appease=row["appease"], what=favor["kind"], phases=(favor["phase"],),
    )  # fmt: skip


_CREATURES = [_creature(row) for row in DATA["creature"]]
_ITEMS = [_item(row) for row in DATA["item"]]
_EVENTS = [_event(row) for row in DATA["event"]]
_GODS = [_god(row) for row in DATA["god"]]
DESIGNS: dict[str, Design] = {one.name: one for one in (*_CREATURES, *_ITEMS, *_EVENTS, *_GODS)}
_COPIES = [(row["id"], symbol) for row in DATA["creature"] for symbol in row["heraldry"]]
SETS: int = DATA["counts"]["god_sets"]
GODS: tuple[str, ...] = tuple(one.name for one in _GODS)
CARDS: tuple[Design, ...] = (
    *(DESIGNS[name] for name, _ in _COPIES), *_ITEMS, *_EVENTS, *(one for _ in range(SETS) for one in _GODS),
)  # fmt: skip
NAME: tuple[str, ...] = tuple(one.name for one in CARDS)
SORT: tuple[str, ...] = tuple(one.sort for one in CARDS)
HERALDRY: tuple[str, ...] = (*(symbol for _, symbol in _COPIES), *("" for _ in CARDS[len(_COPIES) :]))
FIRST_GOD = len(CARDS) - SETS * len(GODS)
CREATURES = range(len(_COPIES))
DECK: tuple[tuple[int, ...], ...] = tuple(
    tuple(at for at, one in enumerate(CARDS) if one.deck == deck) for deck in range(3)
)  # by number of the deck; nothing of the first number is in one
START_ITEMS: tuple[int, ...] = tuple(at for at, one in enumerate(CARDS) if one.mark == "$" and one.deck == 1)
LATE_ITEMS: tuple[int, ...] = tuple(at for at, one in enumerate(CARDS) if one.mark == "$" and one.deck == 2)
SWORDS: tuple[int, ...] = tuple(at for at, one in enumerate(CARDS) if one.name in INTRO["swords"])
INTRO_ASIDE: frozenset[int] = frozenset(at for at, one in enumerate(CARDS) if one.mark == "F")
LATE_PLAYS: tuple[Design, ...] = tuple(one for one in _CREATURES if one.what == "late_play")


def gods_of(side: int) -> range:
    """The ten god cards of a side."""
    return range(FIRST_GOD + len(GODS) * side, FIRST_GOD + len(GODS) * (side + 1))


def card_id(card: int) -> str:
    """`troll1.2`: the second card of a design; the design's name where there is but one."""
    same = [one for one, name in enumerate(NAME) if name == NAME[card]]
    return NAME[card] if len(same) == 1 else f"{NAME[card]}.{same.index(card) + 1}"


CARD: dict[str, int] = {card_id(card): card for card in range(len(CARDS))}
