"""What greedy writes by mail: all of a turn in one letter, so that it is asked about once in each of its turns."""

from __future__ import annotations

import random
from collections import Counter

from engine.core.chance import SeededChance
from engine.core.moves import Seat
from engine.games.blood_rage import game
from engine.table.orders import take
from engine.table.session import Session
from engine.table.table import Table
from tests.games.blood_rage.scene import RULES, begun

SEATS = 3


def first_age() -> tuple[Session, Counter[tuple[Seat, str]]]:
    """An Age by letters, each read as a mail is, and which questions took how many of them."""
    table = Table(game, game.rules, RULES.Options(), SEATS, begun(SEATS), [()] * SEATS)
    found, rng = Session(table, SeededChance(b"letters")), random.Random(3)
    letters: Counter[tuple[Seat, str]] = Counter()
    while found.table.state.age == 1:
        for seat in sorted({decision.seat for decision in found.table.pending()}):
            desk = found.table.desk(seat)
            asked = desk.asked()
            if asked is None:
                continue
            language = ("en", "ru")[seat % 2]
            lines = game.bots["greedy"].sheet(desk, rng, game.notation, language)
            taken = take(found, seat, [line for order in lines for line in order.split("\n")])
            assert taken.refused is None, taken.refused
            letters[seat, asked.kind] += 1
    return found, letters


def test_greedy_is_asked_about_once_in_each_of_its_turns() -> None:
    found, letters = first_age()
    assert all(letters[seat, "draft"] == 1 for seat in range(SEATS))
    turns = sum(found.table.state.turns)
    assert turns > 3 * SEATS
    assert sum(letters.values()) - SEATS <= 1.1 * turns, letters
