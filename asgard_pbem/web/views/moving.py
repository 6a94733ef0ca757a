"""Answering: tapping on the board without loading the page anew, and the answer itself, which is a form."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from asgard_pbem.tables import services
from asgard_pbem.tables.reading import history
from asgard_pbem.tables.words import reader_language
from asgard_pbem.web import access as reach
from asgard_pbem.web.access import Access, me
from asgard_pbem.web.forms.base import errors
from asgard_pbem.web.forms.playing import AnswerForm
from asgard_pbem.web.requests.posting import TABLE, posted
from asgard_pbem.web.requests.refusals import wrong_count
from asgard_pbem.web.shown import moving
from asgard_pbem.web.shown import state as showing
from asgard_pbem.web.views.acts import back, do, tell
from engine.core.menu import WHOLE


@never_cache
@login_required
@require_safe
def tapped(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """A piece of the table's page for the same query. Changes nothing."""
    access = reach.find(request, game_id)
    lens = reach.choose(access, access.names, request.GET.get("as", ""))
    words = history.words(access.game, reader_language())
    step = moving.Step.of(request.GET)
    moved = moving.moving(access, lens, history.table_now(access.game.pk), words, step)
    context = {
        "game": access.game,
        "names": access.names,
        "sheet": moved.sheet,
        "tappable": moved.links,
        "frame": showing.at_moment(access, lens, access.game.moment, words, moved.links),
    }
    return render(request, "web/asking/tapped.html", context)


@posted(TABLE)
def answer(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """An answer chosen from a menu. One in which a number is wrong is shown again as it was filled in.

    Whoever moved on the board stays there, and is told there what was done.
    """
    form = AnswerForm(request.POST)
    if not form.is_valid() and form.ticked():
        return _again(request, game_id, form, "; ".join(errors(form)))
    said: list[str] = []

    def act(access: Access, data: dict[str, Any]) -> Any:
        said.append(moving.chosen(access, data["seat"], data["question"], data["path"], reader_language()))
        return services.submit_move(
            game_id,
            seat=data["seat"],
            player=me(request),
            cause=data["nonce"],
            path=data["path"],
            question=data["question"],
        )

    try:
        result = do(request, game_id, form, act, passed=WHOLE)
    except services.ServiceError as why:
        return _again(request, game_id, form, wrong_count(why, form.given()))
    tell(request, game_id, result, "".join(said))
    return back(game_id, "?told=board#board") if request.POST.get("from") == "board" else back(game_id)


def _again(request: HttpRequest, game_id: UUID, form: AnswerForm, why: str) -> HttpResponse:
    """The form beside the board, with what was ticked and what is wrong with it."""
    messages.error(request, why, extra_tags="sheet")
    data = form.data
    step = moving.Step(str(data.get("question", "")), str(data.get("at", "")), (), form.ticked())
    return back(game_id, f"?{urlencode(step.items())}#board")
