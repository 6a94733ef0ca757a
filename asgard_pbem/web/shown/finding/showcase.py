"""A finished game that can be slid through right where one meets it, on the first page for instance.

It needs the sample games of the house to be in the store (`manage.py samples`; `make play` brings them in time). Each
moment is the same for everybody, so its piece of the page is made once in a process and kept.
"""

from __future__ import annotations

from dataclasses import dataclass
from threading import Lock
from typing import Final

from cachetools import LRUCache, cached
from django.http import Http404
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe

from asgard_pbem.tables.models import Game
from asgard_pbem.tables.reading import history, samples, telling
from asgard_pbem.web.naming import game_title
from asgard_pbem.web.shown import state as showing

FIRST: Final = "asgard"  # the game that is shown unless another is asked for: all know a tree at once
BEGIN: Final = 0.6  # how far into the game it opens: there is much to see, and it is not decided
DIGITS: Final = 9  # more than any moment has; of thousands of them Python makes no number
KEPT_BYTES: Final = 16 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Other:
    """A sample of another game."""

    key: str
    title: str


@dataclass(frozen=True, slots=True)
class Showcase:
    """What `web/finding/showcase.html` shows."""

    key: str
    title: str
    game: Game
    moment: int
    last: int
    piece: SafeString
    frames: str  # address of such a piece, with 0 for the moment
    games: tuple[Other, ...]

    @property
    def previous(self) -> int:
        """The moment before; at the first one 0."""
        return self.moment - 1

    @property
    def next(self) -> int:
        """The moment after; at the last one 0."""
        return self.moment + 1 if self.moment < self.last else 0


def showcase(key: str, moment: str, language: str) -> Showcase | None:
    """The sample of a game at a moment, both as an address has them; what is none of ours is passed over.

    None where no sample is in the store.
    """
    here = {one: game for one, game in samples.here().items() if history.is_known(game)}
    if not here:
        return None
    chosen = key if key in here else FIRST if FIRST in here else next(iter(here))
    game = here[chosen]
    at = (
        int(moment)
        if moment.isdecimal() and len(moment) <= DIGITS and 1 <= int(moment) <= game.moment
        else max(1, round(game.moment * BEGIN))
    )
    return Showcase(
        chosen, game_title(chosen, language), game, at, game.moment, piece(game, at, language),
        reverse("sample_moment", args=[chosen, language, 0]),
        tuple(Other(one, game_title(one, language)) for one in here),
    )  # fmt: skip


def of(key: str) -> Game:
    """The sample of a game. Raises Http404 where there is none."""
    game = samples.here().get(key)
    if game is None or not history.is_known(game):
        raise Http404
    return game


def piece(game: Game, moment: int, language: str) -> SafeString:
    """Board and sentence of a moment. Raises Http404 for one that is none."""
    if not 1 <= moment <= game.moment:
        raise Http404
    return _made(game, moment, language)


def _known_by(game: Game, moment: int, language: str) -> tuple[object, ...]:
    return game.pk, game.head_hash, moment, language


@cached(LRUCache(maxsize=KEPT_BYTES, getsizeof=len), key=_known_by, lock=Lock())
def _made(game: Game, moment: int, language: str) -> SafeString:
    words = history.words(game, language)
    (found,) = history.frames(game.pk, None, first=moment, last=moment)
    views = () if found.view is None else (found.view,)
    context = {
        "frame": showing.frame(history.table_now(game.pk).game, moment, views, words),
        "sentences": telling.told(found.entry, words),
    }
    return mark_safe(render_to_string("web/finding/showcase_piece.html", context).strip())  # our own template
