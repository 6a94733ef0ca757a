"""The page of one table: board, history, what I may do."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from asgard_pbem.tables import history
from asgard_pbem.tables.models import Game
from asgard_pbem.web import access as reach
from asgard_pbem.web import asking, lobby, showing, story
from asgard_pbem.web.access import Access, Lens
from asgard_pbem.web.naming import game_title, table_title
from engine.core.contract import Words
from engine.core.registry import UnknownRules
from engine.core.table import Table


@never_cache
@require_safe
def page(request: HttpRequest, game_id: UUID, moment: int | None = None) -> HttpResponse:
    """The table now, or as it was after a public moment."""
    access = reach.find(request, game_id)
    last = access.game.moment
    if moment is not None and not 1 <= moment <= last:
        raise Http404
    lens = reach.choose(access, access.names, request.GET.get("as", ""))
    try:
        words = history.words(access.game, get_language() or "en")
        now = history.table_now(access.game.pk)
    except UnknownRules as unknown:
        return render(request, "web/unknown_rules.html", _frame_of(access) | {"unknown": unknown})
    step = (request.GET.get("question", ""), request.GET.get("list", ""))
    context = _frame_of(access) | _past(access, lens, words, moment or last)
    context |= _present(access, now, words, step) | {"live": moment is None or moment == last}
    return render(request, "web/game.html", context)


def _frame_of(access: Access) -> dict[str, Any]:
    """What every page about the table needs."""
    language = get_language() or "en"
    return {
        "access": access,
        "game": access.game,
        "title": table_title(access.game, language),
        "game_title": game_title(access.game.key, language),
        "Status": Game.Status,
    }


def _past(access: Access, lens: Lens, words: Words, moment: int) -> dict[str, Any]:
    """The state at a moment, the log and what is around the slider."""
    found = story.moments(access.game.pk)
    last = access.game.moment
    told = story.log(access, lens, words, found)
    return {
        "lens": lens,
        "lenses": reach.lenses(access, access.names),
        "query": "" if lens is reach.lenses(access, access.names)[0] else "?" + urlencode({"as": lens.code}),
        "frame": showing.at_moment(access, lens, moment, words),
        "moment": moment,
        "last": last,
        "log": told,
        "said": next((one for one in told if one.moment == moment), None),
        "curve": story.curve(found, access.game.seats),
        "now_x": story.place(moment, last),
        "steps": steps(access, moment, last),
    }


def steps(access: Access, moment: int, last: int) -> dict[str, str]:
    """Addresses of the first, previous, next and last moment; empty where there is none."""

    def at(number: int, wanted: bool) -> str:
        return reverse("game_at", args=[access.game.pk, number]) if wanted else ""

    return {
        "first": at(1, moment > 1),
        "previous": at(moment - 1, moment > 1),
        "next": at(moment + 1, moment < last),
        "last": at(last, moment < last),
        "pattern": reverse("game_at", args=[access.game.pk, 0]),
    }


def _present(access: Access, now: Table, words: Words, step: tuple[str, str]) -> dict[str, Any]:
    """What the reader may do now, and who is waited for."""
    asked = asking.asking(access, now, words, step=step)
    pending = [one for one in now.pending() if not one.concealed or one.seat in access.seats]
    return {
        "asking": asked,
        "waits_for_me": any(one.waits for one in asked),
        "players": lobby.players(access, words, {one.seat for one in pending}),
        "waiting": tuple(dict.fromkeys(words.waiting(one) for one in pending if one.seat not in access.seats)),
        "lobby": lobby.lobby(access),
        "result": words.result(now.rules.result(now.state)) if _has_result(now) else "",
    }


def _has_result(now: Table) -> bool:
    return now.state is not None and now.rules.result(now.state) is not None
