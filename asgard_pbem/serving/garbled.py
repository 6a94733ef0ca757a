"""A message that nobody understands is thrown away, and does not end its worker.

Celery throws away most of what is no message of a task. But for a head without an id, or a body that is a number, its
worker ends before it has said that it took the message: the broker hands that to the next one, which ends as well, and
all that waits behind it waits for good. What was really wanted the sweep finds by the rows.
"""

from __future__ import annotations

from typing import Any

from celery.exceptions import InvalidTaskError
from celery.worker import strategy
from kombu.exceptions import ContentDisallowed, DecodeError

KNOWN = (InvalidTaskError, ContentDisallowed, DecodeError)  # Celery's own words for it, which it deals with
GARBLED = (ValueError, TypeError, LookupError, AttributeError)  # a broker that is away raises others


def taken(task: Any, app: Any, consumer: Any, **options: Any) -> Any:
    """What Celery does with each message of a task; it is asked once for each task (`Task.Strategy`)."""
    take = strategy.default(task, app, consumer, **options)

    def taken_if_understood(message: Any, *rest: Any, **more: Any) -> Any:
        _look_at_limits(message)
        try:
            return take(message, *rest, **more)
        except KNOWN:
            raise
        except GARBLED as why:
            raise InvalidTaskError(type(why).__name__) from why

    return taken_if_understood


def _look_at_limits(message: Any) -> None:
    """Raises InvalidTaskError. Celery looks at them when it has set a process aside for the task, which it never gives
    back then: a worker with one process would do nothing any more.
    """
    said = (message.headers or {}).get("timelimit") or (None, None)
    if not isinstance(said, list | tuple) or len(said) != 2 or not all(isinstance(s, int | float | None) for s in said):
        raise InvalidTaskError("no time limits")
