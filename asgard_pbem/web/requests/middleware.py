"""A signed-in player reads in the own language and clock, whatever the browser prefers, and nobody is shown later what
they read; no answer is a blank page.
"""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.shortcuts import render
from django.utils import timezone, translation
from django.utils.cache import patch_cache_control

from asgard_pbem.tables.words import reader_language
from asgard_pbem.web.access import reads_pages


class PlayerPreferences:
    """Stands after authentication: language and time zone of the player's profile for this request.

    Whatever does not say itself how long it may be kept, and by whom, is theirs alone and asked for each time: else a
    cache between would be free to guess (RFC 9111, 4.2.2).
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        player = request.user
        if not player.is_authenticated:
            return self.get_response(request)
        with translation.override(player.language), timezone.override(player.zone):
            request.LANGUAGE_CODE = reader_language()
            response = self.get_response(request)
        response.headers.setdefault("Content-Language", request.LANGUAGE_CODE)  # an address may have named another
        if not response.has_header("Cache-Control"):
            patch_cache_control(response, private=True, no_cache=True)
        return response


class NotAllowed:
    """Stands inside of `PlayerPreferences`: says in words that an address does not take what was sent to it."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if not isinstance(response, HttpResponseNotAllowed) or response.content or not reads_pages(request):
            return response
        said = render(request, "405.html", status=405)
        said.headers["Allow"] = response.headers["Allow"]
        return said
