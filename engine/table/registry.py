"""Where games are found: the entry-point group `asgard_pbem.games`, which a third party's package may join."""

from __future__ import annotations

from functools import cache
from importlib.metadata import entry_points
from typing import Any

from engine.core.contract import Game, Rules

GROUP = "asgard_pbem.games"


class UnknownRules(LookupError):
    """No installed package plays this game in this version."""

    def __init__(self, key: str, version: int | None = None) -> None:
        super().__init__(f"{key}, rules version {version}" if version is not None else key)
        self.key, self.version = key, version


@cache
def games() -> dict[str, Game[Any]]:
    """Every installed game by key, in the order of the keys."""
    found = (entry.load() for entry in entry_points(group=GROUP))
    return {game.key: game for game in sorted(found, key=lambda game: str(game.key))}


def game(key: str) -> Game[Any]:
    """The game of this key. Raises UnknownRules."""
    try:
        return games()[key]
    except KeyError:
        raise UnknownRules(key) from None


def rules(key: str, version: int) -> Rules[Any]:
    """The rules of a game in one version. Raises UnknownRules."""
    try:
        return game(key).versions[version]
    except KeyError:
        raise UnknownRules(key, version) from None
