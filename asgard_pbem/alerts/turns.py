"""What waits for a person: of their own seats alone, so nothing here tells of anybody else's."""

from __future__ import annotations

from collections.abc import Iterable
from uuid import UUID

from django.db.models import F, QuerySet

from asgard_pbem.tables.models import Game, OpenDecision


def waiting(players: Iterable[UUID]) -> QuerySet[OpenDecision]:
    """Open questions of these persons' seats, each with its game, the earliest deadline first.

    Not those of practice: there nobody is waited for.
    """
    found = OpenDecision.objects.filter(answered=False, game__status=Game.Status.RUNNING, game__practice=False)
    found = found.filter(game__holders__player__in=list(players), game__holders__seat=F("seat"))
    found = found.select_related("game").prefetch_related("game__holders")
    return found.order_by(F("deadline").asc(nulls_last=True), "game_id", "seat", "prompt")


def holder(one: OpenDecision) -> UUID | None:
    """Whose question it is."""
    return next((seat.player_id for seat in one.game.holders.all() if seat.seat == one.seat), None)
