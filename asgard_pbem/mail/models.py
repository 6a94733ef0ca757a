"""What the mail part keeps: raw mails as they came in, what waits for a yes, and what is known about deliveries.

Nothing here is a fact of a game: those are events. Owed mails and reply tokens belong to `tables`.
"""

from __future__ import annotations

import uuid
from datetime import date

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from asgard_pbem.tables.keys import crypto
from asgard_pbem.tables.models.fields import SealedField

# Rows that still tell something of their writer.
NOT_FORGOTTEN = Q(kept__isnull=False) | Q(outcome__isnull=False) | Q(envelope_from__isnull=False)


class RawMail(models.Model):
    """The bytes of a mail as they came in, encrypted; gone after `RAW_MAIL_DAYS`.

    Kept once however many recipients a delivery names: with a copy for each, a mail of 2 MiB took 56 MB.
    """

    sha256 = models.CharField(max_length=64, primary_key=True)  # hex, of the plain bytes: `InboundMail.sha256`
    data = models.BinaryField()
    received_at = models.DateTimeField(db_index=True)  # the last time that these bytes came


class InboundMail(models.Model):
    """One delivery to one envelope recipient. Its bytes are the `RawMail` of its hash, as long as they are kept.

    What was read of them is sealed under its writer's key; all of it goes after `RAW_MAIL_DAYS`.
    """

    class State(models.TextChoices):
        NEW = "new"  # stored, not read
        DONE = "done"  # carried out, wholly or in part
        REFUSED = "refused"  # nothing was done, and its writer was told
        IGNORED = "ignored"  # nothing was done, and nobody is told
        HELD = "held"  # waits for a confirmation
        QUARANTINED = "quarantined"  # failed too often; `reparse` tries again

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    received_at = models.DateTimeField()  # at our edge: what deadlines are held against
    source = models.CharField(max_length=40)  # one of `inbound.DOORS`, or the provider's name
    provider_event_id = models.CharField(max_length=200, null=True, blank=True)
    envelope_from = models.CharField(max_length=320, null=True, blank=True)  # None: the transport does not say
    envelope_to = models.CharField(max_length=320, blank=True)  # folded; empty: the transport does not say
    sha256 = models.CharField(max_length=64)  # hex, of the raw bytes
    size_bytes = models.PositiveIntegerField()
    verdicts = models.JSONField(default=dict)  # see `identity.AuthVerdicts`
    state = models.CharField(max_length=12, choices=State.choices, default=State.NEW)
    kind = models.CharField(max_length=20, blank=True)  # of mail, as `ParsedMail` has it, or `unsubscribe`
    reason = models.CharField(max_length=40, blank=True)
    message_id = models.CharField(max_length=1000, blank=True)  # normalised, or `sha256:<hex>`
    kept = SealedField()  # what was left after cutting; goes with the raw bytes
    cuts = models.JSONField(default=list)  # which rule cut, at which line
    attachments = models.JSONField(default=dict)  # content type -> how many
    token = models.ForeignKey("tables.ReplyToken", null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="inbound_mails",
        db_index=False,
    )  # leads `inbound_by_player`
    duplicate = models.BooleanField(default=False)  # same Message-ID, for one token or of one person
    outcome = SealedField(empty=dict)  # the receipt as data; goes with the raw bytes
    attempts = models.PositiveSmallIntegerField(default=0)
    next_attempt_at = models.DateTimeField(null=True, blank=True)
    error = models.CharField(max_length=100, blank=True)  # class of the last failure, never its text
    processed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["source", "provider_event_id", "envelope_to"], name="inbound_once_per_event",
                condition=Q(provider_event_id__isnull=False),
            ),
            models.UniqueConstraint(fields=["sha256", "envelope_to"], name="inbound_once_per_bytes"),
            models.UniqueConstraint(
                fields=["token", "message_id"], name="inbound_once_per_message",
                condition=Q(token__isnull=False, duplicate=False),
            ),
        )  # fmt: skip
        indexes = (
            models.Index(fields=["received_at"], name="inbound_waiting", condition=Q(state="new")),
            models.Index(fields=["received_at"], name="inbound_quarantined", condition=Q(state="quarantined")),
            models.Index(fields=["envelope_to", "received_at"], name="inbound_by_token"),
            models.Index(fields=["envelope_from", "received_at"], name="inbound_by_sender"),
            models.Index(fields=["player", "received_at"], name="inbound_by_player"),
            models.Index(fields=["received_at"], name="inbound_untied", condition=Q(token=None)),
            models.Index(fields=["received_at"], name="inbound_unforgotten", condition=NOT_FORGOTTEN),
        )


