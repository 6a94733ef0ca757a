"""What the pieces of the board have in common: their symbols.

Looks are templates under `templates/boards/yggdrasil/`; a symbol is the id of a `<symbol>`: of the shared ones
(`rune-odin`), or of those in `templates/boards/yggdrasil/symbols.svg` (`yg-hammer`).
"""

from __future__ import annotations

from typing import Final

from engine.core.board import MARKS
from engine.core.moves import Seat

WORLD_SIGNS: Final = {
    "asgard": "yg-force", "midgard": "yg-valkyrie", "forge": "yg-hammer", "elves": "symbol-elf",
    "darkness": "yg-swap", "dead": "symbol-viking", "fire": "symbol-fire-giant", "ice": "symbol-giant",
    "vanir": "yg-vanir",
}  # fmt: skip
RUNE_SIGNS: Final = {"sigel": "rune-surtr", "daeg": "rune-heimdall", "mann": "rune-mimir", "tiwaz": "rune-tyr"}


def enemy_sign(code: str) -> str:
    """The rune of an Enemy."""
    return f"rune-{'surtr' if code == 'surt' else code}"


def god_sign(code: str) -> str:
    """The rune of a god."""
    return f"rune-{code}"


def mark(seat: Seat) -> str:
    """The mark of a seat."""
    return f"seat-{MARKS[seat].lower()}"
