"""Bots: they see what their seat sees, and greedy is better than chance."""

from __future__ import annotations

import random

from engine.core.chance import SeededChance
from engine.table.events import GameOpened
from engine.table.table import Table
from tests.games.asgards_chosen.table import GAME, installed


def duel(number: int) -> float:
    """One introductory game of greedy against random; the seats change from game to game."""
    opened = GameOpened(game=GAME.key, rules=1, options={"mode": "introductory"}, seats=2, commitment="")
    table, chance, rng = Table.opened(opened), SeededChance(b"m%d" % (number // 2)), random.Random(number)
    table.start(chance)
    while asked := table.pending():
        decision = asked[0]
        bot = GAME.bots["greedy" if decision.seat == number % 2 else "random"]
        move = table.rules.forced(table.state, decision) or bot.move(table.desk(decision.seat), rng)
        table.play(decision.seat, move, chance)
    result = table.rules.result(table.state)
    assert result is not None
    return 1.0 / len(result.winners) if number % 2 in result.winners else 0.0


def test_greedy_wins_more_often_than_chance() -> None:
    with installed():
        assert sum(duel(number) for number in range(12)) > 6
