"""The components as the rules use them: gods and cards are small numbers in the state, names everywhere else.

A god is 0-6 in awakening order, a card 0-61 in canonical order (by its two gods, then by copy number).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, TypeAlias

from engine.core.components.data import components, digest

God: TypeAlias = Literal["O", "T", "F", "L", "S", "B", "H"]

DATA: Mapping[str, Any] = components("engine.games.aesir")
DIGEST = digest("engine.games.aesir")

GODS: tuple[God, ...] = tuple(god["code"] for god in DATA["god"])
GOD_NAMES: tuple[str, ...] = tuple(god["name"] for god in DATA["god"])
NUMBER: dict[str, int] = {god: number for number, god in enumerate(GODS)}
ODIN, THOR, FREYA, LOKI, SIF, BRAGI, HEIMDALL = range(7)
ALL_GODS = range(7)

_PAIRS = [(pair, copies) for pair, copies in DATA["cards"].items() if pair != "source"]
CARDS: tuple[str, ...] = tuple(f"{pair}{copy}" for pair, copies in _PAIRS for copy in range(1, copies + 1))
CARD: dict[str, int] = {name: number for number, name in enumerate(CARDS)}
HALVES: tuple[tuple[int, int], ...] = tuple((NUMBER[name[0]], NUMBER[name[1]]) for name in CARDS)
# OTHER[card][god]: the god on the card's other half; -1 where the card does not show this god at all.
OTHER: tuple[tuple[int, ...], ...] = tuple(
    tuple(second if god == first else first if god == second else -1 for god in ALL_GODS) for first, second in HALVES
)

ROUNDS: int = DATA["game"]["rounds"]
SEATS = range(DATA["game"]["seats"][0], DATA["game"]["seats"][1] + 1)
DEAL: dict[int, list[int]] = {int(seats): counts for seats, counts in DATA["deal"].items() if seats != "source"}
PASS_TO: list[int] = DATA["passing"]["rounds"]
ROW_LIMIT: list[int] = DATA["goals"]["row_limit"]
_SIZES: list[int] = DATA["goals"]["columns"]
# For every column the places of its goals in the shuffled pile, from row 1 on; the place after the last is boxed.
COLUMNS: tuple[range, ...] = tuple(range(sum(_SIZES[:i]), sum(_SIZES[: i + 1])) for i in range(len(_SIZES)))
BOXED = sum(_SIZES)


def other_half(card: str, god: str) -> str | None:
    """The god on the half of a card that does not show `god`; None where a view hides it (`L?`, `##`)."""
    return None if card[1] in "?#" else card[1] if card[0] == god else card[0]
