"""Finding games: the archive, persons, and small boards for lists."""

from __future__ import annotations

from typing import Final
from uuid import UUID

from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_cache_control
from django.utils.translation import override
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from asgard_pbem.tables.models import Game, Player
from asgard_pbem.tables.reading import archive as store
from asgard_pbem.tables.reading import history
from asgard_pbem.tables.reading.archive import Outcome, Search
from asgard_pbem.tables.words import reader_language
from asgard_pbem.web import access as reach
from asgard_pbem.web.forms.finding import SearchForm
from asgard_pbem.web.requests import drawn
from asgard_pbem.web.requests.costly import costly
from asgard_pbem.web.shown.finding import archive as shown
from asgard_pbem.web.shown.finding import person as persons
from asgard_pbem.web.shown.finding import showcase
from asgard_pbem.web.shown.finding.small import small_board

PATIENCE_S: Final = 1.0  # of whoever asks again, which lists do for one picture after another
# In place of a small board that is not drawn yet: a size that no board has, and nothing to see.
LATER: Final = '<svg xmlns="http://www.w3.org/2000/svg" width="5" height="3"/>'


@require_safe
def archive(request: HttpRequest) -> HttpResponse:
    """Games that have ended, or are being played: by game, player, year and result."""
    language, reader = reader_language(), reach.somebody(request)
    if request.GET.get("mine") and reader is None:
        return redirect_to_login(request.get_full_path())
    scope = Search(running=request.GET.get("state") == "running", mine=reader if request.GET.get("mine") else None)
    form = SearchForm(request.GET, years=store.years(scope), running=scope.running)
    form.is_valid()  # a field that cannot be read is told beside it, and looks for nothing
    asked = form.cleaned_data
    search = Search(
        running=scope.running, mine=scope.mine, game=asked.get("game", ""), player=asked.get("player", ""),
        person=_person(asked.get("person"), reader), year=asked.get("year"), outcome=asked.get("result", Outcome.ANY),
    )  # fmt: skip
    context = {
        "form": form,
        "search": search,
        "found": shown.found(search, request.GET, reader, language),
        "ended_url": shown.address(request.GET, {"state": ""}),
        "running_url": shown.address(request.GET, {"state": "running", "result": ""}),
        "all_url": shown.address(request.GET, {"mine": ""}),
        "mine_url": shown.address(request.GET, {"mine": "1"}),
        "nobody_url": shown.address(request.GET, {"person": ""}),
    }
    return render(request, "web/finding/archive.html", context)


def _person(person_id: UUID | None, reader: Player | None) -> Player | None:
    return persons.find(person_id, reader) if person_id is not None else None


@require_safe
def player(request: HttpRequest, person_id: UUID) -> HttpResponse:
    """A person's page: the name they chose, their record and their public games."""
    reader = reach.somebody(request)
    found = persons.find(person_id, reader)
    context = {"person": persons.of(found, reader_language()), "mine": found == reader}
    return render(request, "web/finding/player.html", context)


@costly
@cache_control(public=True, max_age=3600)
@require_safe
def sample_moment(request: HttpRequest, key: str, language: str, moment: int) -> HttpResponse:
    """A moment of the sample game as a piece of a page: see `showcase`."""
    with override(language):
        return HttpResponse(showcase.piece(showcase.of(key), moment, language))


@require_safe
def small(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """The board as lists show it, of the last moment. An address that names that moment may be kept for ever."""
    access = reach.find(request, game_id)
    if access.game.started_at is None or not history.is_known(access.game):
        raise Http404
    made = small_board(access.game, drawn.theme(request), patience_s=PATIENCE_S if "again" in request.GET else 0)
    if made is None:  # the script of lists asks again for whatever is so small
        response = HttpResponse(LATER, content_type="image/svg+xml")
        patch_cache_control(response, no_store=True)
        return response
    picture, newest = made
    response = HttpResponse(picture, content_type="image/webp")
    for_ever = newest and request.GET.get("moment") == str(access.game.moment)
    public = access.game.visibility == Game.Visibility.PUBLIC
    patch_cache_control(response, max_age=31_536_000 if for_ever else 30, **{"public" if public else "private": True})
    return response
