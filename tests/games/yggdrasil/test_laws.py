"""The laws of all games, held by Yggdrasil before it is offered: its tables open without the list of games."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.games.yggdrasil.data import LEVEL_CARDS
from engine.games.yggdrasil.state import missing
from engine.table.table import Table
from tests.games.laws import LAWS, Case, replays_equal
from tests.games.yggdrasil.correspondence import GAME


@dataclass(slots=True)
class Opened(Case):
    """A case whose table is opened here."""

    def table(self) -> Table:
        options = self.rules.Options.model_validate(self.options)
        return Table(self.game, self.rules, options, self.seats, None, [()] * self.seats)


@pytest.mark.parametrize("law", [law for law in LAWS if law is not replays_equal], ids=lambda law: law.__name__)
def test_law(law: Callable[[Case], None]) -> None:
    @settings(max_examples=5)
    @given(st.integers(1, 6), st.integers(0, 2**32), st.sampled_from(list(LEVEL_CARDS)), st.booleans())
    def holds(seats: int, seed: int, level: str, deal: bool) -> None:
        law(Opened(GAME, seats, seed, {"difficulty": level, "deal_gods": deal}, missing))

    holds()
