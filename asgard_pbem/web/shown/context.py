"""What every page's header knows: where the reader's turn is."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.db.models import F
from django.http import HttpRequest
from django.urls import reverse
from django.utils.functional import SimpleLazyObject

from asgard_pbem.tables.models import Game, OpenDecision, Player
from asgard_pbem.tables.words import reader_language
from asgard_pbem.web.naming import table_title

THEME_COOKIE = "theme"
THEMES = ("light", "dark")


def theme(request: HttpRequest) -> dict[str, str]:
    """`theme`: what the reader chose; empty: what their system says."""
    chosen = request.COOKIES.get(THEME_COOKIE, "")
    return {"theme": chosen if chosen in THEMES else ""}


def open_turns(request: HttpRequest) -> dict[str, Any]:
    """`open_turns`: the tables that wait for the reader, the most urgent first. Its header counts them all."""
    player = getattr(request, "user", None)
    if player is None or not player.is_authenticated:
        return {}
    return {"open_turns": SimpleLazyObject(lambda: turns_of(player))}


def turns_of(player: Player) -> list[dict[str, Any]]:
    """Every table that waits for this player, once each, most urgent first: `game` (id), `title`, `url`, `deadline`."""
    waiting = (
        OpenDecision.objects.filter(answered=False, game__status=Game.Status.RUNNING)
        .filter(game__holders__player=player, game__holders__seat=F("seat"))
        .select_related("game")
        .prefetch_related("game__holders")
        .order_by(F("deadline").asc(nulls_last=True), "game_id")
    )
    first: dict[UUID, OpenDecision] = {}
    for decision in waiting:
        first.setdefault(decision.game_id, decision)
    language = reader_language()
    return [
        {
            "game": one.game_id,
            "title": table_title(one.game, language),
            "url": reverse("game", args=[one.game_id]),
            "deadline": one.deadline,
        }
        for one in first.values()
    ]
