"""`greedy` is one mind: question by question it plays as its sheets do, and both build, request and take stones."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, field

import pytest

from engine.core.chance import SeededChance
from engine.core.happenings import Happening
from engine.games.asgard import game, happenings
from engine.table.orders import take
from engine.table.session import Session
from engine.table.table import Table
from tests.games.asgard.playing import RULES

GREEDY = game.bots["greedy"]


@dataclass(slots=True)
class Match:
    """A whole game in which each seat answers `question` by question, or by `sheet`."""

    winner: int = -1
    scores: tuple[int, ...] = ()
    happened: list[Happening] = field(default_factory=list)

    def profile(self, seat: int) -> Counter[str]:
        """Temples built, requests performed and stones received by a seat."""
        found: Counter[str] = Counter()
        for one in self.happened:
            if isinstance(one, happenings.Performed) and one.seat == seat:
                found[one.how] += 1
            if isinstance(one, happenings.Received) and one.seat == seat and one.item[0] == "stone":
                found["stones"] += one.count
        return found


def match(seed: int, ways: list[str]) -> Match:
    """Play it."""
    table = Table(game, RULES, RULES.Options(), len(ways), None, [()] * len(ways))
    session = Session(table, SeededChance(b"one mind %d" % seed), ())
    session.start()
    rng = random.Random(seed)
    while asked := session.table.pending():
        seat = asked[0].seat
        if ways[seat] == "sheet":
            lines = GREEDY.sheet(session.table.desk(seat), rng, game.notation, "en")
            assert take(session, seat, lines).rest == len(lines)
        else:
            session.move(seat, GREEDY.move(session.table.desk(seat), rng))
            session.settle()
    result = RULES.result(session.table.state)
    assert result is not None
    happened = [one for made in session.made for one in made.happenings]
    return Match(result.winners[0], result.scores or (), happened)


@pytest.mark.parametrize("way", ["question", "sheet"])
def test_a_player_makes_requests_takes_stones_and_builds_temples(way: str) -> None:
    games = [match(seed, [way] * 3) for seed in range(8)]
    found = sum((one.profile(seat) for one in games for seat in range(3)), Counter[str]())
    each = {name: count / 24 for name, count in found.items()}
    assert each["temple"] >= 1.5
    assert each["request"] >= 4
    assert each["stones"] >= 6


def test_question_by_question_is_as_strong_as_by_sheet() -> None:
    won: Counter[str] = Counter()
    for seed in range(40):
        ways = ["question", "sheet"] if seed % 2 else ["sheet", "question"]
        won[ways[match(seed, ways).winner]] += 1
    assert 10 <= won["question"] <= 30
