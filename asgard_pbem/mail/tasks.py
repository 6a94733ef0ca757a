"""Celery's side of mail. Tasks carry keys only, may run twice, and a sweep repeats what the broker lost."""

from __future__ import annotations

from datetime import timedelta
from uuid import UUID

from celery import shared_task
from django.db.models import Q

from asgard_pbem.mail.answering import process
from asgard_pbem.mail.forgetting import erasing, keeping
from asgard_pbem.mail.models import InboundMail
from asgard_pbem.mail.sending import owed as sending
from asgard_pbem.tables import notify
from asgard_pbem.tables.guards import ahead, clocks, pulse
from asgard_pbem.tables.store.keeping.forgetting import in_slices, old

SWEPT_AT_ONCE = 500


@shared_task(acks_late=True, ignore_result=True)
def process_inbound(mail_id: str) -> None:
    """Read one stored mail and do what it says, once."""
    process.process(UUID(mail_id))


@shared_task(acks_late=True, ignore_result=True)
def send_mail(outbox_id: str) -> None:
    """Send one owed mail, once."""
    sending.send(UUID(outbox_id))


@shared_task(ignore_result=True)
def sweep_inbound() -> None:
    """Queue again what was stored and not read: the broker lost it, or it failed and its pause is over."""
    pulse.run("sweep inbound", _sweep_inbound)


def _sweep_inbound() -> None:
    now = clocks.now()
    new = InboundMail.objects.filter(state=InboundMail.State.NEW)
    new.filter(ahead.too_late("next_attempt_at", now, process.LEASE)).update(next_attempt_at=now)
    late = new.filter(Q(received_at__lt=now - timedelta(seconds=5)) | ahead.too_late("received_at", now))
    due = late.filter(Q(next_attempt_at=None) | Q(next_attempt_at__lte=now))
    for mail_id in due.order_by("received_at").values_list("pk", flat=True)[:SWEPT_AT_ONCE]:
        notify.tell(process_inbound.name, str(mail_id))


@shared_task(ignore_result=True)
def forget_old_mail() -> None:
    """A slice of forgetting what is old; the next one waits behind whatever has been queued meanwhile."""
    if pulse.forget("forget old mail", lambda now: in_slices(keeping.steps(now))):
        notify.tell(forget_old_mail.name)


@shared_task(ignore_result=True)
def purge_raw() -> None:
    """A slice of forgetting what old mails said, and what was answered to them; hash, class and cut marks stay."""
    if pulse.forget("purge raw mail", lambda now: in_slices(erasing.steps(old("raw_mail", now)))):
        notify.tell(purge_raw.name)
