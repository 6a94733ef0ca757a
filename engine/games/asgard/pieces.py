"""Names and numbers of the pieces: the state holds small numbers; moves, views and words use the names."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal, TypeAlias

God: TypeAlias = Literal["freyja", "baldr", "odin", "tyr", "thor", "loki", "hel", "mimir", "surtr", "fenrir"]
Stone: TypeAlias = Literal["pink", "yellow", "red", "blue", "green", "black", "white"]
Recruit: TypeAlias = Literal["white", "orange", "giant"]
Warrior: TypeAlias = Literal["white", "orange"]
Seal: TypeAlias = Literal["light", "darkness"]
Colour: TypeAlias = Literal["red", "yellow", "blue", "purple"]
Slot: TypeAlias = Literal["upper", "bottom", "single", "temple", "asgard"]
Stage: TypeAlias = Literal[
    "colour", "start_pick", "start", "recover", "gods", "place", "act", "battle", "valhalla", "arm", "over"
]
TURN: Final = ("place", "act")  # stages that are played turn by turn

GODS: Final[tuple[God, ...]] = (
    "freyja", "baldr", "odin", "tyr", "thor", "loki", "hel", "mimir", "surtr", "fenrir",
)  # fmt: skip
FREYJA, BALDR, ODIN, TYR, THOR, LOKI, HEL, MIMIR, SURTR, FENRIR = range(10)
STONES: Final[tuple[Stone, ...]] = ("pink", "yellow", "red", "blue", "green", "black", "white")
WHITE_STONE: Final = 6
RECRUITS: Final[tuple[Recruit, ...]] = ("white", "orange", "giant")
RECRUIT_CODES: Final = "wog"
STRENGTH: Final = (1, 1, 2)
GIANT: Final = 2
SEALS: Final[tuple[Seal, ...]] = ("light", "darkness")
EITHER: Final = 2  # a row slot that takes a seal of either side
COLOURS: Final[tuple[Colour, ...]] = ("red", "yellow", "blue", "purple")
SKILLS: Final = ("thor_skill", "tyr_skill")
THOR_TILE, TYR_TILE = 0, 1

# Disc places: three to a god (upper or single, bottom, temple), then the Asgard Area.
UPPER, BOTTOM, TEMPLE = 0, 1, 2
ASGARD: Final = 30

# World slots: two to a world, then the lower worlds. Battle slots are numbered like the first fourteen.
LOWER: Final = 14
WORLD_SLOTS: Final = (*(f"W{world}{side}" for world in range(1, 8) for side in "LD"), "LL", "LD")
BATTLE_SLOTS: Final = tuple(f"B{world}{side}" for world in range(1, 8) for side in "LD")
WORLD_SLOT: Final[dict[str, int]] = {name: code for code, name in enumerate(WORLD_SLOTS)}
BATTLE_SLOT: Final[dict[str, int]] = {name: code for code, name in enumerate(BATTLE_SLOTS)}
GOD_NUMBER: Final[dict[str, int]] = {name: number for number, name in enumerate(GODS)}
STONE_NUMBER: Final[dict[str, int]] = {name: number for number, name in enumerate(STONES)}
RECRUIT_NUMBER: Final[dict[str, int]] = {name: number for number, name in enumerate(RECRUITS)}

# What a world slot holds: nothing, a population tile (0 to 15), or a god tile (GOD_TILE + 10 * god + value).
EMPTY: Final = -1
GOD_TILE: Final = 100

NOBODY: Final = -1
UNKNOWN: Final = -9  # in a view: there is something, and the viewer may not know what

# Where a weapon (0 to 6) or wizardry tile (7 to 13) is: the stack, a seat, LAID + world slot, GONE.
STACK: Final = -1
LAID: Final = 100
GONE: Final = 200
WEAPON, WIZARDRY = 0, 1
KINDS_OF_ARMS: Final = ("weapon", "wizardry")
ARMS: Final = (range(7), range(7, 14))


def strength_of(recruits: Sequence[int]) -> int:
    """Of so many recruits by kind."""
    white, orange, giants = recruits
    return white * STRENGTH[0] + orange * STRENGTH[1] + giants * STRENGTH[GIANT]


def side_of_god(god: int) -> int:
    """0: Light, 1: Darkness."""
    return 0 if god <= THOR else 1


def slot_name(code: int, *, single: bool) -> tuple[God | None, Slot]:
    """(god, slot) of a disc place; `single`: the god has but one request slot."""
    if code == ASGARD:
        return None, "asgard"
    god, slot = divmod(code, 3)
    return GODS[god], "temple" if slot == TEMPLE else "single" if single else "bottom" if slot == BOTTOM else "upper"
