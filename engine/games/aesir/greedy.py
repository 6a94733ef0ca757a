"""How the greedy bot weighs its answers: by what the seven gods will pay, as far as its view tells."""

from __future__ import annotations

import random

from engine.core.contract import Decision, Desk, Move, Seat
from engine.games.aesir.data import ALL_GODS, GODS, NUMBER
from engine.games.aesir.moves import (
    Achieve,
    BragiWill,
    FreyaWill,
    HeimdallWill,
    LokiWill,
    OdinWill,
    Pick,
    Place,
    Tally,
    ThorWill,
)
from engine.games.aesir.view import View

Table = list[list[int]]  # attention by seat and god
NUDGE = 0.001  # breaks ties at random


def best(desk: Desk, decision: Decision, rng: random.Random) -> Move:
    """The answer of the highest worth; the first of equals, but for a random nudge."""
    view: View = desk.view
    moves = [move for _, _, move in desk.menus(decision).leaves()]
    return max(moves, key=lambda move: worth(view, desk.seat, move) + rng.random() * NUDGE)


def worth(view: View, seat: Seat, move: Move) -> float:
    """Points won at once, and what the table promises afterwards."""
    table = [list(player.attention) for player in view.players]
    gained = _play(view, seat, move, table)
    awake = NUMBER[view.god] if view.god else -1
    return gained + promise(view, seat, table, awake)


def promise(view: View, seat: Seat, table: Table, awake: int) -> float:
    """What the gods still to awaken, in this round, in later ones and in the tally, may bring on this table."""
    total = 0.0
    for god in ALL_GODS:
        lead = _lead(table, seat, god)
        if view.stage != "tally" and god > awake:
            total += _now(view, god) * lead
        if view.stage != "tally":
            total += _later(view, god) * lead
        if view.stage != "tally" or god > awake:
            total += 0.6 * lead
    return total


def _now(view: View, god: int) -> float:
    """What a god's favour is worth in this round."""
    limit = view.goal_limit(GODS[god])
    return float(max(limit, 1 if GODS[god] == "H" else 0)) + 0.25


def _later(view: View, god: int) -> float:
    """What a god's favour may be worth in rounds to come."""
    worths = 0.0
    for column in view.columns[view.column :]:
        worths += sum(0.5 * goal.limit for goal in column if goal.god == GODS[god])
    if GODS[god] == "H":
        worths += 0.5 * (3 - view.round)
    return worths


def _lead(table: Table, seat: Seat, god: int) -> float:
    """How surely the seat has the favour: 1 for a clear lead, 0 for none."""
    own = table[seat][god]
    other = max(counts[god] for other, counts in enumerate(table) if other != seat)
    if own == 0:
        return -0.1 * min(other, 3)
    margin = own - other
    return {0: 0.5, 1: 0.75, 2: 0.9}.get(margin, 1.0) if margin >= 0 else {-1: 0.25, -2: 0.1}.get(margin, 0.0)


def _play(view: View, seat: Seat, move: Move, table: Table) -> float:
    """Change `table` as far as the move's outcome can be told; the points it wins."""
    if isinstance(move, Pick | Place):
        table[seat][NUMBER[move.up]] += 1
    elif isinstance(move, Achieve):
        table[seat][NUMBER[move.god]] -= len(move.cards)
        return float(len(move.cards))
    elif isinstance(move, HeimdallWill) or (isinstance(move, Tally) and move.card is not None):
        table[seat][NUMBER[view.god or "H"]] -= 1
        return 1.0
    else:
        _fulfil(view, seat, move, table)
    return 0.0


def _fulfil(view: View, seat: Seat, move: Move, table: Table) -> None:
    """The wills that move cards."""
    if isinstance(move, OdinWill):
        stack = view.stack(seat, move.stack)
        card = stack.up[-1] if stack else ""
        _shift(table[seat], move.stack, card.replace(move.stack, "")[:1])
    elif isinstance(move, ThorWill):
        table[seat][NUMBER[move.target]] += table[seat][NUMBER["T"]]
        table[seat][NUMBER["T"]] = 0
    elif isinstance(move, FreyaWill):
        table[seat][NUMBER[move.stack]] *= 2
    elif isinstance(move, LokiWill):
        stack = view.stack(move.opponent, move.card.stack)
        card = stack.up[len(stack.up) - move.card.pos] if stack else ""
        _shift(table[move.opponent], move.card.stack, card.replace(move.card.stack, "")[:1])
    elif isinstance(move, BragiWill):
        _shift(table[seat], move.give.stack, move.take.stack)
        _shift(table[move.opponent], move.take.stack, move.give.stack)


def _shift(counts: list[int], source: str, to: str) -> None:
    """One card leaves a stack and joins another; `?`: nobody knows which."""
    counts[NUMBER[source]] -= 1
    if to in GODS:
        counts[NUMBER[to]] += 1