class Pending(models.Model):
    """Something that waits for a yes: by link and form, or by a reply to the mail that asked."""

    class Kind(models.TextChoices):
        HELD_MAIL = "held_mail"  # orders whose sender is in doubt
        RESIGN = "resign"
        STRANGER = "stranger"  # the first mail of somebody unknown
        MEANT = "meant"  # what a mail that held no order may have meant
        ADDRESS = "address"  # whether the player may be written to at another one

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    kind = models.CharField(max_length=12, choices=Kind.choices)
    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    mail = models.ForeignKey(InboundMail, null=True, on_delete=models.CASCADE, related_name="+")
    game_id = models.UUIDField(null=True)
    seat = models.PositiveSmallIntegerField(null=True)
    prompt = models.PositiveIntegerField(null=True)  # the prompt that a held mail answers
    reply = models.CharField(max_length=120, default="", db_default="")  # the answer of the list that may be meant
    about = models.CharField(max_length=64, default="", db_default="")  # hex SHA-256 of its question and move
    address = models.BinaryField(null=True)  # encrypted: the other address
    created_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField()
    settled_at = models.DateTimeField(null=True)
    agreed = models.BooleanField(null=True)

    class Meta:
        constraints = (
            # A forger gets a stranger at most one mail from us while it is unanswered.
            models.UniqueConstraint(
                fields=["player"], name="one_question_a_stranger",
                condition=Q(kind="stranger", settled_at__isnull=True),
            ),
        )  # fmt: skip
        indexes = (models.Index(fields=["expires_at"], name="pending_lapsed"),)

    @property
    def asked_address(self) -> str:
        """The other address that is asked about; empty where none is."""
        return crypto.decrypt(self.address).decode() if self.address is not None else ""


class DeliveryEvent(models.Model):
    """A bounce, complaint or other word about a mail of ours, counted once."""

    key = models.CharField(
        max_length=64, unique=True
    )  # hex SHA-256 of the event's id, else of (provider id, type, minute)
    kind = models.CharField(max_length=20)
    status = models.CharField(max_length=20, blank=True)  # RFC 3463, e.g. 5.1.1
    player = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    received_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        indexes = (models.Index(fields=["received_at"], name="delivery_old"),)


class Remembered(models.Model):
    """A mail to a constant address that was read, and whose row is gone: it must not be carried out again.

    Mail to a reply address needs none: the address is unknown by then. Kept for good; tells nothing of anybody.
    """

    digest = models.BinaryField(max_length=16, primary_key=True)  # see asgard_pbem.mail.forgetting.keeping


class Counter(models.Model):
    """How often something was ignored, by day: enough to see an attack, nothing about anybody."""

    pk = models.CompositePrimaryKey("day", "what")
    day = models.DateField()
    what = models.CharField(max_length=40)
    count = models.PositiveBigIntegerField(default=0)


def count(what: str, day: date) -> None:
    """Add one; safe under concurrency."""
    made = Counter.objects.filter(day=day, what=what).update(count=F("count") + 1)
    if not made:
        Counter.objects.bulk_create([Counter(day=day, what=what)], ignore_conflicts=True)
        Counter.objects.filter(day=day, what=what).update(count=F("count") + 1)
