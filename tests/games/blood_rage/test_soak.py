"""A few games of the long run (`python -m tests.games.blood_rage.soak`), at every seat count."""

from __future__ import annotations

import pytest

from tests.games.blood_rage.soak import soak


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_random_games_end_keep_their_bounds_and_replay_equal(seats: int) -> None:
    found = soak(24, 5000, seats)
    assert len(found.moves) == 24
    assert sum(found.won) == pytest.approx(24)
