"""What stands around /api/: who asks by a token, and that nothing but JSON tells of an error."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.utils import translation

from asgard_pbem.web.api import problems
from asgard_pbem.web.requests import tokens

ROOT: Final = "/api/"
ASKED_BY: Final = "asgard.access"  # in `request.META`: the token by which was asked; None: by one that is none
_KEPT: Final = ("Allow", "Retry-After", "WWW-Authenticate", "Location")


class ByToken:
    """Stands behind authentication, before what depends on the player: who asks is who owns the token.

    With an `Authorization` no session counts, be the token good or not: what a program may do never hangs on a cookie.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        given = request.headers.get("Authorization")
        if given is not None and request.path.startswith(ROOT):
            scheme, _, text = given.partition(" ")
            found = tokens.use_token(text.strip()) if scheme.casefold() == "bearer" else None
            request.META[ASKED_BY] = found
            request.user = found.player if found is not None else AnonymousUser()
        return self.get_response(request)


class Problems:
    """Stands outermost of what may refuse: whatever was refused under /api/, and by whom, is told as RFC 9457 has it.

    A request that reached no operation (no such address, a failing middleware, a crash) was answered by a page.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        told = response.headers.get("Content-Type", "").startswith(problems.MEDIA_TYPE)
        if response.status_code < 400 or told or not request.path.startswith(ROOT):
            return response
        with translation.override(getattr(request, "LANGUAGE_CODE", None) or translation.get_language()):
            made = problems.answer(response.status_code, detail=_why(response))
        for name in _KEPT:
            if name in response.headers:
                made.headers[name] = response.headers[name]
        return made


def _why(response: HttpResponse) -> str:
    """What is busy or away just now, where a line says so; empty: the usual words of the status do."""
    told = response.status_code == 503 and response.headers.get("Content-Type", "").startswith("text/plain")
    return response.content.decode().strip() if told else ""
