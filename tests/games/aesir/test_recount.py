"""Whole games under the eyes of a referee."""

from __future__ import annotations

import random

import pytest

from engine.core.chance import SeededChance
from engine.core.questions import NoOptions
from tests.games.aesir.playing import RULES
from tests.games.aesir.referee import Referee


@pytest.mark.parametrize("seats", range(2, 6))
@pytest.mark.parametrize("seed", range(6))
def test_every_step_is_legal_and_does_what_the_rules_say(seats: int, seed: int) -> None:
    rng, chance, referee = random.Random(seed), SeededChance(b"referee %d" % seed), Referee(seats)
    state, out = RULES.setup(NoOptions(), seats, chance)
    while True:
        for one in out:
            referee.read(one)
        asked = next((one for one in RULES.decisions(state) if one.waits or rng.random() < 0.1), None)
        if asked is None:
            break
        move = RULES.forced(state, asked) or RULES.menu(state, asked).random(rng)
        out = RULES.apply(state, asked.seat, move, chance)
    assert referee.over
