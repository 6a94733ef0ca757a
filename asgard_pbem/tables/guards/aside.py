"""Games that fail are set aside for a while, longer each time: the clock and the bots go on with all others."""

from __future__ import annotations

import logging
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.db import connection
from django.db.models import QuerySet

from asgard_pbem.tables.errors import ServiceError, place_of
from asgard_pbem.tables.models import SetAside

FIRST_PAUSE, LONGEST_PAUSE = timedelta(minutes=1), timedelta(hours=6)  # twice as long after every failure
_log = logging.getLogger(__name__)
_ATTEMPT = """
INSERT INTO tables_setaside AS a (game_id, failures, next_try_at, place, since)
VALUES (%(game)s, 1, %(at)s + %(first)s, '', %(at)s)
ON CONFLICT (game_id) DO UPDATE SET failures = least(a.failures + 1, 1000),
    next_try_at = %(at)s + least(%(first)s * power(2, least(a.failures, 20)), %(longest)s)
WHERE a.next_try_at <= %(at)s OR %(anyway)s
"""


def attempt(game_id: UUID, at: datetime, *, anyway: bool = False) -> bool:
    """Count a try before it is made, for it may end the whole process. False: another tries, or its pause is not over.

    Whoever tried calls `succeeded` or `failed`. `anyway`: count a failure whatever the pause.
    """
    pauses: dict[str, Any] = {"first": FIRST_PAUSE, "longest": LONGEST_PAUSE}
    with connection.cursor() as cursor:
        cursor.execute(_ATTEMPT, {"game": game_id, "at": at, "anyway": anyway, **pauses})
        return bool(cursor.rowcount)


def succeeded(game_id: UUID) -> None:
    """The game is in order."""
    SetAside.objects.filter(pk=game_id).delete()


def failed(game_id: UUID, why: Exception, *, doing: str) -> None:
    """Note where a try that was counted has failed, for operators; never what the error says, which may be secret."""
    place = str(why.code) if isinstance(why, ServiceError) else place_of(why)
    SetAside.objects.filter(pk=game_id).update(place=place[-SetAside.PLACE_CHARS :])
    _log.error("%s failed in game %s: %s", doing, game_id, place)


def waiting(at: datetime) -> QuerySet[Any]:
    """The games whose pause is not over."""
    return SetAside.objects.filter(next_try_at__gt=at).values("game_id")
