"""Tapping on the board without loading the page anew: the board and what was tapped, as they stand on the page."""

from __future__ import annotations

from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from asgard_pbem.tables.reading import history
from asgard_pbem.web import access as reach
from asgard_pbem.web.shown import moving
from asgard_pbem.web.shown import state as showing


@never_cache
@login_required
@require_safe
def tapped(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """A piece of the table's page for the same query. Changes nothing."""
    access = reach.find(request, game_id)
    lens = reach.choose(access, access.names, request.GET.get("as", ""))
    words = history.words(access.game, get_language() or "en")
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
