"""What has failed here: a page that asks nothing of what may be broken, and so says it in every language that it has;
or, where it is the database that does not answer, when to come back. And what was sent that nobody can take.
"""

from __future__ import annotations

import sys
from typing import Final

from django.core.exceptions import RequestDataTooBig
from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext
from django.views.defaults import bad_request, server_error

from asgard_pbem.tables.words import reader_language
from asgard_pbem.web.access import reads_pages
from asgard_pbem.web.shown.context import theme

# Not reached, starting or stopping, too slow, full, or somebody holds a lock: nothing that is wrong with the question.
AWAY: Final = (OperationalError, InterfaceError)
BACK_S: Final = 30


def broken(request: HttpRequest) -> HttpResponse:
    """The 500 page, which is the same for everybody; 503 where the database is away."""
    if isinstance(sys.exception(), AWAY):
        return away(request)
    response = server_error(request)
    response.headers["Content-Language"] = "en, ru"
    return response


def away(request: HttpRequest) -> HttpResponse:
    """That the database does not answer: without asking it who reads, so in the language of the request."""
    if reads_pages(request) and not request.path.startswith("/api/"):
        said = {"again": request.get_full_path() if request.method in {"GET", "HEAD"} else "", **theme(request)}
        response = HttpResponse(render_to_string("away.html", said), status=503)
    else:
        told = gettext("The database does not answer at this moment. Please try again soon.")
        response = HttpResponse(f"{told}\n", status=503, content_type="text/plain; charset=utf-8")
    response.headers["Retry-After"] = str(BACK_S)
    response.headers["Content-Language"] = reader_language()
    patch_cache_control(response, private=True, no_store=True)
    return response


def unreadable(request: HttpRequest, exception: Exception) -> HttpResponse:
    """The 400 page, or the one for what is too large: there is something to be done about that."""
    if isinstance(exception, RequestDataTooBig):
        return render(request, "413.html", status=413)
    return bad_request(request, exception)
