"""Sitting down, getting up, inviting: what people do at a table before the game begins."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from asgard_pbem.tables import services
from asgard_pbem.tables.models import Game, Invitation
from asgard_pbem.tables.words import reader_language
from asgard_pbem.web import access as reach
from asgard_pbem.web.access import me
from asgard_pbem.web.forms.base import NonceForm, WordForm
from asgard_pbem.web.forms.opening import InviteForm
from asgard_pbem.web.naming import table_title
from asgard_pbem.web.requests import kept
from asgard_pbem.web.requests.posting import TABLE, page, posted
from asgard_pbem.web.requests.refusals import REFUSALS, complain, words_of
from asgard_pbem.web.shown.lobby import part_in_seed
from asgard_pbem.web.views.acts import back


def _do(request: HttpRequest, act: Callable[[UUID], Any], said: str) -> bool:
    """Carries out a form that holds nothing but its own mark; tells the outcome. Whether it was done."""
    form = NonceForm(request.POST)
    if not form.is_valid():
        complain(request, form)
        return False
    try:
        act(form.cleaned_data["nonce"])
    except REFUSALS as refusal:
        messages.error(request, words_of(refusal))
        return False
    messages.success(request, said)
    return True


def _with_word(request: HttpRequest, act: Callable[[UUID, bytes], Any], said: str) -> bool:
    """As `_do`, with what the player adds to the seed, which is shown back with its hash. Whether it was done."""
    form = WordForm(request.POST)
    if not form.is_valid():
        complain(request, form)
        return False
    entropy = form.entropy()
    return _do(request, lambda nonce: act(nonce, entropy), f"{said} {part_in_seed(entropy)}")


@posted(TABLE)
def word(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Puts another word for the seed in the place of the last, while seats are free."""
    reach.find(request, game_id)
    _with_word(
        request,
        lambda nonce, entropy: services.add_word(game_id, player=me(request), cause=nonce, entropy=entropy),
        gettext("This counts now."),
    )
    return back(game_id)


@posted(TABLE)
def join(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Takes the first free seat."""
    reach.find(request, game_id)
    _with_word(
        request,
        lambda nonce, entropy: services.take_seat(game_id, player=me(request), cause=nonce, entropy=entropy),
        gettext("You sit at the table."),
    )
    return back(game_id)


@posted(TABLE)
def leave(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Gives the seat back before the game has begun."""
    reach.find(request, game_id)
    left = _do(
        request,
        lambda nonce: services.leave_table(game_id, player=me(request), cause=nonce),
        gettext("You have left the table."),
    )
    return redirect("home") if left else back(game_id)


@posted(TABLE)
def add_bot(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """The host gives a free seat to a bot."""
    reach.find(request, game_id)
    _do(
        request,
        lambda nonce: services.add_bot(game_id, by=me(request), cause=nonce),
        gettext("A bot has sat down."),
    )
    return back(game_id)


@posted(TABLE)
def close(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """The host takes the table away: not from others who play at it."""
    reach.find(request, game_id)
    closed = _do(
        request,
        lambda nonce: services.close_table(game_id, by=me(request), cause=nonce),
        gettext("The table is closed."),
    )
    return redirect("home") if closed else back(game_id)


@posted(TABLE)
def invite(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Offers free seats to addresses. Those that could not be invited are shown again as they were typed."""
    reach.find(request, game_id)
    form, mark = InviteForm(request.POST), NonceForm(request.POST)
    if not (form.is_valid() and mark.is_valid()):
        complain(request, form, mark)
        kept.draft(request, game_id, "invite")
        return back(game_id)
    refused = []
    for address in form.cleaned_data["addresses"]:
        try:
            services.invite(game_id, by=me(request), email=address, cause=mark.cleaned_data["nonce"])
        except REFUSALS as refusal:
            messages.error(request, f"{address}: {words_of(refusal)}")
            refused.append(address)
        else:
            messages.success(request, gettext("Invited: %(address)s") % {"address": address})
    if refused:
        kept.draft(request, game_id, "invite", "\n".join(refused))
    return back(game_id)


@posted(TABLE)
def again(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Opens the table that follows a game that is over, for the same people, or sits down there."""
    access, form = reach.find(request, game_id), NonceForm(request.POST)
    if not form.is_valid():
        complain(request, form)
        return back(game_id)
    seat = min(access.seats, default=0)
    try:
        anew = services.play_again(access.game, player=me(request), seat=seat, cause=form.cleaned_data["nonce"])
    except REFUSALS as refusal:
        messages.error(request, words_of(refusal))
        return back(game_id)
    if anew.table.status in Game.ENDED:
        where = reverse("game", args=[anew.table.pk]), reverse("new_table", args=[anew.table.key])
        over = gettext('<a href="{0}">The table that followed</a> has ended too. <a href="{1}">Open another one</a>.')
        messages.info(request, format_html(over, *where))
        return back(game_id)
    messages.success(request, _said(anew))
    if anew.missed:
        messages.warning(request, gettext("People who could not be invited: %(count)d.") % {"count": anew.missed})
    return back(anew.table.pk)


def _said(anew: services.Anew) -> str:
    if anew.sat is not None:
        return gettext("You sit at the table.")
    if anew.invited:
        return gettext("The same table is open anew, and the others are invited.")
    return gettext("The same table is open anew.")


@login_required
@require_safe
def invitation(request: HttpRequest, invitation_id: UUID) -> HttpResponse:
    """What the mailed link of an invitation opens: the table with both answers. Changes nothing."""
    found = reach.own_invitation(request, invitation_id)
    context = {
        "invitation": found, "game": found.game, "title": table_title(found.game, reader_language()),
        "standing": Invitation.standing().filter(pk=found.pk).exists(),
    }  # fmt: skip
    return render(request, "web/opening/invitation.html", context)


@posted(page("invitation", "invitation_id"))
def accept(request: HttpRequest, invitation_id: UUID) -> HttpResponse:
    """Takes the offered seat; to the seed of a game that has begun nobody adds."""
    found, said = reach.own_invitation(request, invitation_id), gettext("You sit at the table.")

    def taken(nonce: UUID, entropy: bytes = b"") -> int:
        return services.accept_invitation(found.pk, player=me(request), cause=nonce, entropy=entropy)

    done = (_do if found.takes_over else _with_word)(request, taken, said)
    return back(found.game_id) if done else redirect("home")


@posted(page("invitation", "invitation_id"))
def decline(request: HttpRequest, invitation_id: UUID) -> HttpResponse:
    """Refuses the offered seat."""
    found = reach.own_invitation(request, invitation_id)
    _do(
        request,
        lambda _nonce: services.decline_invitation(found.pk, player=me(request)),
        gettext("The invitation is declined."),
    )
    return redirect("home")


@posted(page("invitation", "invitation_id"))
def block(request: HttpRequest, invitation_id: UUID) -> HttpResponse:
    """Declines, and takes no invitation from this sender any more."""
    found = reach.own_invitation(request, invitation_id)
    _do(
        request,
        lambda _nonce: services.block_inviter(found.pk, player=me(request)),
        gettext("The invitation is declined, and this person cannot invite you any more."),
    )
    return redirect("home")
