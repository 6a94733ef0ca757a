"""Games that fail are set aside for a while, longer each time: the clock and the bots go on with all others.

A try is counted before it is made, for it may end the whole process. What ends its process again and again, and never
gets as far as to fail, is not tried for ever: after `MOST_DEATHS` it waits until somebody has looked (`retry`).
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any, TypeVar
from uuid import UUID

from django.db import DatabaseError, connection
from django.db.models import Q, QuerySet

from asgard_pbem.tables.errors import ServiceError, place_of, trail
from asgard_pbem.tables.models import SetAside

FIRST_PAUSE, LONGEST_PAUSE = timedelta(minutes=1), timedelta(hours=6)  # twice as long after every failure
MOST_DEATHS = 8  # the last of them some two hours after the first
_log = logging.getLogger(__name__)
T = TypeVar("T")
_ATTEMPT = """
INSERT INTO tables_setaside AS a (game_id, failures, deaths, next_try_at, place, since)
VALUES (%(game)s, 1, 1, %(at)s + %(first)s, '', %(at)s)
ON CONFLICT (game_id) DO UPDATE SET failures = least(a.failures + 1, 1000), deaths = least(a.deaths + 1, 1000),
    next_try_at = %(at)s + least(%(first)s * power(2, least(a.failures, 20)), %(longest)s)
WHERE a.deaths < %(most)s AND (a.next_try_at <= %(at)s OR (a.place = '' AND a.failures <= %(beside)s))
"""


def tried(game_id: UUID, act: Callable[[], T], *, at: datetime, doing: str, beside: int = 0) -> T | None:
    """What `act` gives. None: it has failed, which is noted, or the game is set aside."""
    if not attempt(game_id, at, beside=beside):
        return None
    try:
        made = act()
    except Exception as why:  # one game that fails must not stop all others
        if isinstance(why, DatabaseError) and not connection.is_usable():
            raise  # not the game's fault
        failed(game_id, why, doing=doing)
        return None
    succeeded(game_id)
    return made


def attempt(game_id: UUID, at: datetime, *, beside: int = 0) -> bool:
    """Count a try before it is made. False: another tries, or its pause is not over, or too many have ended their
    process.

    Whoever tried calls `succeeded` or `failed`. `beside`: how many others may be at it, of which none has failed.
    """
    spans: dict[str, Any] = {"first": FIRST_PAUSE, "longest": LONGEST_PAUSE}
    with connection.cursor() as cursor:
        cursor.execute(_ATTEMPT, {"game": game_id, "at": at, "most": MOST_DEATHS, "beside": beside, **spans})
        return bool(cursor.rowcount)


def succeeded(game_id: UUID) -> None:
    """The game is in order."""
    SetAside.objects.filter(pk=game_id).delete()


def failed(game_id: UUID, why: Exception, *, doing: str) -> None:
    """Note where a try that was counted has failed, for operators; never what the error says, which may be secret."""
    place = str(why.code) if isinstance(why, ServiceError) else place_of(why)
    SetAside.objects.filter(pk=game_id).update(place=place[-SetAside.PLACE_CHARS :], deaths=0)
    _log.error("%s failed in game %s: %s", doing, game_id, trail(why))


def waiting(at: datetime) -> QuerySet[Any]:
    """The games that are not tried now."""
    return SetAside.objects.filter(Q(next_try_at__gt=at) | Q(deaths__gte=MOST_DEATHS)).values("game_id")
