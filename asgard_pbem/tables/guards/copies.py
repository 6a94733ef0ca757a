"""Since when there is no newer copy of the database: what the scripts of deploy/copies have told of this very server.

Where none was told, since the day from which they could be: an installation that never makes any is missed like one
whose copies fail, until `COPIES` says that they are made elsewhere.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.conf import settings
from django.db import connection

LATE = timedelta(hours=30)  # a day, the hours that a copy takes, and some tries of one that failed


def since() -> dict[str, datetime]:
    """When the last good copy of each kind that our scripts make was made, or could have been."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT name, since FROM copies_since()")
        return {name: at for name, at in cursor.fetchall() if name in settings.COPIES}


def received() -> bool:
    """Whether the log of changes is received, or was never asked to be: `wal.sh` makes itself a slot at first."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT FROM pg_replication_slots WHERE slot_name = 'asgard_wal' AND NOT active")
        return not cursor.rowcount
