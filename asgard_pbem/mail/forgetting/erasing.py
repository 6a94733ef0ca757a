"""Forgetting: a person's mails when they are erased, everybody's when they are old."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.db import models, transaction
from django.db.models import Exists, OuterRef, Q
from django.dispatch import receiver
from django.utils import timezone

from asgard_pbem.mail import tokens
from asgard_pbem.mail.models import NOT_FORGOTTEN, DeliveryEvent, InboundMail, Pending, RawMail
from asgard_pbem.tables import services
from asgard_pbem.tables.models import Outbox, Player
from asgard_pbem.tables.signals import erased
from asgard_pbem.tables.store.keeping import forgetting
from asgard_pbem.tables.store.keeping.forgetting import Step

STILL_TRIED = timedelta(days=1)  # what is owed by then keeps its words; a receipt that waits for a question does not
# What goes. Hashes, class, state and cut marks tell nothing of anybody and stay, to explain what became of the mail.
EMPTY: dict[str, Any] = {"kept": None, "outcome": None, "envelope_from": None}
WAITING = (InboundMail.State.NEW, InboundMail.State.HELD, InboundMail.State.QUARANTINED)


@receiver(erased)
def forget(sender: object, *, player: Player, **_: Any) -> None:
    """Empty every mail that the person sent, read or not, and all that is known about deliveries to them."""
    theirs = InboundMail.objects.filter(Q(player=player) | Q(envelope_from=player.email) | Q(pk__in=_given_up(player)))
    list(theirs.order_by("pk").select_for_update().values_list("pk", flat=True))  # as who says yes to one by another
    theirs.filter(state__in=WAITING).update(state=InboundMail.State.IGNORED, reason="erased")
    RawMail.objects.filter(pk__in=theirs.values("sha256")).delete()
    theirs.update(**EMPTY, token=None, message_id="")
    Pending.objects.filter(player=player).delete()
    DeliveryEvent.objects.filter(player=player).delete()


def _given_up(player: Player) -> list[UUID]:
    """Mails to an address of the person's that no attempt could read: nothing but that address tells whose they are."""
    unread = InboundMail.objects.filter(state=InboundMail.State.QUARANTINED, player=None)
    named = [(one.pk, services.find_token(tokens.box_of(one.envelope_to).token)) for one in unread]
    return [pk for pk, token in named if token is not None and token.player_id == player.pk]


def steps(before: datetime) -> list[Step]:
    """What mails received before then said, and what was answered to them. One that was not read yet is kept whole.

    The oldest first: that little is old of what still says something the planner cannot know, and without an order it
    looks for the first few by reading the whole table.
    """
    mails = InboundMail.objects.filter(NOT_FORGOTTEN, received_at__lt=before).exclude(state=InboundMail.State.NEW)
    answered = Outbox.objects.filter(receipt__isnull=False, created_at__lt=before)
    answered = answered.exclude(state=Outbox.State.QUEUED, due_at__lte=timezone.now() + STILL_TRIED)
    unread = InboundMail.objects.filter(sha256=OuterRef("pk"), state=InboundMail.State.NEW)
    raw = RawMail.objects.filter(~Exists(unread), received_at__lt=before)
    return [
        lambda: forgetting.some(raw),
        lambda: _emptied(mails.order_by("received_at"), **EMPTY),
        lambda: _emptied(answered.order_by("created_at"), receipt=None),
    ]


def _emptied(rows: models.QuerySet[Any], **empty: Any) -> int:
    """Empty some rows that nobody holds at this moment. Returns how many."""
    with transaction.atomic():
        some = list(rows.select_for_update(skip_locked=True).values_list("pk", flat=True)[: forgetting.AT_ONCE])
        return rows.filter(pk__in=some).update(**empty) if some else 0
