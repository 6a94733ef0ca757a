"""Games of the past for the tests of lists."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from asgard_pbem.tables.models import Game

from .rows import games_of_the_past

Past = Callable[..., list[Game]]


@pytest.fixture
def past(db: None) -> Past:
    """See `games_of_the_past`."""
    return games_of_the_past
