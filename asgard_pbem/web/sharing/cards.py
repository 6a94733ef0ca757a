"""The picture and the sentence by which a link is shown. Of a table: what everybody may see of it, whoever asks."""

from __future__ import annotations

import hashlib
from functools import cache
from threading import Lock
from typing import Final

from cachetools import LRUCache, cached
from django.utils.translation import gettext

from asgard_pbem.boards.card import card_png
from asgard_pbem.tables.reading import history, telling
from asgard_pbem.web.access import Access, Lens, spectator
from asgard_pbem.web.naming import game_title, table_title
from asgard_pbem.web.shown import state as showing
from asgard_pbem.web.shown.finding import sample
from engine.core.board import Layout
from engine.core.contract import Words

KEPT_BYTES: Final = 8 * 1024 * 1024  # of cards, in one process


def sentence(access: Access, moment: int, words: Words) -> str:
    """What happened at a moment, for everybody."""
    entries = history.history(access.game.pk, None, since=moment - 1, upto=moment)
    return " ".join(text for entry in entries for text in telling.told(entry, words))


def of_moment(access: Access, moment: int, words: Words) -> bytes | None:
    """The card of a moment as PNG; None where there is no board yet."""
    found = showing.picture(access, spectator(), moment, words, "light", Layout.LANDSCAPE)
    if found is None:
        return None
    return _drawn(found, table_title(access.game, words.language), sentence(access, moment, words))


def _known_by(*shown: object) -> bytes:
    return hashlib.sha256(repr(shown).encode()).digest()


@cached(LRUCache(maxsize=KEPT_BYTES, getsizeof=len), key=_known_by, lock=Lock())
def _drawn(found: showing.Picture, title: str, said: str) -> bytes:
    return card_png(found.key, found.drawing, title=title, said=said)


@cache
def of_game(key: str, language: str) -> bytes:
    """The card of a game, with its sample board, in the current language. Raises UnknownRules."""
    drawing = sample.sample_drawing(key, language)
    return card_png(key, drawing, title=game_title(key, language), said=gettext("Norse board games by email"))


def description(access: Access, lens: Lens, said: str, moment: int) -> str:
    """A sentence about a table's page, for those who read heads of pages alone.

    `said`: what the page tells of its moment. It stands here only where the page shows what everybody may see: whoever
    shares it shares the sentence too.
    """
    if not said or lens.viewer is not None or lens.whole_table:
        return gettext("A table to watch and to slide through, move by move, from its beginning to now.")
    if moment == access.game.moment:
        return said
    return gettext("Moment %(moment)d of %(last)d: %(said)s") % {
        "moment": moment, "last": access.game.moment, "said": said,
    }  # fmt: skip
