"""What every rule gets: the state, the data, a source of chance, and a list for what happens."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from engine.core.flow import Play as KitPlay
from engine.core.moves import IllegalMove, Json
from engine.games.asgard.data import Data, load
from engine.games.asgard.state import State

T = TypeVar("T")

# Version 1 took some moves that the rules do not allow; its games go on as they were recorded (RULINGS.md).
NEWEST = 2

# The table of refusal codes, best first: if several fit, the one higher up is given.
CODES = (
    "E_NOT_YOUR_TURN", "E_PHASE", "E_GOD_COUNT", "E_GOD_DUPLICATE", "E_GOD_NOT_RISEN", "E_CARD_NOT_HELD",
    "E_SLOT_UNKNOWN", "E_SLOT_TAKEN", "E_ALREADY_SUPPORTING", "E_NO_SUPPORT_SLOT", "E_NO_DISC_THERE", "E_PICK",
    "E_SILVER", "E_TILE_NOT_OWNED", "E_TILE_TIMING", "E_COST", "E_STONE_MATCH", "E_RECRUITS", "E_WORLD_SLOT",
    "E_BATTLE_SLOT", "E_MUST_FLIP", "E_MUST_MOVE", "E_TARGET", "E_STRENGTH", "E_RECOVER", "E_ORDER", "E_DEAL",
    "E_GIVER", "E_NOT_SUPPORTED", "E_PASSED", "E_NO_EFFECT",
)  # fmt: skip
RANK = {code: rank for rank, code in enumerate(CODES)}


class Play(KitPlay[State]):
    """One move being played, under one version of the rules."""

    __slots__ = ()

    @property
    def data(self) -> Data:
        """The data the game is played with."""
        return load(self.state.data)


class Faults:
    """Faults found while a move of many parts is checked; `settle` raises the one that stands highest in the table."""

    __slots__ = ("found",)

    def __init__(self) -> None:
        self.found: list[IllegalMove] = []

    def add(self, code: str, **where: Json) -> None:
        self.found.append(IllegalMove(code, **where))

    def caught(self, check: Callable[[], T]) -> T | None:
        """What `check` gives; None when it refuses, which is one more fault."""
        try:
            return check()
        except IllegalMove as fault:
            self.found.append(fault)
            return None

    def settle(self) -> None:
        """Raises IllegalMove when there is a fault."""
        if self.found:
            raise min(self.found, key=lambda fault: RANK[fault.code])
