"""What is given away of tables: cards for links, boards for other pages, moving pictures, feeds."""

from __future__ import annotations

from typing import Final
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import translation
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext
from django.views.decorators.cache import cache_control
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import conditional_page, require_safe

from asgard_pbem.alerts import private_feeds
from asgard_pbem.tables.models import Game
from asgard_pbem.tables.reading import archive, history
from asgard_pbem.tables.words import reader_language
from asgard_pbem.web import access as reach
from asgard_pbem.web.access import Access
from asgard_pbem.web.requests import drawn
from asgard_pbem.web.requests.costly import costly, later
from asgard_pbem.web.sharing import animated, cards, embedding, feeds
from asgard_pbem.web.sharing.spoken import asked, spoken
from asgard_pbem.web.shown.finding import person as persons
from engine.core.board import Layout
from engine.core.contract import Words

ATOM: Final = "application/atom+xml; charset=utf-8"


def _public(game_id: UUID, moment: int | None) -> tuple[Access, int, Words]:
    """A public table as strangers see it. Raises Http404 where there is none, or no such moment."""
    access = reach.find_public(game_id)
    return access, _moment(access, moment), history.words(access.game, reader_language())


def _moment(access: Access, moment: int | None) -> int:
    last = access.game.moment
    if not history.is_known(access.game) or not 1 <= (last if moment is None else moment) <= last:
        raise Http404
    return last if moment is None else moment


@spoken
@costly
@conditional_page
@require_safe
def card(request: HttpRequest, game_id: UUID, moment: int) -> HttpResponse:
    """The picture by which a link to a moment is shown: what everybody may see of it."""
    access = reach.find(request, game_id)
    moment = _moment(access, moment)
    made = cards.of_moment(access, moment, history.words(access.game, reader_language()))
    if made is None:
        made = cards.of_game(access.game.key, reader_language())
    response = HttpResponse(made, content_type="image/png")
    patch_cache_control(response, private=True, max_age=60)
    return response


@cache_control(public=True, max_age=86400)
@costly
@require_safe
def game_card(request: HttpRequest, key: str, language: str) -> HttpResponse:
    """The picture by which links to a game's manual are shown."""
    game = reach.installed(key)
    with translation.override(language):
        return HttpResponse(cards.of_game(game.key, language), content_type="image/png")


@spoken
@xframe_options_exempt
@costly
@require_safe
def embed(request: HttpRequest, game_id: UUID, moment: int | None = None) -> HttpResponse:
    """A board for other people's pages: a public table, as a spectator sees it, whoever is signed in."""
    access, moment, words = _public(game_id, moment)
    context = embedding.context(access, moment, words, asked(request))
    response = render(request, "web/sharing/embed.html", context)
    response.headers["Content-Security-Policy"] = embedding.POLICY
    patch_cache_control(response, max_age=30)
    return response


@spoken
@costly
@conditional_page
@require_safe
def moving(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """A stretch of a game as a GIF, as the public sees it or, `?as=1`, as the reader's own seat does."""
    access = reach.find(request, game_id)
    lens = reach.choose(access, access.names, request.GET.get("as", reach.SPECTATOR))
    last = _moment(access, None)
    first, to = _number(request, "from", 1), _number(request, "to", last)
    if not 1 <= first <= to <= last or lens.whole_table:
        raise Http404
    stretch = animated.Stretch(access, lens, first, to, drawn.layout(request, Layout.LANDSCAPE), drawn.theme(request))
    try:
        made = animated.gif(stretch, history.words(access.game, reader_language()))
    except animated.TooLong:
        return _refused(gettext("This is too long for one picture. Please choose fewer moments."))
    except animated.Busy:
        return later(request, 503, 5)
    response = HttpResponse(made, content_type="image/gif")
    response.headers["Content-Disposition"] = f'inline; filename="{access.game.key}-{first}-{to}.gif"'
    patch_cache_control(response, private=True, max_age=60)
    return response


def _number(request: HttpRequest, name: str, default: int) -> int:
    """A moment of the address. Raises Http404 for what is no number."""
    text = request.GET.get(name, "")
    if not text:
        return default
    if not (text.isascii() and text.isdigit() and len(text) <= 6):
        raise Http404
    return int(text)


def _refused(said: str) -> HttpResponse:
    response = HttpResponse(f"{said}\n", status=422, content_type="text/plain; charset=utf-8")
    patch_cache_control(response, private=True, no_store=True)
    return response


@spoken
@costly
@conditional_page
@require_safe
def player_feed(request: HttpRequest, person_id: UUID) -> HttpResponse:
    """What became of a person's public games, as an Atom feed; of those alone who have a page for everybody."""
    player = persons.find(person_id, None)
    found = (archive.page(archive.Search(running=running, person=player)) for running in (True, False))
    games = [game for page in found for game in page.games]
    response = HttpResponse(feeds.of_player(player, games, reader_language()), content_type=ATOM)
    patch_cache_control(response, max_age=60)
    return response


@spoken
@costly
@conditional_page
@require_safe
def table_feed(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """What everybody may see happen at a public table, as an Atom feed."""
    access, _moment, words = _public(game_id, None)
    response = HttpResponse(feeds.of_table(access.game, words), content_type=ATOM)
    patch_cache_control(response, max_age=60)
    return response


@costly
@conditional_page
@require_safe
def private_table_feed(request: HttpRequest, game_id: UUID, mark: str) -> HttpResponse:
    """What a spectator would see happen at a private table, for who sits there. Nobody's session makes a difference."""
    player = private_feeds.member(game_id, mark)
    if player is None:
        raise Http404
    game = Game.objects.get(pk=game_id)
    if not history.is_known(game):
        raise Http404
    language = asked(request) or player.language
    with translation.override(language):
        return _privately(feeds.of_table(game, history.words(game, language)), language)


@costly
@conditional_page
@require_safe
def own_feed(request: HttpRequest, person_id: UUID, mark: str) -> HttpResponse:
    """What became of all tables of a person's, private ones too, for that person alone."""
    player = private_feeds.owner(person_id, mark)
    if player is None:
        raise Http404
    found = (archive.page(archive.Search(running=running, mine=player)) for running in (True, False))
    games = [game for page in found for game in page.games]
    language = asked(request) or player.language
    with translation.override(language):
        return _privately(feeds.of_own_games(player, games, language), language)


def _privately(feed: str, language: str) -> HttpResponse:
    """It is kept by its reader alone and asked for again each time, for its address may have ended."""
    response = HttpResponse(feed, content_type=ATOM)
    patch_cache_control(response, private=True, no_cache=True)
    response.headers["Content-Language"] = language
    response.headers["X-Robots-Tag"] = "noindex"
    response.headers["Referrer-Policy"] = "no-referrer"
    return response
