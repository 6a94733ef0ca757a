"""A machine's clock, held against the database's: the one that all processes share.

When somebody was asked, and when an answer came, decides whose time is up, and a move that the clock makes for them
cannot be taken back; when something is to be tried again is waited for by others. Who writes that down on a machine
whose clock is wrong writes the database's hour.
"""

from __future__ import annotations

import logging
from datetime import UTC, datetime, timedelta
from typing import cast

from django.db import connection
from django.utils import timezone

from asgard_pbem.database.together import Trips
from asgard_pbem.serving.metrics import series

SKEW = timedelta(minutes=1)  # a machine that keeps its clock by NTP is off by milliseconds
_log = logging.getLogger(__name__)


def agrees(mine: datetime, theirs: datetime) -> bool:
    """Whether this process's clock can be believed; where it cannot, that is said and counted."""
    if abs(mine - theirs) <= SKEW:
        return True
    side = "ahead of" if mine > theirs else "behind"
    _log.error("This machine's clock is %s %s the database's: nothing is done by it", abs(mine - theirs), side)
    series.clock_off.inc()
    return False


def behind() -> timedelta:
    """What this machine's time lacks; nothing where it can be believed.

    The session has told the hour when it began, and seconds are counted since, which no leap of the clock touches. The
    database is asked again only where that seems to be another time: a machine may have slept, and counted nothing.
    """
    ours = cast("Trips", connection)
    if abs(datetime.now(UTC) - ours.hour()) <= SKEW:
        return timedelta()
    ours.ask_hour()
    mine, theirs = datetime.now(UTC), ours.hour()
    return timedelta() if agrees(mine, theirs) else theirs - mine


def now() -> datetime:
    """The time, as it may be written down."""
    return timezone.now() + behind()
