"""By when an answer is asked for, as every mail, page, calendar and program is told it."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.utils import timezone


def promised(deadline: datetime, now: datetime | None = None) -> datetime:
    """The full quarter of an hour before a deadline; in the last one the minute.

    Never later than the deadline, so who keeps to it is in time. A clock runs from the moment of somebody's move: told
    exactly, it would end at odd minutes, and its seconds would say when others moved.
    """
    whole = deadline.replace(second=0, microsecond=0)
    quarter = whole - timedelta(minutes=whole.minute % 15)
    return quarter if (now or timezone.now()) < quarter else whole
