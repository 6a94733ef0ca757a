"""The components as the rules use them: gods, Enemies, islands, cards are small numbers in the state, codes elsewhere.

An Enemy is 0-5 in roster order, an island 0-4 from the Rainbow to the Black one (a bag is named by its island, 1-4), a
world 0-8 by its number in the menu less one. A card is 0-51 for Enemy cards, 52-67 for Frost Giants.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, TypeAlias, get_args

from engine.core.components.data import components, digest

PACKAGE = __package__
DATA: Mapping[str, Any] = components(PACKAGE)
DATA_2: Mapping[str, Any] = components(PACKAGE, "components_2.toml")  # in place of the same records of DATA
DIGESTS: tuple[dict[str, str], ...] = tuple(
    {name: digest(PACKAGE, name) for name in names}
    for names in (("components.toml",), ("components.toml", "components_2.toml"))
)  # of what each version of the rules is played with

GodCode: TypeAlias = Literal["odin", "thor", "tyr", "frey", "freyja", "heimdall"]
EnemyCode: TypeAlias = Literal["fenrir", "hel", "jormungand", "loki", "nidhogg", "surt"]
IslandCode: TypeAlias = Literal["rainbow", "white", "blue", "green", "black"]
BagCode: TypeAlias = Literal["white", "blue", "green", "black"]
GiantCode: TypeAlias = Literal[
    "hymir", "skadi", "thrym", "suttung", "ymir", "geirrod", "gialp", "greip", "hrungnir", "thiazi", "vafthrudnir",
    "gilling", "angrboda", "farbauti", "baugi", "hrym",
]  # fmt: skip
Special: TypeAlias = Literal[
    "angry_fenrir", "angry_hel", "angry_jormungand", "angry_loki", "angry_nidhogg", "angry_surt",
    "ragnarok_1", "ragnarok_2", "ragnarok_3", "ragnarok_4",
]  # fmt: skip
Level: TypeAlias = Literal["introductory", "seasoned", "standard", "hard", "heroic", "ragnarok", "custom"]

SEATS = range(DATA["min_gods"], DATA["max_gods"] + 1)
NONE = -1

# --- Gods and Enemies (R1.2, R1.3) ---------------

GODS: tuple[GodCode, ...] = tuple(one["id"] for one in DATA["gods"])
GOD: dict[str, int] = {code: number for number, code in enumerate(GODS)}
GOD_VALUES: dict[str, Mapping[str, Any]] = {one["id"]: one["effect"] for one in DATA["gods"]}
ENEMIES: tuple[EnemyCode, ...] = tuple(one["id"] for one in sorted(DATA["enemies"], key=lambda one: one["order"]))
ENEMY: dict[str, int] = {code: number for number, code in enumerate(ENEMIES)}
FENRIR, HEL, JORMUNGAND, LOKI, NIDHOGG, SURT = range(6)
ENEMY_VALUES: dict[str, Mapping[str, Any]] = {one["id"]: one["effect"] for one in DATA["enemies"]}

# --- The track (R4, R12.1); by space ---------------

_AREAS = {space: area for area in DATA["areas"] for space in area["spaces"]}
LAST_SPACE: int = DATA["track"]["last"]
SPACES = range(DATA["track"]["first"], LAST_SPACE + 1)
AREA: tuple[int, ...] = tuple(_AREAS[space]["number"] for space in SPACES)
FORCE: tuple[int, ...] = tuple(_AREAS[space]["force"] for space in SPACES)
DEFEATS: tuple[tuple[str, int, int], ...] = tuple(
    (one["id"], one["enemies"], one["at_or_beyond_space"]) for one in DATA["defeat"]
)

# --- Midgard (R8.2) ---------------

ISLANDS: tuple[IslandCode, ...] = tuple(one["id"] for one in DATA["islands"])
ISLAND: dict[str, int] = {code: number for number, code in enumerate(ISLANDS)}
RAINBOW = ISLAND["rainbow"]
ADJACENT: tuple[tuple[int, ...], ...] = tuple(
    tuple(sorted(ISLAND[code] for code in one["adjacent"])) for one in DATA["islands"]
)
_BAGS = {one["id"]: one for one in DATA["bags"]}
BAGS: tuple[int, ...] = tuple(number for number, code in enumerate(ISLANDS) if code in _BAGS)
BAG_CODES: tuple[BagCode, ...] = get_args(BagCode)
START_VIKINGS: tuple[int, ...] = tuple(_BAGS[code]["vikings"] if code in _BAGS else 0 for code in ISLANDS)
START_FIRES: tuple[int, ...] = tuple(_BAGS[code]["fire_giants"] if code in _BAGS else 0 for code in ISLANDS)
SEARCHED: int = DATA["midgard"]["search_counters"]
WHEN_RAINBOW: int = ISLAND[DATA["threatened_island"]["when_rainbow"]]

SETUP: Mapping[str, Any] = DATA["setup"]
VIKINGS: int = next(one["count"] for one in DATA["counters"] if one["id"] == "viking")
FIRES: int = next(one["count"] for one in DATA["counters"] if one["id"] == "fire_giant")
START_ELVES: dict[int, int] = {one["gods"]: one["elves"] for one in DATA["setup_by_gods"]}

# --- Worlds and turns (R6, R8) ---------------

_WORLDS = sorted(DATA["worlds"], key=lambda one: int(one["menu"]))
WORLDS: tuple[str, ...] = tuple(one["id"] for one in _WORLDS)
WORLD: dict[str, int] = {code: number for number, code in enumerate(WORLDS)}
ASGARD, MIDGARD, FORGE, ELVES, DARKNESS, DEAD, FIRE, ICE, VANIR = range(9)
RETURNED: int = _WORLDS[DEAD]["amount"]
CLEARED: int = _WORLDS[FIRE]["amount"]
ACTIONS: int = DATA["turn"]["actions"]
HAMMERS: tuple[int, ...] = tuple(DATA["die"]["faces"])

# --- Artifacts (R1.7) ---------------

LEVELS = range(1, 1 + len(DATA["artifacts_meta"]["levels"]))
BONUS: tuple[int, ...] = (0, *DATA["artifacts_meta"]["bonus_by_level"])  # by level; 0: no Artifact
ARTIFACTS: tuple[str, ...] = tuple(
    next(one["id"].rpartition("_")[0] for one in DATA["artifacts"] if one["enemy"] == code) for code in ENEMIES
)  # by Enemy

# --- Enemy cards (R1.5, R13) ---------------

CARD_ROWS: dict[str, Mapping[str, Any]] = {one["id"]: one for one in DATA["enemy_cards"]}
CARDS: tuple[str, ...] = tuple(code for code, one in CARD_ROWS.items() for _ in range(one["copies"]))
SPECIAL: tuple[Special, ...] = get_args(Special)
LevelCards: TypeAlias = dict[str, tuple[tuple[int, int], ...]]  # Angry and Ragnarök cards; with one god, with two, ...


def _level_cards(rows: list[Mapping[str, Any]]) -> LevelCards:
    return {one["id"]: tuple(zip(one["angry"], one["ragnarok"], strict=True)) for one in rows}


FIRST_LEVEL_CARDS = _level_cards(DATA["difficulty"])  # of version 1
LEVEL_CARDS = FIRST_LEVEL_CARDS | _level_cards(DATA_2["difficulty"])

# --- Frost Giants and runes (R1.6) ---------------

FIRST_GIANT = len(CARDS)
GIANT_ROWS: tuple[Mapping[str, Any], ...] = tuple(DATA["frost_giants"])
GIANTS: tuple[GiantCode, ...] = tuple(one["id"] for one in GIANT_ROWS)
GIANT: dict[str, int] = {code: FIRST_GIANT + number for number, code in enumerate(GIANTS)}  # the number of its card
ALL_CARDS: tuple[str, ...] = (*CARDS, *GIANTS)  # code by number
RUNES: tuple[str, ...] = tuple(one["id"] for one in DATA["runes"])
RUNE_OF: dict[int, str] = {GIANT[one["id"]]: one["rune"] for one in GIANT_ROWS}
PARTS: int = DATA["giants_meta"]["parts_per_rune"]
GIANT_FORCE: int = DATA["giants_meta"]["force"]
RUNE_VALUES: dict[str, Mapping[str, Any]] = {one["id"]: one["effect"] for one in DATA["runes"]}
SQUARES: dict[int, Mapping[str, Any]] = {one["square"]: one["effect"] for one in DATA["vanir_scale"]}
LAST_SQUARE = max(SQUARES)


def is_giant(card: int) -> bool:
    """Whether a card is a Frost Giant."""
    return card >= FIRST_GIANT


def _giants(kind: str) -> dict[Any, int]:
    """What the Giants of one effect strike, and by which card."""
    rows = (one for one in GIANT_ROWS if one["effect"]["kind"] == kind)
    return {one["effect"].get("target", one["effect"].get("world")): GIANT[one["id"]] for one in rows}


PLUS: dict[str, int] = _giants("force_plus")  # Enemy, or "giants" -> the Giant that adds 1
PLUS_ONE: tuple[int, ...] = tuple(PLUS[code] for code in ENEMIES)
BLOCKS: dict[int, int] = {WORLD[world]: giant for world, giant in _giants("unreachable_world").items()}
WHIRLPOOL, NO_POWERS, NO_DIE = (
    next(iter(_giants(kind).values())) for kind in ("whirlpool", "no_god_powers", "no_die_in_combat")
)
