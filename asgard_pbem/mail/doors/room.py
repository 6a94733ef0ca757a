"""Whether the database has room for a mail. A full one goes on answering and changes small rows where they lie."""

from __future__ import annotations

import secrets
from typing import Final

from django.db import DatabaseError, transaction
from psycopg.errors import DiskFull, OutOfMemory, TooManyConnections

from asgard_pbem.mail.models import RawMail
from asgard_pbem.tables.guards import clocks

ORDINARY_BYTES = 64 * 1024  # of an answer with a quotation, and some; a quiet page of the table may still hold less
OF_THE_SERVER: Final = (DiskFull, OutOfMemory, TooManyConnections)  # its want, whatever it was asked to write


def is_wanting(problem: BaseException) -> bool:
    """Whether the database lacks room, memory or sessions, of which nothing that it was asked for is the cause."""
    return isinstance(problem.__cause__, OF_THE_SERVER)


def for_a_mail() -> bool:
    """Write one as the doors do, and take it back."""
    row = RawMail(sha256=secrets.token_hex(32), data=secrets.token_bytes(ORDINARY_BYTES), received_at=clocks.now())
    try:
        with transaction.atomic():
            row.save(force_insert=True)
            transaction.set_rollback(True)
    except DatabaseError as why:
        if is_wanting(why):
            return False
        raise
    return True
