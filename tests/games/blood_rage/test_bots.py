"""The bots: greedy beats who plays at random, and drafts an Age by one mail."""

from __future__ import annotations

import random

from engine.core.chance import SeededChance
from engine.core.grammar.text import fold
from engine.games.blood_rage import game
from engine.table.session import Session
from engine.table.table import Table
from tests.games.blood_rage.scene import RULES, begun
from tests.games.match import Match


def test_greedy_beats_random() -> None:
    assert sum(Match("blood_rage", "greedy", "random", ms=50).play(number)[0] for number in range(4)) >= 3


def test_greedy_drafts_a_whole_age_by_one_mail() -> None:
    table = Table(game, game.rules, RULES.Options(), 3, begun(3), [(), (), ()])
    found, rng = Session(table, SeededChance(b"mail")), random.Random(1)
    for seat in range(3):
        for line in game.bots["greedy"].sheet(table.desk(seat), rng, game.notation, "ru"):
            order = game.notation.read([fold(line)], table.desk(seat))
            if order.plans:
                found.file(seat, order.plans)
            if order.moves:
                found.any_of(seat, order.moves)
    found.settle()
    assert table.state.stage == "action"
    assert [len(hand) for hand in table.state.hands] == [6, 6, 6]
