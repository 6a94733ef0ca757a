"""Pages that cost a lot of computing, bounded: a crowd or a robot that asks for them leaves the other pages alone."""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import wraps
from typing import Any, Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext

from asgard_pbem.web.access import asker, reads_pages
from asgard_pbem.web.requests.often import MINUTE_S, too_often

SLOTS: Final = 2  # of the four threads of a web process
PATIENCE_S: Final = 1.0  # to wait for one of them
A_MINUTE: Final = 240  # from one network address, kept per process; who plays through a whole game needs some dozens

View = Callable[..., HttpResponse]
_slots = threading.BoundedSemaphore(SLOTS)


def costly(view: View) -> View:
    """`view` for few at a time (else 503) and for each network address so often a minute (else 429)."""

    @wraps(view)
    def bounded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if too_often(f"costly:{asker(request)}", A_MINUTE):
            return later(request, 429, MINUTE_S)
        if not _slots.acquire(timeout=PATIENCE_S):
            return later(request, 503, 2)
        try:
            return view(request, *args, **kwargs)
        finally:
            _slots.release()

    return bounded


def later(request: HttpRequest, status: int, seconds: int) -> HttpResponse:
    """That it is too much just now: a page for whoever would read one, a line for all else."""
    if reads_pages(request):
        response = render(request, "503.html", status=status)
    else:
        said = gettext("Too much is being drawn at this moment. Please try again soon.")
        response = HttpResponse(f"{said}\n", status=status, content_type="text/plain; charset=utf-8")
    response.headers["Retry-After"] = str(seconds)
    patch_cache_control(response, private=True, no_store=True)
    return response
