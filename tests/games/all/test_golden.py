"""Every game's recorded games, under the version that they were played with."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from engine.core.contract import Game
from engine.table.registry import games
from tests.games.golden import record, records, replay_as_recorded, wanted

ALL = [(game, path) for game in games().values() for path in records(game)]


@pytest.mark.parametrize("game, path", ALL, ids=[f"{game.key}-{path.stem}" for game, path in ALL])
def test_a_recorded_game_replays_with_the_same_happenings(game: Game[Any], path: Path) -> None:
    replay_as_recorded(game, path)
    assert path.stem.startswith("v")


@pytest.mark.parametrize("key", list(games()))
def test_every_version_has_games_for_every_number_of_players(key: str) -> None:
    game = games()[key]
    names = {path.stem for path in records(game)}
    assert names == {name for version in game.versions for name in wanted(game, version)}


@pytest.mark.parametrize("key", list(games()))
def test_what_is_recorded_would_be_recorded_alike(key: str) -> None:
    game = games()[key]
    seats = min(game.rules.seats_with(game.rules.Options()))
    assert record(game, seats, 5) == record(game, seats, 5)
