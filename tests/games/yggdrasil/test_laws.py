"""The laws of all games, held by Yggdrasil at every level; tests/games/all/test_laws.py has it as first played."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.games.yggdrasil import game
from engine.games.yggdrasil.data import LEVEL_CARDS
from engine.games.yggdrasil.state import missing
from tests.games.laws import LAWS, Case


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
def test_law(law: Callable[[Case], None]) -> None:
    @settings(max_examples=5)
    @given(st.integers(1, 6), st.integers(0, 2**32), st.sampled_from(list(LEVEL_CARDS)), st.booleans())
    def holds(seats: int, seed: int, level: str, deal: bool) -> None:
        options = {"difficulty": level, "deal_gods": deal}
        law(Case(game, seats, seed, options, missing, finer=frozenset({"action"})))

    holds()
