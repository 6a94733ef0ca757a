"""Tokens for programs of one's own: made and ended on the settings page."""

from __future__ import annotations

from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_variables

from asgard_pbem.tables import services
from asgard_pbem.web.access import me
from asgard_pbem.web.forms.people import TokenForm
from asgard_pbem.web.requests import tokens
from asgard_pbem.web.requests.posting import page, posted
from asgard_pbem.web.requests.refusals import words_of
from asgard_pbem.web.views import profile


@never_cache
@sensitive_variables("token")
@posted(page("settings"))
def make(request: HttpRequest) -> HttpResponse:
    """Makes a token and shows it: by the answer itself, for it is kept nowhere from where it could be shown later."""
    form = TokenForm(request.POST, auto_id="token_%s")
    if not form.is_valid():
        return _page(request, form, status=400)
    data = form.cleaned_data
    try:
        row, token = tokens.make_token(me(request), name=data["name"], read_only=data["read_only"], cause=data["nonce"])
    except services.ServiceError as refusal:
        if refusal.code == "E_TOKEN_MADE":  # the same form once more would be refused for ever
            return _refused(request, words_of(refusal))
        form.add_error("name", words_of(refusal))
        return _page(request, form, status=400)
    return _page(request, None, made_token=token, made_name=row.name)


def _page(request: HttpRequest, refused: TokenForm | None, *, status: int = 200, **made: str) -> HttpResponse:
    """The settings with the token that was made, or with the form as it was filled in."""
    filled = {"token_form": refused} if refused is not None else {}
    return render(request, "web/account/settings.html", profile.shown(me(request), **made, **filled), status=status)


@posted(page("settings"))
def end(request: HttpRequest) -> HttpResponse:
    """Nobody is let in by that token any more."""
    try:
        tokens.drop_token(me(request), UUID(request.POST.get("token", "")))
    except ValueError:
        return _refused(request, words_of(services.ServiceError("E_NO_TOKEN")))
    except services.ServiceError as refusal:
        return _refused(request, words_of(refusal))
    messages.success(request, gettext("The token has ended."))
    return redirect(reverse("settings") + "#programs")


def _refused(request: HttpRequest, why: str) -> HttpResponse:
    messages.error(request, why)
    return redirect(reverse("settings") + "#programs")
