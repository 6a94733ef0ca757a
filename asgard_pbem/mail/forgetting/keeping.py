"""What the mail part forgets with time, in small steps: see tables.store.keeping.forgetting, and docs/forgetting.md."""

from __future__ import annotations

import hashlib
from datetime import datetime
from typing import Any

from django.db import transaction
from django.dispatch import receiver

from asgard_pbem.mail import tokens
from asgard_pbem.mail.models import Counter, DeliveryEvent, InboundMail, Pending, Remembered
from asgard_pbem.tables.signals import settling
from asgard_pbem.tables.store.keeping import forgetting

DIGEST_BYTES = 16


@receiver(settling)
def settle(sender: object, *, game_id: Any, **_: Any) -> None:
    """Drop the mails that came to a game's reply addresses, before these are gone."""
    mails = InboundMail.objects.filter(token__game_id=game_id)
    while _forget_some(mails):
        pass


def steps(now: datetime) -> list[forgetting.Step]:
    """What is old: mails to nobody's address or to constant ones, what was asked about them, and counts."""
    mails = InboundMail.objects.filter(token=None, received_at__lt=forgetting.old("mail_of_persons", now))
    mails = mails.exclude(state=InboundMail.State.NEW)
    asked = Pending.objects.filter(expires_at__lt=forgetting.old("questions", now))
    reports = DeliveryEvent.objects.filter(received_at__lt=forgetting.old("delivery", now))
    counts = Counter.objects.filter(day__lt=forgetting.old("counters", now).date())
    return [
        lambda: _forget_some(mails),
        lambda: forgetting.some(asked),
        lambda: forgetting.some(reports),
        lambda: forgetting.some(counts),
    ]


def _forget_some(mails: Any) -> int:
    """Drop some rows; remembers those that could be carried out again if they came once more."""
    with transaction.atomic():
        rows = mails.select_for_update(skip_locked=True, of=("self",))
        found = list(rows.only("envelope_to", "sha256", "message_id")[: forgetting.AT_ONCE])
        known = {Remembered(digest=one) for row in found if not tokens.box_of(row.envelope_to).token
                 for one in digests(row)}  # fmt: skip
        Remembered.objects.bulk_create(known, ignore_conflicts=True)
        InboundMail.objects.filter(pk__in=[row.pk for row in found]).delete()
    return len(found)


def digests(mail: InboundMail) -> list[bytes]:
    """By what a mail to one recipient is known again: its bytes, and the Message-ID that it bears."""
    names = {mail.sha256, mail.message_id or mail.sha256}
    return [hashlib.sha256(f"{mail.envelope_to}\0{name}".encode()).digest()[:DIGEST_BYTES] for name in names]


def is_repeat(mail: InboundMail) -> bool:
    """Whether this mail to a constant address was read before, so long ago that its row is gone."""
    return Remembered.objects.filter(digest__in=digests(mail)).exists()
