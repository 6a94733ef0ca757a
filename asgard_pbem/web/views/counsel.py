"""Advising whoever is on turn, from the page of a table."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from asgard_pbem.tables import services
from asgard_pbem.web.access import Access, me
from asgard_pbem.web.forms.playing import PROPOSAL_LIMIT, EndorseForm, ProposeForm
from asgard_pbem.web.views.acts import back, do


@login_required
@require_POST
def propose(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Orders proposed to whoever is on turn. Refused ones are shown again as they were typed."""
    form = ProposeForm(request.POST)

    def act(_access: Access, data: dict[str, Any]) -> Any:
        return services.propose(
            game_id, seat=data["seat"], player=me(request), to=data["to"], lines=form.lines(), cause=data["nonce"]
        )

    number = do(request, game_id, form, act)
    if number is None:
        request.session[f"proposal:{game_id}"] = request.POST.get("text", "")[:PROPOSAL_LIMIT]
    else:
        messages.success(request, gettext("Proposed, as number %(number)d.") % {"number": number})
    return back(game_id)


@login_required
@require_POST
def endorse(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Standing behind what somebody else proposes."""

    def act(_access: Access, data: dict[str, Any]) -> Any:
        return services.endorse(
            game_id, seat=data["seat"], player=me(request), number=data["number"], cause=data["nonce"]
        )

    if do(request, game_id, EndorseForm(request.POST), act) is not None:
        messages.success(request, gettext("You stand behind it."))
    return back(game_id)
