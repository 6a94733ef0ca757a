"""What happens to an owed mail and to the receipts that it tells, written in one statement for all of them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from django.db import connection

from asgard_pbem.database import asking
from asgard_pbem.tables.models import Outbox

# `||` adds a key to an object. What is not said of a receipt it keeps.
_TAKEN = """
UPDATE tables_outbox SET due_at = %(due)s,
    attempts = CASE WHEN id = %(mail)s THEN %(attempts)s ELSE attempts END,
    message_id = CASE WHEN id = %(mail)s THEN %(message_id)s ELSE message_id END,
    payload = CASE WHEN id = %(mail)s THEN %(payload)s::jsonb ELSE payload || %(teller)s::jsonb END
WHERE id = %(mail)s OR id = ANY (%(told)s)
"""
_SENT = """
UPDATE tables_outbox SET sent_at = %(at)s, error = '',
    state = CASE WHEN id = %(mail)s THEN 'sent' ELSE 'joined' END,
    provider_id = CASE WHEN id = %(mail)s THEN %(provider_id)s ELSE provider_id END,
    line_hashes = CASE WHEN id = %(mail)s THEN %(lines)s::jsonb ELSE line_hashes END,
    payload = CASE WHEN id = %(mail)s THEN %(payload)s::jsonb ELSE payload END
WHERE id = %(mail)s OR (id = ANY (%(told)s) AND state = 'queued')
"""


def taken(row: Outbox, told: Sequence[Outbox]) -> None:
    """Write down an attempt to send `row`, until whose end the receipts that it tells are left to it."""
    asking.with_commit(
        connection, _TAKEN, mail=row.pk, told=[one.pk for one in told], due=row.due_at, attempts=row.attempts,
        message_id=row.message_id, payload=json.dumps(row.payload), teller=json.dumps({"teller": str(row.pk)}),
    )  # fmt: skip


def sent(row: Outbox, at: datetime, provider_id: str, own_lines: Sequence[str], sentinel: str) -> None:
    """The mail of `row` has gone out: what it told is told."""
    told = [UUID(one) for one in row.payload.get("joined", ())]
    asking.with_commit(
        connection, _SENT, mail=row.pk, told=told, at=at, provider_id=provider_id, lines=json.dumps(own_lines),
        payload=json.dumps({**row.payload, "sentinel": sentinel}),
    )  # fmt: skip
