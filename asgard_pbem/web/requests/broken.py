"""What has failed here: a page that asks nothing of what may be broken, and so says it in every language that it has.
And what was sent that nobody can take.
"""

from __future__ import annotations

from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.defaults import bad_request, server_error


def broken(request: HttpRequest) -> HttpResponse:
    """The 500 page, which is the same for everybody."""
    response = server_error(request)
    response.headers["Content-Language"] = "en, ru"
    return response


def unreadable(request: HttpRequest, exception: Exception) -> HttpResponse:
    """The 400 page, or the one for what is too large: there is something to be done about that."""
    if isinstance(exception, RequestDataTooBig):
        return render(request, "413.html", status=413)
    return bad_request(request, exception)
