"""The own settings: name, language, clock, absence, mail."""

from __future__ import annotations

from datetime import timedelta
from typing import Any, Final

from django.conf import settings as project
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_http_methods
from django.views.i18n import set_language as remember_language

from asgard_pbem.alerts import subscribing
from asgard_pbem.tables import services
from asgard_pbem.tables.models import Player
from asgard_pbem.web.access import me
from asgard_pbem.web.erasing import end_sessions
from asgard_pbem.web.forms.people import AbsenceForm, NewAddressForm, ProfileForm
from asgard_pbem.web.requests.posting import page, posted
from asgard_pbem.web.requests.refusals import words_of
from asgard_pbem.web.requests.returning import next_page
from asgard_pbem.web.shown import beside_mail
from asgard_pbem.web.shown.context import THEME_COOKIE, THEMES

THEME_KEPT = timedelta(days=365)
# At which field a refusal of the services is told; any other above the form.
AT: Final = {
    **dict.fromkeys(("E_NAME", "E_NAME_LONG", "E_NAME_BOT", "E_NAME_OURS", "E_LINK"), "name"),
    "E_LANGUAGE": "language",
    "E_ZONE": "time_zone",
}


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def settings(request: HttpRequest) -> HttpResponse:
    """Shows and saves the profile."""
    player = me(request)
    if request.method != "POST":
        return _page(request)
    form = ProfileForm(request.POST, initial=_initial(player))
    if not form.is_valid():
        return _page(request, form=form, status=400)
    data = form.cleaned_data
    try:
        services.update_player(player, name=data["name"], language=data["language"], time_zone=data["time_zone"])
        services.set_mail(player, on=data["mail_on"])
        services.set_receipts(player, on=data["receipts"])
        services.set_page(player, on=data["page_on"])
        services.set_digest(player, data["digest"] or player.digest)
        if data["invitations_on"] != player.invitable:
            services.set_invitations(player, on=data["invitations_on"])
    except services.ServiceError as refusal:
        form.add_error(AT.get(refusal.code), words_of(refusal))
        return _page(request, form=form, status=400)
    messages.success(request, gettext("Your settings are saved."))
    return redirect("settings")


@posted(page("settings"))
def absence(request: HttpRequest) -> HttpResponse:
    """Sets or ends the absence."""
    player = me(request)
    form = AbsenceForm(request.POST)
    if not form.is_valid():
        return _page(request, away=form, status=400)
    since, until = form.span()
    try:
        services.set_absence(player, since=since, until=until)
    except services.ServiceError as refusal:
        form.add_error(None, words_of(refusal))
        return _page(request, away=form, status=400)
    said = gettext("Your deadlines wait until you are back.") if since else gettext("You are back.")
    messages.success(request, said)
    return redirect("settings")


@posted(page("settings"))
def new_address(request: HttpRequest) -> HttpResponse:
    """Asks at another address whether it is the person's; once somebody says yes there, they play from it."""
    player = me(request)
    there = NewAddressForm(request.POST)
    try:
        asked = services.ask_for_address(player, there.cleaned_data["address"]) if there.is_valid() else ""
    except services.ServiceError as refusal:
        there.add_error("address", words_of(refusal))
        asked = ""
    if not asked:
        return _page(request, there=there, status=400)
    said = gettext(
        "We have asked at %(address)s. Answer that mail with “yes” within three days; till then nothing changes."
    )
    messages.success(request, said % {"address": asked})
    return redirect("settings")


@posted(page("settings"))
def sign_out_elsewhere(request: HttpRequest) -> HttpResponse:
    """Ends the person's sessions in all other browsers: after a lost telephone, a shared computer."""
    ended = end_sessions(me(request), but=request.session.session_key)
    subscribing.unsubscribe_all(me(request))
    said = ngettext("%(number)d other session has ended.", "%(number)d other sessions have ended.", ended)
    messages.success(request, said % {"number": ended})
    return redirect("settings")


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def erase(request: HttpRequest) -> HttpResponse:
    """Asks first; then forgets name and address and makes what the person wrote unreadable."""
    if request.method != "POST":
        return render(request, "web/account/erase.html")
    services.erase_player(me(request))
    logout(request)
    messages.success(request, gettext("You are forgotten. Farewell!"))
    return redirect("home")


@posted(page("home"), strangers=True)
def set_language(request: HttpRequest) -> HttpResponse:
    """Changes the language of the pages, and of the mails when somebody is signed in."""
    response: HttpResponse = remember_language(request)
    language = request.POST.get("language", "")
    if request.user.is_authenticated:
        try:
            services.update_player(request.user, language=language)
        except services.ServiceError as refusal:
            messages.error(request, words_of(refusal))
    return response


@posted(page("home"), strangers=True)
def set_theme(request: HttpRequest) -> HttpResponse:
    """Light or dark, in a cookie: it holds for strangers too, and a page knows it from its first line on."""
    wanted = request.POST.get("theme", "")
    answer = redirect(next_page(request) or "home")
    if wanted in THEMES:
        secure = project.SESSION_COOKIE_SECURE
        answer.set_cookie(THEME_COOKIE, wanted, max_age=THEME_KEPT, httponly=True, samesite="Lax", secure=secure)
    else:  # the system's again
        answer.delete_cookie(THEME_COOKIE, samesite="Lax")
    return answer


def _initial(player: Player) -> dict[str, Any]:
    on = player.mail_state == Player.MailState.ON
    return {
        "name": player.name, "language": player.language, "time_zone": player.time_zone, "mail_on": on,
        "receipts": player.receipts,
        "page_on": player.has_page,
        "digest": player.digest,
        "invitations_on": player.invitable,
    }  # fmt: skip


def _absence(player: Player) -> dict[str, Any]:
    """The days as the form shows them; the stored end is the midnight after the last day."""
    if player.absent_until is None or player.absent_until <= timezone.now():
        return {}
    last = timezone.localtime(player.absent_until) - timedelta(microseconds=1)
    first = timezone.localtime(player.absent_from) if player.absent_from else None
    return {"absent_from": first.date() if first else None, "absent_until": last.date()}


def shown(player: Player, **filled: object) -> dict[str, Any]:
    """What the page shows: its forms as what is kept fills them, but for those that somebody has `filled` in."""
    own, away = ProfileForm(initial=_initial(player)), AbsenceForm(initial=_absence(player))
    forms = {"form": own, "away": away, "there": NewAddressForm()}
    return {"player": player, **forms, **beside_mail.context(player), **filled}


def _page(request: HttpRequest, *, status: int = 200, **filled: object) -> HttpResponse:
    return render(request, "web/account/settings.html", shown(me(request), **filled), status=status)
