"""Signing in by a mailed link. There are no passwords, and the answer never tells whether an address is known."""

from __future__ import annotations

from typing import Final

from django.contrib import messages
from django.contrib.auth import login, logout
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_variables
from django.views.decorators.http import require_http_methods

from asgard_pbem.tables import services, signin
from asgard_pbem.tables.models import Player
from asgard_pbem.tables.words import reader_language
from asgard_pbem.web import access as reach
from asgard_pbem.web.forms.people import AddressForm
from asgard_pbem.web.requests.posting import page, posted
from asgard_pbem.web.requests.refusals import words_of
from asgard_pbem.web.requests.returning import next_page

BACKEND: Final = "django.contrib.auth.backends.ModelBackend"


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def sign_in(request: HttpRequest) -> HttpResponse:
    """Asks for an address and mails a link to it."""
    if request.user.is_authenticated:
        return redirect("home")
    form = AddressForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        try:
            services.ask_to_sign_in(
                form.cleaned_data["email"], network=reach.asker(request), language=reader_language()
            )
        except services.ServiceError as why:
            if why.code == "E_WAIT":
                return render(request, "web/sign_in/wait.html", status=429)
            form.add_error("email", words_of(why))
        else:
            request.session["after_sign_in"] = next_page(request)
            return render(request, "web/sign_in/sent.html", {"email": form.cleaned_data["email"]})
    status = 400 if request.method == "POST" else 200
    wanted = next_page(request)
    # Whether there is such a table nobody is told here; who came from an open one knows what for.
    hidden = wanted.startswith("/g/") and "sit" not in request.GET
    asked = {"form": form, "next": wanted, "to_a_table": hidden}
    return render(request, "web/sign_in/page.html", asked, status=status)


@never_cache
@sensitive_variables("token", "claim")
@require_http_methods(["GET", "HEAD", "POST"])
def sign_in_link(request: HttpRequest, token: str) -> HttpResponse:
    """GET shows a form, for mail scanners open every link; POST signs in, once."""
    try:
        claim = signin.read_sign_in(token)
    except signin.BadLink:
        return render(request, "web/sign_in/spent.html", status=410)
    if request.method != "POST":
        spent = not signin.is_good(claim)
        return render(
            request, "web/sign_in/spent.html" if spent else "web/sign_in/link.html", status=410 if spent else 200
        )
    return _enter(request, claim)


def _enter(request: HttpRequest, claim: signin.Claim) -> HttpResponse:
    """Spends the link. Who comes for the first time is shown the settings, unless a page waits for them."""
    first = claim.player is None or Player.objects.filter(pk=claim.player, verified_at=None).exists()
    player = services.enter(claim)
    if player is None:
        return render(request, "web/sign_in/spent.html", status=410)
    wanted = str(request.session.pop("after_sign_in", None) or "")
    login(request, player, backend=BACKEND)
    request.session["signed_in_at"] = timezone.now().isoformat()  # for pages that want a fresh link
    messages.success(request, gettext("You are signed in."))
    return redirect(wanted or ("settings" if first else "home"))


@posted(page("home"), strangers=True)
def sign_out(request: HttpRequest) -> HttpResponse:
    """Ends the session of this browser."""
    logout(request)
    messages.success(request, gettext("You are signed out."))
    return redirect("home")
