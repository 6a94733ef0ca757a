"""Where the points of an ended game came from, as a table. An ended game changes no more, so each is added up once."""

from __future__ import annotations

from threading import Lock
from typing import Final

from cachetools import LRUCache, cached

from asgard_pbem.tables.models import Game
from asgard_pbem.tables.reading import scoring
from asgard_pbem.web.access import Access
from engine.core.contract import Words

KEPT: Final = 500  # games in a language; a table is some hundred bytes


def of(access: Access, words: Words) -> tuple[scoring.Source, ...]:
    """The table's lines; none while the game runs, and of a game that tells no sources."""
    return _added_up(access.game, words) if access.over else ()


def _known_by(game: Game, words: Words) -> tuple[object, ...]:
    return game.pk, game.head_hash, game.rules_version, words.language


@cached(LRUCache(maxsize=KEPT), key=_known_by, lock=Lock())
def _added_up(game: Game, words: Words) -> tuple[scoring.Source, ...]:
    return scoring.sources(game, words)
