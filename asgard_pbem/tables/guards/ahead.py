"""What was put off while the database's clock was ahead: set right again, it would wait until that hour comes.

No pause is longer than its kind's longest, so whatever is due later than that was written by another clock. The sweep,
which repeats what is due, makes it due first. What is no pause stays as it is: an hour that stands in a log is a fact.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db.models import F, Q

from asgard_pbem.tables.guards import aside
from asgard_pbem.tables.guards.clocks import SKEW
from asgard_pbem.tables.models import Erasure, Outbox, SetAside

PAUSE = aside.LONGEST_PAUSE  # of a table, and of a mail (mail/sending/failing.py) between two tries; no other is longer
WAITS = timedelta(days=1)  # no first try is put off for so long; who waits for another mail to tell it does for a year


def too_late(field: str, now: datetime, longest: timedelta = timedelta()) -> Q:
    """Whether the hour in `field` is later than any that is written at `now`."""
    return Q(**{f"{field}__gt": now + longest + SKEW})


def is_for_another_to_tell(row: Outbox) -> bool:
    """Whether it waits for the question that follows, and the hour at which it would be due is none that comes."""
    return row.state == Outbox.State.QUEUED and not row.attempts and row.due_at >= row.created_at + WAITS


def make_due(now: datetime) -> int:
    """Make due what a clock that was ahead has put off. Returns how many rows."""
    owed = Outbox.objects.filter(too_late("due_at", now), state=Outbox.State.QUEUED)
    untried = too_late("created_at", now) & Q(attempts=0, due_at__lt=F("created_at") + WAITS)
    tried = too_late("due_at", now, PAUSE) & Q(attempts__gt=0)
    made = owed.filter(untried | tried).update(due_at=now)
    made += SetAside.objects.filter(too_late("next_try_at", now, PAUSE)).update(next_try_at=now)
    return made + Erasure.objects.filter(too_late("due_at", now, PAUSE)).update(due_at=now)
