"""How an address wants its picture drawn."""

from __future__ import annotations

from django.http import HttpRequest

from asgard_pbem.boards.look import Theme
from engine.core.board import Layout


def theme(request: HttpRequest) -> Theme:
    """Light where nothing is said."""
    return "dark" if request.GET.get("theme") == "dark" else "light"


def layout(request: HttpRequest, usual: Layout) -> Layout:
    """The `usual` one where no other is said."""
    wanted = request.GET.get("layout")
    return Layout(wanted) if wanted in list(Layout) else usual
