"""Where the points of an ended game came from, as a table. An ended game changes no more, so each is added up once."""

from __future__ import annotations

import threading
from typing import Final

from cachetools import LRUCache

from asgard_pbem.tables.reading import scoring
from asgard_pbem.web.access import Access
from engine.core.contract import Words

KEPT: Final = 500  # games in a language; a table is some hundred bytes
_kept: LRUCache[tuple[object, ...], tuple[scoring.Source, ...]] = LRUCache(maxsize=KEPT)
_keeping = threading.Lock()


def of(access: Access, words: Words) -> tuple[scoring.Source, ...]:
    """The table's lines; none while the game runs, and of a game that tells no sources."""
    game = access.game
    if not access.over:
        return ()
    key = (game.pk, game.head_hash, game.rules_version, words.language)
    with _keeping:
        kept = _kept.get(key)
    if kept is None:
        kept = scoring.sources(game, words)
        with _keeping:
            _kept[key] = kept
    return kept
