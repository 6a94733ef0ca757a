"""Atom feeds (RFC 4287, by Django's generator): what a spectator may see happen at a table.

Times are to the minute for ever, as pages tell them while a game runs; and what people wrote to each other is left to
the pages: a reader of feeds keeps what it was given, also when its author has been forgotten here.

A private feed does not name its own address, though RFC 4287 asks for it: readers hand entries on with a feed's head.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Final
from uuid import uuid5

from django.urls import reverse
from django.utils.feedgenerator import Atom1Feed
from django.utils.html import escape
from django.utils.translation import gettext

from asgard_pbem.tables.models import Game, Player
from asgard_pbem.tables.reading import history, telling
from asgard_pbem.tables.reading.eyes import Entry
from asgard_pbem.web.naming import seat_name, table_title
from asgard_pbem.web.sharing.links import absolute
from engine.core.contract import Words
from engine.core.speech import closed, isolated

ENTRIES: Final = 40  # the newest moments of a table
TITLE_LIMIT: Final = 120  # characters


def of_table(game: Game, words: Words) -> str:
    """The newest public moments of a table, the newest first, each linked to its page."""
    here, own = reverse("game", args=[game.pk]), reverse("table_feed", args=[game.pk])
    told = absolute(own) if game.visibility == Game.Visibility.PUBLIC else None
    feed = _feed(table_title(game, words.language), told, here, words.language, name=absolute(own))
    for entry in reversed(history.history(game.pk, None, since=max(0, game.moment - ENTRIES))):
        said = telling.told(entry, words)
        at = entry.recorded_at.replace(second=0, microsecond=0)
        feed.add_item(
            title=_short(f"{entry.number} · {said[0]}"),
            link=absolute(reverse("game_at", args=[game.pk, entry.number])),
            description=escape(_whole(entry, said)),  # Django calls it HTML
            unique_id=f"urn:uuid:{uuid5(game.pk, f'moment {entry.number}')}",
            pubdate=at,
            updateddate=at,
        )
    return feed.writeString("utf-8")


def _feed(title: str, own: str | None, about: str, language: str, *, name: str) -> Atom1Feed:
    """An empty feed at the whole address `own` (None: untold) about the page at `about`. `name`: the same for ever."""
    return Atom1Feed(
        title=title,
        link=absolute(about),
        description=gettext("Norse board games by email"),
        author_name="Asgard PBEM",
        language=language,
        feed_url=own,
        feed_guid=name,
    )


def _short(text: str) -> str:
    return text if len(text) <= TITLE_LIMIT else closed(text[: TITLE_LIMIT - 1].rstrip() + "…")


def _whole(entry: Entry, said: tuple[str, ...]) -> str:
    text = " ".join(said)
    return f"{text} ({gettext('taken back')})" if entry.undone else text


def of_player(player: Player, games: Sequence[Game], language: str) -> str:
    """What became of a person's public tables: begun, over. `games`: those that may be told of, in any order."""
    own = absolute(reverse("player_feed", args=[player.pk]))
    page = reverse("player", args=[player.pk])
    feed = _feed(player.name or gettext("A player"), own, page, language, name=own)
    _tell(feed, player, games, language)
    return feed.writeString("utf-8")


def of_own_games(player: Player, games: Sequence[Game], language: str) -> str:
    """What became of all tables of a person's, private ones too, for that person alone."""
    name = f"urn:uuid:{uuid5(player.pk, 'own games')}"
    feed = _feed(gettext("My games at Asgard PBEM"), None, reverse("home"), language, name=name)
    _tell(feed, player, games, language)
    return feed.writeString("utf-8")


def _tell(feed: Atom1Feed, player: Player, games: Sequence[Game], language: str) -> None:
    """An entry for each beginning and each end, the newest first."""
    turns = sorted(_turns(games), key=lambda one: (one[0], one[1].pk.hex, one[2]), reverse=True)
    for at, game, over in turns[:ENTRIES]:
        title = table_title(game, language)
        said = gettext("%(table)s is over. %(result)s") if over else gettext("%(table)s has begun.")
        text = said % {"table": title, "result": _result(game)}
        feed.add_item(
            title=_short(text),
            link=absolute(reverse("game", args=[game.pk])),
            description=escape(text),
            unique_id=f"urn:uuid:{uuid5(game.pk, f'{player.pk} {over}')}",
            pubdate=at,
            updateddate=at,
        )


def _turns(games: Sequence[Game]) -> Iterator[tuple[datetime, Game, bool]]:
    """(time to the minute, game, whether it ended then)."""
    for game in games:
        for at, over in ((game.started_at, False), (game.ended_at, True)):
            if at is not None:
                yield at.replace(second=0, microsecond=0), game, over


def _result(game: Game) -> str:
    """Who won, with the points; empty where people ended it."""
    won = ", ".join(isolated(seat_name(game, seat)) for seat in game.winners or ())
    points = ", ".join(f"{isolated(seat_name(game, seat))}: {score}" for seat, score in enumerate(game.scores))
    said = gettext("Won by: %(who)s.") % {"who": won} if won else ""
    return f"{said} {points}".strip()
