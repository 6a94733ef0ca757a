"""Every installed game obeys the laws, at every number of players."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.core.contract import Game
from engine.games.asgards_chosen import state as asgards_chosen
from engine.games.blood_rage import state as blood_rage
from engine.games.yggdrasil import state as yggdrasil
from engine.table import registry
from engine.table.registry import games
from tests.games.aesir import playing as aesir
from tests.games.asgard import playing as asgard
from tests.games.laws import LAWS, Case
from tests.toys.rampart import game as rampart

# What a game knows of itself that its `Game` does not tell.
HOOKS: dict[str, dict[str, Any]] = {
    "aesir": {"missing": aesir.missing},
    "asgard": {
        "missing": asgard.missing,
        "answer": lambda menu, rng: asgard.answer(rng)(menu),
        "finer": frozenset({"act"}),  # an order of play that is the one there is
    },
    "asgards_chosen": {"missing": asgards_chosen.missing, "finer": frozenset({"muster"})},  # what pays, and how openly
    "blood_rage": {"missing": blood_rage.missing},
    "yggdrasil": {"missing": yggdrasil.missing, "finer": frozenset({"action"})},  # how many elves at most
}


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
@pytest.mark.parametrize("key", list(games()))
def test_law(key: str, law: Callable[[Case], None]) -> None:
    game: Game[Any] = games()[key]

    @settings(max_examples=5)
    @given(st.sampled_from(list(game.rules.seats_with(game.rules.Options()))), st.integers(0, 2**32))
    def holds(seats: int, seed: int) -> None:
        law(Case(game, seats, seed, **HOOKS.get(key, {})))

    holds()


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
def test_a_game_that_is_won_or_lost_together_obeys_the_law(
    law: Callable[[Case], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(registry, "games", lambda: {"rampart": rampart})
    rng = random.Random(5)
    for _ in range(8):
        law(Case(rampart, rng.choice(rampart.rules.seats_with(rampart.rules.Options())), rng.randrange(2**32)))
