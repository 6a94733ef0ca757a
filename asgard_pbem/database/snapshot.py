"""Several reads of one moment."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, TypeVar, cast

from django.db import connection, transaction

from asgard_pbem.database.together import Statement, Trips

T = TypeVar("T")
_OF_ONE_MOMENT = Statement(b"SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
_read: ContextVar[dict[Hashable, Any] | None] = ContextVar("asgard_pbem_read_in_snapshot", default=None)


@contextmanager
def one_snapshot() -> Iterator[None]:
    """All that is read inside is of one moment, whatever others write meanwhile (PostgreSQL: REPEATABLE READ).

    For reading alone: a write of what others have written since would fail. Inside a transaction it is that one's own.
    """
    token = _read.set({})
    try:
        if connection.in_atomic_block:
            yield
            return
        with transaction.atomic():
            _trips().with_commit(_OF_ONE_MOMENT)  # before the first question, in the trip of that one
            yield
    finally:
        _read.reset(token)


def _trips() -> Trips:
    return cast("Trips", connection)


def read_once(key: Hashable, read: Callable[[], T]) -> T:
    """What `read` finds; inside `one_snapshot` it is asked once for a `key`, as it cannot find anything else there.

    It ends with the snapshot, so nothing is kept from one reader to the next.
    """
    known = _read.get()
    if known is None:
        return read()
    if key not in known:
        known[key] = read()
    return cast("T", known[key])


def already_read(key: Hashable, value: object) -> None:
    """Inside `one_snapshot`: spare `read_once` the look for `key`, whose value is known from elsewhere."""
    known = _read.get()
    if known is not None:
        known[key] = value
