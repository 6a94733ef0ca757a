"""What waits for a person: of their own seats alone, so nothing here tells of anybody else's."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from django.db.models import F, QuerySet

from asgard_pbem.tables.models import Game, OpenDecision


class Asked(NamedTuple):
    """An open question, by what names it, and the person whom it waits for."""

    game: UUID
    seat: int
    prompt: int
    asked_at: datetime
    player: UUID


def waiting(players: Iterable[UUID]) -> QuerySet[OpenDecision]:
    """Open questions of these persons' seats, each with its game, the earliest deadline first.

    Not those of practice: there nobody is waited for.
    """
    found = _open(players).select_related("game").prefetch_related("game__holders")
    return found.order_by(F("deadline").asc(nulls_last=True), "game_id", "seat", "prompt")


def asked_of(players: Iterable[UUID], since: datetime, until: datetime) -> Iterable[Asked]:
    """Those of their questions that were asked between these hours, and whose each is."""
    found = _open(players).filter(asked_at__gt=since, asked_at__lte=until)
    rows = found.values_list("game_id", "seat", "prompt", "asked_at", "game__holders__player_id")
    return (Asked(*row) for row in rows)


def _open(players: Iterable[UUID]) -> QuerySet[OpenDecision]:
    found = OpenDecision.objects.filter(answered=False, game__status=Game.Status.RUNNING, game__practice=False)
    return found.filter(game__holders__player__in=list(players), game__holders__seat=F("seat"))
