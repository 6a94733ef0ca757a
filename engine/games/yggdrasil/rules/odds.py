"""What the die does to a fight, exactly (R7)."""

from __future__ import annotations

from fractions import Fraction

from engine.games.yggdrasil.data import HAMMERS


def at_least(hammers: int, rolls: int) -> Fraction:
    """How likely the best of so many rolls shows so many hammers; without a roll there are none."""
    if hammers <= 0:
        return Fraction(1)
    fewer = Fraction(sum(face < hammers for face in HAMMERS), len(HAMMERS))
    return 1 - fewer**rolls


def percent(hammers: int, rolls: int) -> int:
    """The same in per cent, to the nearest; 0 and 100 are certain."""
    chance = at_least(hammers, rolls)
    return int(chance) * 100 if chance in (0, 1) else min(99, max(1, round(chance * 100)))
