"""How long pages take, by the name of the page: an address would tell tables, people and links."""

from __future__ import annotations

import time
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

from asgard_pbem.serving.metrics.series import http_seconds

METHODS = {"GET", "HEAD", "POST"}


class Timed:
    """Stands before all others, so that their time counts too."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        began = time.perf_counter()
        response = self.get_response(request)
        found = request.resolver_match
        view = (found.view_name if found else "") or "none"
        method = request.method if request.method in METHODS else "other"
        http_seconds.labels(view, method, f"{response.status_code // 100}xx").observe(time.perf_counter() - began)
        return response
