"""Advising whoever is on turn, from the page of a table."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext

from asgard_pbem.tables import services
from asgard_pbem.web.access import Access, me
from asgard_pbem.web.forms.playing import EndorseForm, ProposeForm
from asgard_pbem.web.requests import kept
from asgard_pbem.web.requests.posting import TABLE, posted
from asgard_pbem.web.views.acts import back, do


@posted(TABLE)
def propose(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Orders proposed to whoever is on turn. Refused ones are shown again as they were typed."""
    form = ProposeForm(request.POST)

    def act(_access: Access, data: dict[str, Any]) -> Any:
        return services.propose(
            game_id, seat=data["seat"], player=me(request), to=data["to"], lines=form.lines(), cause=data["nonce"]
        )

    number = do(request, game_id, form, act)
    if number is None:
        kept.draft(request, game_id, "propose")
    else:
        messages.success(request, gettext("Proposed, as number %(number)d.") % {"number": number})
    return back(game_id)


@posted(TABLE)
def endorse(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Standing behind what somebody else proposes."""

    def act(_access: Access, data: dict[str, Any]) -> Any:
        return services.endorse(
            game_id, seat=data["seat"], player=me(request), number=data["number"], cause=data["nonce"]
        )

    if do(request, game_id, EndorseForm(request.POST), act) is not None:
        messages.success(request, gettext("You stand behind it."))
    return back(game_id)
