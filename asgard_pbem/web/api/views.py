"""The page that says how programs ask."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from asgard_pbem.web.api import guide
from asgard_pbem.web.sharing.links import absolute


@require_safe
def how_to_ask(request: HttpRequest) -> HttpResponse:
    """Every operation and every shape."""
    context = {
        "subjects": guide.subjects(),
        "shapes": guide.shapes(),
        "root": absolute("/api/v1"),
        "description_url": reverse("api:openapi-json"),
        "a_minute": settings.API_A_MINUTE,
    }
    return render(request, "api/guide.html", context)
