"""Private notes on the page of a table: kept, changed and thrown away by their writer, and theirs to take away."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from asgard_pbem.tables import services
from asgard_pbem.tables.models import Game
from asgard_pbem.tables.reading import memos
from asgard_pbem.web.access import Access, me
from asgard_pbem.web.forms.playing import ChangeNoteForm, DropNoteForm, NoteForm
from asgard_pbem.web.requests import kept
from asgard_pbem.web.requests.posting import TABLE, posted
from asgard_pbem.web.views.acts import do


@posted(TABLE)
def keep(request: HttpRequest, game_id: UUID, moment: int) -> HttpResponse:
    """A note to the moment shown, or to the table as a whole. A refused one is shown again as it was typed."""
    form = NoteForm(request.POST)

    def act(_access: Access, data: dict[str, Any]) -> Any:
        at = moment if data["to"] == "moment" and moment else None
        return services.keep_memo(game_id, player=me(request), text=data["text"], moment=at, cause=data["nonce"])

    if do(request, game_id, form, act) is not None:
        messages.success(request, gettext("Your note is kept. Nobody else sees it."))
    else:
        kept.draft(request, game_id, "note")
    return _back(game_id, moment)


@posted(TABLE)
def change(request: HttpRequest, game_id: UUID, moment: int) -> HttpResponse:
    """Other words for one. What was refused stands where new notes are written, for nothing typed is lost."""

    def act(_access: Access, data: dict[str, Any]) -> Any:
        return services.change_memo(game_id, player=me(request), number=data["number"], text=data["text"])

    if do(request, game_id, ChangeNoteForm(request.POST), act) is not None:
        messages.success(request, gettext("The note is changed."))
    else:
        kept.draft(request, game_id, "note")
    return _back(game_id, moment)


@posted(TABLE)
def drop(request: HttpRequest, game_id: UUID, moment: int) -> HttpResponse:
    """Throws one away."""

    def act(_access: Access, data: dict[str, Any]) -> Any:
        services.drop_memo(game_id, player=me(request), number=data["number"])
        return True

    if do(request, game_id, DropNoteForm(request.POST), act):
        messages.success(request, gettext("The note is thrown away."))
    return _back(game_id, moment)


@never_cache
@login_required
@require_safe
def everything(request: HttpRequest) -> HttpResponse:
    """All notes that one has written, as a file."""
    answer = JsonResponse({"notes": memos.everywhere(me(request))}, json_dumps_params={"ensure_ascii": False})
    answer.headers["Content-Disposition"] = 'attachment; filename="notes.json"'
    return answer


def _back(game_id: UUID, moment: int) -> HttpResponse:
    """To the notes of the moment from which they were written."""
    there = moment > 0 and Game.objects.filter(pk=game_id, moment__gte=moment).exists()
    address = reverse("game_at", args=[game_id, moment]) if there else reverse("game", args=[game_id])
    return redirect(f"{address}#notes")
