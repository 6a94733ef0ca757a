"""Beat, without a file: what it must know it reads in the clock, and it says that it lives.

Celery's own scheduler keeps in a file when each task last ran. After a clock had been wrong for a minute that file held
a time in the future, and nothing was sent for as long as that lay ahead. Tasks here may run too often, so nothing needs
to be kept; a restart sends the first round at once.
"""

from __future__ import annotations

import logging
import time
from datetime import UTC, datetime, timedelta
from typing import Any

from celery.beat import Scheduler
from django.db import DatabaseError, connection

from asgard_pbem.serving.metrics import exposing
from asgard_pbem.tables.errors import kind_of
from asgard_pbem.tables.guards import alive, pulse

BACK = timedelta(seconds=5)  # the clock went back by more than what NTP ever corrects at once
SAID_S = 10.0
_log = logging.getLogger(__name__)


class Beat(Scheduler):
    """Celery's scheduler in memory, that no leap of the clock stops."""

    said_at = float("-inf")  # monotonic

    def setup_schedule(self) -> None:
        super().setup_schedule()
        exposing.serve()
        for entry in self.schedule.values():  # the first round is due now, not after one interval
            entry.last_run_at = datetime(2000, 1, 1, tzinfo=UTC)

    def tick(self, *args: Any, **kwargs: Any) -> float:
        """Send what is due. Returns the seconds until something may be due again."""
        self._begin_anew_after_a_leap()
        self._say()
        return float(super().tick(*args, **kwargs))

    def _begin_anew_after_a_leap(self) -> None:
        now = datetime.now(UTC)
        ahead = [one for one in self.schedule.values() if one.last_run_at is not None and one.last_run_at > now + BACK]
        if ahead:
            _log.warning("the clock went back: %s tasks begin anew", len(ahead))
            for entry in ahead:
                entry.last_run_at = now
            self._heap = None  # which holds the times of before

    def _say(self) -> None:
        """Note here and in the database that beat lives. A database that is away is not waited for."""
        if time.monotonic() - self.said_at < SAID_S:
            return
        self.said_at = time.monotonic()
        alive.say("beat")
        try:
            pulse.live("beat")
        except DatabaseError as why:
            _log.warning("beat could not say that it lives: %s", kind_of(why))
            connection.close()
