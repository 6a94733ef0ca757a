"""Celery's side: how long tasks take, and a word every ten seconds that the workers of a queue live."""

from __future__ import annotations

import logging
import threading
import time
from typing import Any

from celery import current_app
from celery.signals import (
    task_failure,
    task_postrun,
    task_prerun,
    worker_process_init,
    worker_ready,
    worker_shutting_down,
)
from django.db import DatabaseError, connection

from asgard_pbem.serving.metrics import exposing, series
from asgard_pbem.tables.errors import kind_of
from asgard_pbem.tables.guards import pulse

SAID_S = 10.0
_log = logging.getLogger(__name__)
_began: dict[str, float] = {}
_stop = threading.Event()


def watch() -> None:
    """Connect what follows to Celery's signals, in every process that loads the application."""
    task_prerun.connect(begin)
    task_postrun.connect(end)
    task_failure.connect(fail)
    worker_process_init.connect(born)
    worker_ready.connect(ready)
    worker_shutting_down.connect(lambda **_: _stop.set(), weak=False)


def begin(task_id: str = "", **_: Any) -> None:
    _began[task_id] = time.perf_counter()


def end(task_id: str = "", task: Any = None, **_: Any) -> None:
    began = _began.pop(task_id, None)
    if began is not None and task is not None:
        series.task_seconds.labels(task.name).observe(time.perf_counter() - began)


def fail(sender: Any = None, **_: Any) -> None:
    series.tasks_failed.labels(getattr(sender, "name", "unknown")).inc()


def born(**_: Any) -> None:
    """In each child, as it begins."""
    series.worker_children.inc()


def ready(sender: Any = None, **_: Any) -> None:
    """In the parent, once its children are there."""
    exposing.serve()
    tell_failures()
    served = sorted(sender.app.amqp.queues.consume_from) if sender is not None else []
    threading.Thread(target=_live, args=(served,), name="sign of life", daemon=True).start()


def tell_failures() -> None:
    """Tell of each task of ours how often it failed, from the beginning."""
    series.told_from_zero(series.tasks_failed, [name for name in current_app.tasks if name.startswith("asgard_pbem.")])


def queues() -> list[str]:
    """The names of all queues for which somebody should work."""
    return sorted(current_app.amqp.queues)


def sign_of(queue: str) -> str:
    """The pulse of the workers of a queue."""
    return f"worker {queue}"[:20]


def _live(served: list[str]) -> None:
    while True:
        say(served)
        if _stop.wait(SAID_S):
            return


def say(served: list[str]) -> None:
    """Note in the database that somebody works for these queues, and hold this machine's clock against it.

    A database that is away is not waited for.
    """
    try:
        pulse.live(*map(sign_of, served))
    except DatabaseError as why:
        _log.warning("a worker could not say that it lives: %s", kind_of(why))
    finally:
        connection.close()  # this thread's own
