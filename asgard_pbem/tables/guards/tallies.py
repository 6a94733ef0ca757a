"""How often something was asked for within a while, where no row of its own tells: kept by a digest of what it was."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from django.db import connection
from django.utils import timezone
from django.utils.crypto import salted_hmac

HOUR: Final = timedelta(hours=1)
_COUNT: Final = """
INSERT INTO tables_tally (key, until, count) VALUES (%(key)s, %(until)s, 1)
ON CONFLICT (key) DO UPDATE SET
    count = CASE WHEN tables_tally.until <= %(now)s THEN 1 ELSE tables_tally.count + 1 END,
    until = CASE WHEN tables_tally.until <= %(now)s THEN excluded.until ELSE tables_tally.until END
RETURNING count
"""


def counted(what: str, within: timedelta = HOUR) -> int:
    """How often this has been asked for, with this time. The while begins with the first of them."""
    now = timezone.now()
    key = salted_hmac("asgard-pbem/tally", what, algorithm="sha256").hexdigest()
    with connection.cursor() as cursor:
        cursor.execute(_COUNT, {"key": key, "now": now, "until": now + within})
        return int(cursor.fetchone()[0])
