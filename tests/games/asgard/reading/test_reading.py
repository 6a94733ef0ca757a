"""The public log of random and of well played games breaks no rule, and its points are right (R3, R6-R10)."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

import pytest

from engine.core.happenings import Happening
from engine.games.asgard import game
from engine.games.asgard import happenings as told
from engine.games.asgard.state import State
from tests.games.asgard.playing import RULES, answer, desk, start, waiting
from tests.games.asgard.reading.reader import Reader

READ = frozenset({  # what is counted again; deals and discs taken back are too rare to be met each time
    told.Received, told.NothingLeft, told.SealLaid, told.TempleBuilt, told.Slain, told.BattleSettled,
    told.BattleTileTaken, told.OrderChanged, told.ExtraTurn, told.TileUsed, told.WorldFought, told.FromValhalla,
    told.ArmLaid, told.DiscMoved, told.GameOver,
})  # fmt: skip


def games(seats: int, seed: int, *, well: bool) -> Iterator[tuple[State, list[Happening]]]:
    """What each move tells, with the table after it; `well`: most of the time as a bot that knows the game."""
    state, chance, out = start(seats, seed)
    rng = random.Random(seed)
    pick, greedy = answer(rng), game.bots["greedy"]
    yield state, out
    while asked := waiting(state):
        decision = rng.choice(asked)
        if well and rng.random() < 0.9:
            move = greedy.move(replace(desk(state, decision.seat), decisions=(decision,)), rng)
        else:
            optional = [one for one in RULES.decisions(state) if one.optional and one.answered and not well]
            decision = rng.choice(optional) if optional and rng.random() < 0.3 else decision
            move = pick(RULES.menu(state, decision))
        yield state, RULES.apply(state, decision.seat, move, chance)


def read(seats: int, seed: int, *, well: bool) -> Counter[type]:
    """Kinds of the lines that were read."""
    kinds: Counter[type] = Counter()
    reader: Reader | None = None
    for state, happenings in games(seats, seed, well=well):
        reader = reader or Reader(state)
        reader.read(happenings)
        reader.same_as(state)
        kinds.update(map(type, happenings))
    return kinds


@pytest.mark.parametrize("seats", RULES.seats)
def test_random_games_break_no_rule(seats: int) -> None:
    kinds = Counter[type]()
    for seed in range(14):
        kinds += read(seats, seed, well=False)
    assert set(kinds) >= READ


@pytest.mark.parametrize("seats", RULES.seats)
def test_well_played_games_break_no_rule(seats: int) -> None:
    for seed in range(3):
        assert read(seats, seed, well=True)[told.GameOver] == 1
