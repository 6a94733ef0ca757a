"""What runs by the clock runs when it is due, by the database's clock, and stops to think when time has leapt.

A worker whose clock is wrong must not play for people whose time is not up, nor throw away what is not old: neither can
be taken back. Nor may a queue of old messages run the same sweep a thousand times.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from typing import Any, TypeVar

from celery.exceptions import SoftTimeLimitExceeded
from django.conf import settings
from django.db import DatabaseError, connection, transaction
from django.utils import timezone

from asgard_pbem.tables.errors import kind_of, place_of
from asgard_pbem.tables.guards.clocks import SKEW, agrees, behind
from asgard_pbem.tables.models import Pulse

LEAP = timedelta(hours=1)  # no tick for so long: the service was away, or its clock went wrong
SETTLE = timedelta(minutes=10)  # what came in meanwhile is read first, and a person may look
FORGOTTEN = timedelta(days=7)  # of what was silent for so long nobody is told any more
SOON = 3  # so many beginnings without an end may be of those that are at it just now
FIRST_PAUSE, LONGEST_PAUSE = timedelta(minutes=1), timedelta(minutes=10)  # of what ends its process each time
_log = logging.getLogger(__name__)
T = TypeVar("T")
_TURN = """
INSERT INTO tables_pulse AS p (name, at) VALUES (%(name)s, clock_timestamp())
ON CONFLICT (name) DO UPDATE SET at = clock_timestamp()
WHERE p.at <= clock_timestamp() - %(every)s OR p.at > clock_timestamp() + %(skew)s
"""
_BEGIN = """
INSERT INTO tables_pulse AS p (name, at, unended, undone_since)
VALUES (%(name)s, clock_timestamp(), 1, clock_timestamp())
ON CONFLICT (name) DO UPDATE SET at = clock_timestamp(), unended = least(p.unended + 1, 1000),
    undone_since = coalesce(p.undone_since, clock_timestamp())
WHERE p.at > clock_timestamp() + %(skew)s OR p.at <= clock_timestamp() - greatest(%(every)s,
    CASE WHEN p.unended < %(soon)s THEN interval '0'
         ELSE least(%(first)s * power(2, least(p.unended - %(soon)s, 10)), %(longest)s) END)
"""
_LEAPT = "clock_timestamp() NOT BETWEEN p.at - %(skew)s AND p.at + %(leap)s"
_CLOCK = f"""
INSERT INTO tables_pulse AS p (name, at, undone_since) VALUES (%(name)s, clock_timestamp(), clock_timestamp())
ON CONFLICT (name) DO UPDATE SET at = clock_timestamp(), undone_since = coalesce(p.undone_since, clock_timestamp()),
    hold_until = CASE
    WHEN {_LEAPT} THEN clock_timestamp() + %(settle)s
    WHEN p.hold_until > clock_timestamp() + %(settle)s THEN clock_timestamp() + %(settle)s
    ELSE p.hold_until END
RETURNING at, hold_until
"""  # noqa: S608 - our own words
_HELD = f"""
SELECT clock_timestamp(), coalesce(bool_or(p.hold_until > clock_timestamp() OR {_LEAPT}), false)
FROM tables_pulse p WHERE p.name = 'clock'
"""  # noqa: S608 - our own words


@dataclass(frozen=True)
class Hour:
    """What the database's clock says, and until when nothing is done that cannot be taken back."""

    now: datetime
    hold_until: datetime | None

    @property
    def holds(self) -> bool:
        return self.hold_until is not None and self.now < self.hold_until


def turn(name: str, every: timedelta) -> bool:
    """Whether `name` is due, which is then noted: at most one of many that ask at once is told so."""
    spans: dict[str, Any] = {"every": every, "skew": SKEW}
    with connection.cursor() as cursor:
        cursor.execute(_TURN, {"name": name, **spans})
        return bool(cursor.rowcount)


