"""Pages to read: the rules of each game, and how to write orders; and what programs that read all pages leave alone."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from asgard_pbem.tables.words import reader_language
from asgard_pbem.web.access import installed
from asgard_pbem.web.naming import game_title
from asgard_pbem.web.requests import drawn
from asgard_pbem.web.shown.finding.sample import sample_board
from asgard_pbem.web.shown.manual import manual
from engine.table.registry import games

# RFC 9309: the longest rule that fits counts, `*` is anything, `$` the end. Of a game its pages, moment by moment, and
# the picture that a link is shown with; not each moment as data, as pictures, through every pair of eyes and as film.
ROBOTS = """\
User-agent: *
Allow: /g/*/$
Allow: /g/*/card.png$
Disallow: /g/
Disallow: /api/
Disallow: /i/
Disallow: /settings/
Disallow: /sign-in/
"""


@require_safe
def rules_list(request: HttpRequest) -> HttpResponse:
    """Every installed game."""
    language = reader_language()
    shelf = [{"key": key, "title": game_title(key, language), "game": game} for key, game in games().items()]
    return render(request, "web/reading/rules_list.html", {"games": shelf})


@require_safe
def rules(request: HttpRequest, key: str) -> HttpResponse:
    """One game's manual."""
    game, language = installed(key), reader_language()
    context = {"manual": manual(game.key, language), "key": game.key, "title": game_title(game.key, language)}
    return render(request, "web/reading/rules.html", context)


@cache_control(public=True, max_age=86400)
@require_safe
def sample(request: HttpRequest, key: str, language: str) -> HttpResponse:
    """A picture of the game in the middle of some table, for its card and its manual."""
    game = installed(key)
    return HttpResponse(sample_board(game.key, language, drawn.theme(request)), content_type="image/svg+xml")


@require_safe
def guide(request: HttpRequest) -> HttpResponse:
    """How to play by mail and on these pages: numbers, notation, plans, commands."""
    return render(
        request, "web/reading/help.html", {"games": [(key, game_title(key, reader_language())) for key in games()]}
    )


@cache_control(public=True, max_age=86400)
@require_safe
def robots(request: HttpRequest) -> HttpResponse:
    """What search machines need not fetch; whom they may show what is decided elsewhere."""
    return HttpResponse(ROBOTS, content_type="text/plain; charset=utf-8")
