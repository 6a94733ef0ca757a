"""States of a table by public moment: frames for the slider, pictures, text, data, the log as a file."""

from __future__ import annotations

from functools import partial
from typing import Any, Final
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.cache import patch_cache_control
from django.views.decorators.cache import never_cache
from django.views.decorators.http import conditional_page, require_safe

from asgard_pbem.tables.models import Moment, Seat
from asgard_pbem.tables.reading import history, logfile
from asgard_pbem.tables.words import reader_language
from asgard_pbem.web import access as reach
from asgard_pbem.web.access import Access, Lens
from asgard_pbem.web.naming import table_title
from asgard_pbem.web.requests import drawn
from asgard_pbem.web.requests.costly import costly
from asgard_pbem.web.sharing.spoken import spoken
from asgard_pbem.web.shown import around, lobby, story
from asgard_pbem.web.shown import state as showing
from engine.core.board import Layout
from engine.core.contract import Words

SVG: Final = "image/svg+xml"
A_YEAR_S: Final = 31_536_000


def _open(request: HttpRequest, game_id: UUID, moment: int) -> tuple[Access, Lens, Words]:
    """The table, the lens and the words. Raises Http404 where there is no such moment, or none can be replayed."""
    access = reach.find(request, game_id)
    if not (1 <= moment <= access.game.moment and history.is_known(access.game)):
        raise Http404
    lens = reach.choose(access, access.names, request.GET.get("as", ""))
    return access, lens, history.words(access.game, reader_language())


@costly
@conditional_page
@require_safe
def frames(request: HttpRequest, game_id: UUID, first: int, last: int) -> JsonResponse:
    """The states from moment `first` to `last` (at most 24 boards), each as a piece of the page, in one replay."""
    access, lens, words = _open(request, game_id, first)
    last = min(last, access.game.moment, first + showing.frames_at_once(access, lens) - 1)
    held = lobby.holders(access)
    piece = partial(_piece, access, words, held, _moments(access, first, last), request.GET.get("curve", ""))
    made = [piece(shown) for shown in _frames(access, lens, words, first, last)]
    response = JsonResponse({"frames": made, "last": access.game.moment})
    if request.GET.get("v") == around.key(access, lens, words, held) and (access.over or last < access.game.moment):
        patch_cache_control(response, private=True, max_age=A_YEAR_S, immutable=True)
    else:  # of the last moment one's own view changes with what one does unseen
        patch_cache_control(response, private=True, max_age=0, must_revalidate=True)
    return response


def _moments(access: Access, first: int, last: int) -> dict[int, Moment]:
    found = Moment.objects.filter(game=access.game.pk, number__range=(first, last))
    return {one.number: one for one in found}


def _frames(access: Access, lens: Lens, words: Words, first: int, last: int) -> list[showing.Frame]:
    if lens.whole_table:
        return [showing.at_moment(access, lens, number, words) for number in range(first, last + 1)]
    engine = history.table_now(access.game.pk).game
    wanted = history.frames(access.game.pk, lens.viewer, first=first, last=last)
    return [
        showing.frame(engine, one.entry.number, _views(one), words, waited=showing.waited(one.table, lens))
        for one in wanted
    ]


def _views(frame: history.Frame) -> tuple[Any, ...]:
    return () if frame.view is None else (frame.view,)


def _piece(
    access: Access, words: Words, held: dict[int, Seat], then: dict[int, Moment], curve: str, shown: showing.Frame
) -> dict[str, Any]:
    """What changes on the page when it shows this moment."""
    moment = then[shown.moment]
    players = around.players(access, words, held, shown, moment)
    return {
        "moment": shown.moment,
        "html": render_to_string("web/history/frame.html", {"frame": shown}),
        "stage": shown.stage,
        "players": render_to_string("web/table/sitting.html", {"players": players}),
        "values": around.values(curve, moment),
    }


@spoken
@costly
@conditional_page
@require_safe
def picture(request: HttpRequest, game_id: UUID, moment: int, form: str) -> HttpResponse:
    """The board of a moment as a file: `svg` or `png`, portrait or landscape, light or dark."""
    access, lens, words = _open(request, game_id, moment)
    theme, layout = drawn.theme(request), drawn.layout(request, Layout.PORTRAIT)
    found = showing.picture(access, lens, moment, words, theme, layout)
    if found is None:
        raise Http404
    if form == "png":
        response = HttpResponse(found.png(), content_type="image/png")
    else:
        response = HttpResponse(found.svg(), content_type=SVG)
    response.headers["Content-Disposition"] = f'inline; filename="{access.game.key}-{moment}.{form}"'
    patch_cache_control(response, private=True, max_age=60)
    return response


@never_cache
@costly
@require_safe
def text(request: HttpRequest, game_id: UUID, moment: int) -> HttpResponse:
    """The text board of a moment: the same information in the same order as the picture."""
    access, lens, words = _open(request, game_id, moment)
    context = {
        "frame": showing.at_moment(access, lens, moment, words),
        "game": access.game,
        "title": table_title(access.game, reader_language()),
        "moment": moment,
        "last": access.game.moment,
        "lens": lens,
    }
    return render(request, "web/history/text_board.html", context)


@costly
@conditional_page
@require_safe
def data(request: HttpRequest, game_id: UUID, moment: int) -> JsonResponse:
    """What the reader may know of a moment, as data: the same view that the page draws."""
    access, lens, _words = _open(request, game_id, moment)
    answer = {
        "game": str(access.game.pk),
        "key": access.game.key,
        "rules": access.game.rules_version,
        "moment": moment,
        "last": access.game.moment,
        "as": lens.code,
        "view": showing.as_json(access, lens, moment),
    }
    response = JsonResponse(answer, json_dumps_params={"ensure_ascii": False})
    patch_cache_control(response, private=True, max_age=60)
    return response


@never_cache
@require_safe
def latest(request: HttpRequest, game_id: UUID) -> JsonResponse:
    """The number of the last public moment, for pages that wait for the next."""
    access = reach.find(request, game_id)
    return JsonResponse({"moment": access.game.moment, "status": access.game.status})


@never_cache
@costly
@require_safe
def printed(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """The whole log on one page, made for paper."""
    access, lens, words = _open(request, game_id, 1)
    found = story.moments(access.game.pk)
    context = {
        "game": access.game,
        "names": access.names,
        "access": access,
        "title": table_title(access.game, reader_language()),
        "log": story.log(access, lens, words, found),
        "frame": showing.at_moment(access, lens, access.game.moment, words),
        "lens": lens,
        "query": f"?as={lens.code}",
    }
    return render(request, "web/history/log_page.html", context)


@costly
@require_safe
def export(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """The log in the open format of docs/game-log.md: what the reader may know; whole after the end."""
    access = reach.find(request, game_id)
    lens = reach.choose(access, access.names, request.GET.get("as", ""))
    response = HttpResponse(logfile.export(game_id, viewer=lens.viewer), content_type="application/x-ndjson")
    response.headers["Content-Disposition"] = f'attachment; filename="{access.game.key}-{str(game_id)[:8]}.jsonl"'
    patch_cache_control(response, private=True, no_store=True)
    return response
