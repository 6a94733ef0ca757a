"""What has failed: a page that asks nothing of what may be broken, and so says it in every language that it has."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.views.defaults import server_error


def broken(request: HttpRequest) -> HttpResponse:
    """The 500 page, which is the same for everybody."""
    response = server_error(request)
    response.headers["Content-Language"] = "en, ru"
    return response
