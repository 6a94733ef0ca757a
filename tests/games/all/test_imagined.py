"""A table that is dealt again shows nobody the true one, though the chance by which it is dealt be known.

Refusals of proposals, plans and guesses at what was meant are tried on such tables, with chance that anybody can work
out from this code. Dealt from where the cards lie, they would be the true ones in an order that is no secret.
"""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.core.chance import SeededChance
from engine.table.registry import games
from tests.games.cases import Case, walk

# Not Blood Rage: which of a seat's cards came from which pack stays with their places. Only bots ask what lies there,
# and they deal by chance of their own.
GAMES = ("aesir", "asgard", "asgards_chosen", "yggdrasil")


@pytest.mark.parametrize("key", GAMES)
def test_tables_that_look_alike_are_dealt_again_alike(key: str) -> None:
    game = games()[key]

    @settings(max_examples=6)
    @given(st.sampled_from(list(game.rules.seats_with(game.rules.Options()))), st.integers(0, 2**32))
    def holds(seats: int, seed: int) -> None:
        case = Case(game, seats, seed)
        for number, position in enumerate(walk(case, every=5)):
            for viewer in (None, *range(seats)):
                true = position.state
                other = case.rules.redeal(true, viewer, SeededChance(number.to_bytes(4, "big")))
                first, second = (case.rules.redeal(one, viewer, SeededChance(b"known")) for one in (true, other))
                assert first == second

    holds()
