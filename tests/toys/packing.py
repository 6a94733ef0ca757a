"""A table of `stores`, at which forms of every kind are filled in, for what posts them and what clicks on them."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from asgard_pbem.tables.models import Game, Player
from asgard_pbem.tables.reading import history
from engine.table import registry
from tests.toys import stores


@pytest.fixture(autouse=True)
def stores_are_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "games", lambda: {"stores": stores.game})


@pytest.fixture
def packing(astrid: Player, bjorn: Player, table: Callable[..., Game]) -> Game:
    return table(astrid, bjorn, key="stores")


def done(game: Game) -> list[tuple[int, ...]]:
    return list(history.table_now(game.pk).state.done)
