"""Addresses that only take a form: what else comes to them, and what was sent after the session had ended."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Final

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.shortcuts import redirect
from django.urls import reverse

from asgard_pbem.web.requests import kept

View = Callable[..., HttpResponse]
Address = Callable[..., str]
SAFE: Final = ("GET", "HEAD")


def page(name: str, *arguments: str) -> Address:
    """The address of the page called so, with those arguments of the form's own address."""
    return lambda **given: reverse(name, args=[given[one] for one in arguments])


TABLE: Final = page("game", "game_id")


def posted(where: Address, *, strangers: bool = False, keeps: bool = False) -> Callable[[View], View]:
    """`view` for POST alone, of who is signed in (or of anybody).

    Whoever comes with GET, by reloading, say, is sent to the page `where` the form
    stands. What a session sent that had ended is kept for that page, where it is a table's or `keeps` what it is sent,
    and signing in leads there.
    """

    def dressed(view: View) -> View:
        @wraps(view)
        def guarded(request: HttpRequest, *args: Any, **given: Any) -> HttpResponse:
            if request.method in SAFE:
                return redirect(where(**given))
            if request.method != "POST":
                return HttpResponseNotAllowed(["POST"])
            if not (strangers or request.user.is_authenticated):
                if where is TABLE:
                    kept.keep(request, given["game_id"])
                elif keeps:
                    kept.keep_form(request)
                return redirect_to_login(where(**given))
            return view(request, *args, **given)

        return guarded

    return dressed


def keeping(view: View) -> View:
    """`view` for who is signed in: a form that was sent to it when they no longer were is kept for it."""

    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **given: Any) -> HttpResponse:
        if request.user.is_authenticated:
            return view(request, *args, **given)
        if request.method == "POST":
            kept.keep_form(request)
        return redirect_to_login(request.get_full_path())

    return guarded
