"""What a bot mails: its whole turn, thought through in one table that might be the true one."""

from __future__ import annotations

import random
from collections.abc import Iterator

from engine.core.bots import Policy, asked, own_chance
from engine.core.contract import Desk, Notation
from engine.core.decisions import Decision
from engine.core.moves import Move
from engine.games.yggdrasil.moves import ACTIONS, EndTurn, TakeElf, VanirAdvance
from engine.games.yggdrasil.view import View

WRITTEN = frozenset({"odin", "nidhogg", "action", "mann", "tiwaz", "sigel"})
"""Questions that may be answered before they come; an order of cards is for those that were seen."""
INSTEAD: tuple[Move, ...] = (TakeElf(), VanirAdvance())  # of what luck makes impossible


def turn(desk: Desk[View], rng: random.Random, policy: Policy, notation: Notation, language: str) -> list[str]:
    """The answer to what is asked, and on lines below it the rest of the turn, as it went in that table."""
    first = asked(desk)
    found = [(one, move) for one, move in _played(desk, first, rng, policy) if one is first or one.kind in WRITTEN]
    return [_line(move, notation, language, alone=len(found) == 1) for _, move in found]


def _played(desk: Desk[View], first: Decision, rng: random.Random, policy: Policy) -> Iterator[tuple[Decision, Move]]:
    """The questions of this turn with the answers that were given there."""
    chance = own_chance(rng)
    world, decision = desk.imagine(chance), first
    while True:
        move = policy(world, decision, rng)
        yield decision, move
        world.play(decision.seat, move, chance)
        after = world.next()
        if after is None or not first.clock or (after.seat, after.clock) != (first.seat, first.clock):
            return
        decision = after


def _line(move: Move, notation: Notation, language: str, *, alone: bool) -> str:
    """An order; an action with what is done instead, where it cannot be."""
    instead = () if alone or isinstance(move, EndTurn) or not isinstance(move, ACTIONS) else INSTEAD
    moves = [move, *(one for one in instead if one.kind != move.kind)]
    return " / ".join(notation.write(one, language) for one in moves)
