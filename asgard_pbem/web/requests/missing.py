"""What is not found: a page for people; for who asks for data, data."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.translation import gettext
from django.views.defaults import page_not_found


def missing(request: HttpRequest, exception: Exception) -> HttpResponse:
    """The 404 page, or a problem (RFC 9457) where the address names a file of data."""
    if request.path.startswith("/api/") or not request.path.endswith((".json", ".jsonl")):  # that has its own
        return page_not_found(request, exception)
    said: dict[str, Any] = {"type": "about:blank", "title": gettext("There is nothing at this address"), "status": 404}
    return JsonResponse(said, status=404, content_type="application/problem+json")
