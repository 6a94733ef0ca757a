"""Thought wins more than plain sense on the same deals; how much more says docs/games/yggdrasil.md.

Bounded by imagined games, not by time: the same games on every machine.
"""

from __future__ import annotations

from tests.games.yggdrasil.rates import Game

PLAYOUTS = 36  # of which the halving makes at most sixteen for an answer
DEALS = range(2)


def test_thinker_wins_more_than_greedy_on_the_same_deals() -> None:
    greedy = [Game("heroic", 5, number).won() for number in DEALS]
    thinker = [Game("heroic", 5, number, "thinker", playouts=PLAYOUTS).won() for number in DEALS]
    assert sum(thinker) > sum(greedy), (thinker, greedy)
