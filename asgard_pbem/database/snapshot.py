"""Several reads of one moment."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection, transaction


@contextmanager
def one_snapshot() -> Iterator[None]:
    """All that is read inside is of one moment, whatever others write meanwhile (PostgreSQL: REPEATABLE READ).

    For reading alone: a write of what others have written since would fail. Inside a transaction it is that one's own.
    """
    if connection.in_atomic_block:
        yield
        return
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
        yield
