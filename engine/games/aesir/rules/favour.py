"""Attention, favour and disputes (R2, R7.2-R7.6), and the winner of the game (R13)."""

from __future__ import annotations

from engine.core.moves import Seat
from engine.games.aesir.data import ALL_GODS
from engine.games.aesir.state import NOBODY, State


def attention(state: State, seat: Seat, god: int) -> int:
    """The physical count of a stack, twice that while the Doubling card lies before it."""
    count = state.counts[seat][god]
    return count * 2 if state.doubled == seat * 7 + god else count


def attentions(state: State, god: int) -> list[int]:
    """The attention of every seat for one god."""
    return [attention(state, seat, god) for seat in range(state.seats)]


def favour(state: State, god: int) -> tuple[Seat, list[int], list[int]]:
    """Who has the favour of `god` (NOBODY: none), the attention by seat, and the gods compared in a dispute."""
    found = attentions(state, god)
    best = max(found)
    if best == 0:
        return NOBODY, found, []
    if found.count(best) == 1:
        return found.index(best), found, []
    left, compared = eliminate(state, [seat for seat, count in enumerate(found) if count == best])
    return (left[0] if len(left) == 1 else NOBODY), found, compared


def eliminate(state: State, level: list[Seat]) -> tuple[list[Seat], list[int]]:
    """Compare level seats by one god after another; who has less than the best of them drops out (R7.4).

    Returns who is left (one, or several after all seven) and the gods compared.
    """
    compared = []
    for god in ALL_GODS:
        compared.append(god)
        found = attentions(state, god)
        best = max([found[seat] for seat in level])
        level = [seat for seat in level if found[seat] == best]
        if len(level) == 1:
            break
    return level, compared


def winners(state: State) -> tuple[list[Seat], bool]:
    """Who wins, and whether only the comparison of the stacks decided it (R13.1-R13.3)."""
    best = max(state.points)
    first = [seat for seat, points in enumerate(state.points) if points == best]
    if len(first) == 1:
        return first, False
    return eliminate(state, first)[0], True
