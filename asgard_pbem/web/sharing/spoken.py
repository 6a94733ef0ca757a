"""The language of what is read elsewhere: a reader of feeds, a frame or a messenger says none, so the address may."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import translation

View = Callable[..., HttpResponse]


def asked(request: HttpRequest) -> str:
    """The language that the address names (`?language=ru`); empty where it names none of ours."""
    wanted = request.GET.get("language", "")
    return wanted if wanted in dict(settings.LANGUAGES) else ""


def spoken(view: View) -> View:
    """`view` in the language that the address names, else in the reader's."""

    @wraps(view)
    def speaking(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        wanted = asked(request)
        if not wanted:
            return view(request, *args, **kwargs)
        with translation.override(wanted):
            response = view(request, *args, **kwargs)
        response.headers["Content-Language"] = wanted
        return response

    return speaking
