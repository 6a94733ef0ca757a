"""The one way in: every transport hands its bytes to `accept` and does nothing else (mail notes 1 and 2)."""

from __future__ import annotations

import hashlib
import logging
from datetime import datetime

from django.db import transaction
from django.db.models import OuterRef, QuerySet

from asgard_pbem.database.saving import insert_new, insert_or_touch
from asgard_pbem.mail.doors.identity import AuthVerdicts
from asgard_pbem.mail.models import InboundMail, RawMail
from asgard_pbem.mail.reading.parts.prescan import MAX_RAW_BYTES
from asgard_pbem.serving.metrics import series
from asgard_pbem.tables import notify
from asgard_pbem.tables.guards import clocks
from asgard_pbem.tables.keys import crypto

_log = logging.getLogger(__name__)
PROCESS = "asgard_pbem.mail.tasks.process_inbound"
DOORS = {"smtp", "lmtp", "pipe", "imap", "mailbox", "webhook"}  # all else is a provider's
series.told_from_zero(series.mails_put_off, [*DOORS, "provider"])
MAX_RECIPIENTS = 20  # of one delivery; nobody of ours is written to by more addresses at once


def accept(
    raw: bytes,
    *,
    envelope_from: str | None,
    envelope_to: list[str],
    source: str,
    provider_event_id: str | None,
    verdicts: AuthVerdicts,
    received_at: datetime | None = None,
) -> InboundMail:
    """Store one row per envelope recipient and queue its reading; returns the first recipient's row.

    The same delivery again gives the row that is there. Nothing is parsed and nobody is looked up here: a door that
    knew which tokens exist would tell. Of a mail that is too large to be read the beginning is kept, which tells who
    wrote it. `received_at`: when it came, where that was not now.
    """
    delivery = InboundMail(
        source=source[:40],
        provider_event_id=printable(provider_event_id)[:200] if provider_event_id else None,
        envelope_from=None if envelope_from is None else clean_address(envelope_from),
        sha256=hashlib.sha256(raw).hexdigest(),
        size_bytes=len(raw),
        verdicts=verdicts.as_json(),
    )
    recipients = list(dict.fromkeys(map(clean_address, envelope_to)))[:MAX_RECIPIENTS] or [""]
    try:
        with transaction.atomic():
            delivery.received_at = received_at or clocks.now()
            _keep(delivery, raw[: MAX_RAW_BYTES + 1])
            rows = [store(delivery, recipient) for recipient in recipients]
    except Exception:  # whatever it is, the sender is told to try again
        put_off(source)
        raise
    series.mails_stored.labels(_door(source)).inc()
    for row in rows:
        _log.info("mail stored", extra={"mail": str(row.pk), "door": row.source})
    return rows[0]


def put_off(source: str) -> None:
    """Count a delivery that its door does not take now: there is no row that could tell of it."""
    series.mails_put_off.labels(_door(source)).inc()


def _door(source: str) -> str:
    return source if source in DOORS else "provider"


def _keep(delivery: InboundMail, raw: bytes) -> None:
    """The bytes, once. Writing over what is there locks it, so that `forget` cannot take it away meanwhile."""
    kept = RawMail(sha256=delivery.sha256, data=crypto.encrypt(raw), received_at=delivery.received_at)
    insert_or_touch(kept, "received_at")


def with_bytes(mails: QuerySet[InboundMail]) -> QuerySet[InboundMail]:
    """Mails together with their bytes, for `raw_of`: one statement instead of two."""
    return mails.annotate(sealed=RawMail.objects.filter(pk=OuterRef("sha256")).values("data"))


def raw_of(mail: InboundMail) -> bytes | None:
    """The bytes of a stored mail; None when they are kept no longer."""
    sealed = getattr(mail, "sealed", None)
    if sealed is None:
        sealed = RawMail.objects.filter(pk=mail.sha256).values_list("data", flat=True).first()
    return crypto.decrypt(sealed) if sealed is not None else None


def forget(mail: InboundMail) -> None:
    """Drop the bytes of a mail that is for nobody, unless another recipient's row still wants them."""
    kept = RawMail.objects.select_for_update().filter(pk=mail.sha256).first()
    others = InboundMail.objects.filter(sha256=mail.sha256).exclude(pk=mail.pk)
    if kept is not None and not others.exclude(state=InboundMail.State.IGNORED).exists():
        kept.delete()


def store(delivery: InboundMail, recipient: str) -> InboundMail:
    """The row of this delivery for one recipient: a new one, queued after commit, or the one that is there."""
    row = copy_for(delivery, recipient)
    if insert_new(row):
        notify.tell_after_commit(PROCESS, str(row.pk))
        return row
    return _stored_before(row)


def copy_for(delivery: InboundMail, recipient: str) -> InboundMail:
    """An unsaved new row with the delivery's hash and envelope."""
    kept = ("received_at", "source", "provider_event_id", "envelope_from", "sha256", "size_bytes", "verdicts")
    return InboundMail(envelope_to=recipient, **{name: getattr(delivery, name) for name in kept})


def _stored_before(row: InboundMail) -> InboundMail:
    by_bytes = InboundMail.objects.filter(sha256=row.sha256, envelope_to=row.envelope_to).first()
    if by_bytes is not None:
        return by_bytes
    return InboundMail.objects.get(
        source=row.source, provider_event_id=row.provider_event_id, envelope_to=row.envelope_to
    )


def clean_address(address: str) -> str:
    """Folded, without angle brackets or anything that PostgreSQL refuses, at most 320 characters."""
    return printable(address.strip().strip("<>").lower()[:320])


def printable(text: str) -> str:
    """Without what PostgreSQL or UTF-8 refuses."""
    return "".join(char for char in text if char.isprintable() and not "\ud800" <= char <= "\udfff")