def live(*names: str) -> None:
    """Note that whoever goes by these names lives, and hold this machine's clock against the database's.

    Raises DatabaseError, after two seconds a word at most: a database that is away is not waited for.
    """
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("SET LOCAL statement_timeout = '2s'")
        for name in names:
            turn(name, timedelta())
    behind()


def run(name: str, act: Callable[[], T], every: timedelta = timedelta()) -> T | None:
    """What `act` gives, once in `every`. None: it is not due.

    Its beginnings are counted until one of them comes to an end, be it an error: what ends its process instead is left
    alone for a while, longer each time, but never for good, for the whole service waits for it. What fails each time
    begins as often as what goes well, so it is noted since when nothing came to a good end (`undone`).
    """
    spans: dict[str, Any] = {"every": every, "skew": SKEW, "first": FIRST_PAUSE, "longest": LONGEST_PAUSE}
    with connection.cursor() as cursor:
        cursor.execute(_BEGIN, {"name": name, "soon": SOON, **spans})
        if not cursor.rowcount:
            return None
    with undone(name) as well:
        found = act()
        if found is not True:  # there is more to do: not yet
            well()
    return found


def each(*parts: Callable[[], T]) -> list[T]:
    """What every part of a round gives. One that fails holds back none of those behind it: the first such error is
    raised when all are done. Where the task's own time is up, there is none left for the others.
    """
    found: list[T] = []
    first: Exception | None = None
    for part in parts:
        try:
            found.append(part())
        except SoftTimeLimitExceeded:
            raise
        except Exception as why:  # noqa: BLE001 - raised below
            if first is not None:
                _log.error("another part of the round fails: %s", place_of(why))
            first = first or why
    if first is not None:
        raise first
    return found


def forget(name: str, act: Callable[[datetime], T]) -> T | None:
    """`run` of what is thrown away for good because it is old, by the database's hour. None too while this machine's
    clock is another, and while time-outs wait after a leap, or will, once the clock ticks: the next round is for it.

    Local play is often up for less than the hour until that round, and waits for nothing.
    """
    spans: dict[str, Any] = {"skew": SKEW, "leap": LEAP}
    with connection.cursor() as cursor:
        cursor.execute(_HELD, spans)
        now, held = cursor.fetchone()
    if not agrees(timezone.now(), now):
        return None
    if held and not settings.EMBEDDED:
        _log.warning("%s: no tick for long, or the clock has leapt: nothing is thrown away", name)
        return None
    return run(name, partial(act, now))


@contextmanager
def undone(name: str) -> Iterator[Callable[[], None]]:
    """Note how that ends whose beginning is noted: where it failed, or that all is done, if what is given is called."""
    ends: dict[str, Any] = {"unended": 0}
    try:
        yield partial(ends.update, undone_since=None, place="")
    except BaseException as why:
        ends["place"] = place_of(why)[-Pulse.PLACE_CHARS :]
        raise
    finally:
        _ended(name, ends)


def _ended(name: str, ends: dict[str, Any]) -> None:
    try:
        Pulse.objects.filter(pk=name).update(**ends)
    except DatabaseError as why:  # the error that has brought us here is the one to be told
        _log.warning("%s has ended, and could not say so: %s", name, kind_of(why))


def hour(name: str) -> Hour:
    """The time, noted as the beginning of `name`, whose end `undone` notes. After a leap of either direction it holds
    for `SETTLE`.
    """
    spans: dict[str, Any] = {"skew": SKEW, "leap": LEAP, "settle": SETTLE}
    with connection.cursor() as cursor:
        cursor.execute(_CLOCK, {"name": name, **spans})
        found = Hour(*cursor.fetchone())
    if found.holds:
        _log.warning("%s: no tick for long, or the clock has leapt: time-outs wait until %s", name, found.hold_until)
    return found


def last(name: str) -> datetime | None:
    """When `name` last began."""
    return Pulse.objects.filter(pk=name).values_list("at", flat=True).first()
