"""What tables and games are called in lists."""

from __future__ import annotations

from functools import cache

from django.utils.translation import gettext

from asgard_pbem.tables.models import Game
from asgard_pbem.tables.words import reader_language
from engine.core.speech import isolated, numbered
from engine.table.registry import UnknownRules
from engine.table.registry import game as find_game


def game_title(key: str, language: str) -> str:
    """The game's name in this language; its key when no installed package plays it."""
    try:
        return _title(key, language)
    except UnknownRules:
        return key


@cache  # what is found: that a game is not there may be otherwise the next time
def _title(key: str, language: str) -> str:
    return find_game(key).words(language, ()).title()


def table_title(game: Game, language: str) -> str:
    """The table's own title with the game's, or the game's with the players'; of a practice table from where it is."""
    title = game_title(game.key, language)
    names = [isolated(name) for name in _people(game) if name]
    if game.title:
        title = f"{game.title} ({title})"
    elif names:
        title = f"{title}: {', '.join(names)}"
    if game.forked_moment is None:
        return title
    return gettext("%(title)s, from moment %(moment)d") % {"title": title, "moment": game.forked_moment}


def _people(game: Game) -> list[str]:
    """The names at a table, of whoever holds several seats once."""
    if not game.several_seats:
        return list(game.names)
    first: dict[object, int] = {}
    held = {one.seat: one.player_id for one in game.holders.all() if one.player_id is not None}
    for seat in sorted(held):
        first.setdefault(held[seat], seat)
    return [name for seat, name in enumerate(game.names) if seat not in held or seat in first.values()]


def seat_name(game: Game, seat: int) -> str:
    """Who sits there, as everybody at the table reads it."""
    name = game.names[seat] if seat < len(game.names) else ""
    return str(name) or numbered(seat, reader_language())
