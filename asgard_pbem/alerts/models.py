"""What is kept to call people: a secret address of their calendar, and the browsers that want to be told."""

from __future__ import annotations

import uuid
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils import timezone

from asgard_pbem.tables.models.fields import SealedField


class CalendarAddress(models.Model):
    """Whoever knows the token reads one person's deadlines: calendars sign in nowhere."""

    player = models.OneToOneField(
        settings.AUTH_USER_MODEL, primary_key=True, on_delete=models.CASCADE, related_name="calendar"
    )
    sha256 = models.BinaryField(max_length=32, unique=True)  # of the token, by which it is found
    token = SealedField()  # so that its owner can copy it again
    made_at = models.DateTimeField(default=timezone.now)


class Subscription(models.Model):
    """One browser of a person's that wants to be told when it is their turn (RFC 8030)."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="subscriptions")
    sha256 = models.BinaryField(max_length=32, unique=True)  # of the endpoint: the same browser twice is one
    given = SealedField(empty=dict)  # what the browser gave: endpoint, p256dh, auth
    service = models.CharField(max_length=120)  # host of the endpoint, to tell one from another
    made_at = models.DateTimeField(default=timezone.now)
    failures = models.PositiveSmallIntegerField(default=0)  # calls given up since the last one that went out


class Call(models.Model):
    """One notice that is owed to one browser: of one question, once. Gone after some days."""

    class State(models.TextChoices):
        QUEUED = "queued"
        SENT = "sent"
        DROPPED = "dropped"  # answered meanwhile
        FAILED = "failed"  # given up after too many attempts

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    subscription = models.ForeignKey(
        Subscription, on_delete=models.CASCADE, related_name="calls", db_index=False
    )  # see Meta
    game = models.ForeignKey("tables.Game", on_delete=models.CASCADE, related_name="+")
    seat = models.PositiveSmallIntegerField()
    prompt = models.PositiveIntegerField()  # of the question, see `tables.OpenDecision`; never shown
    state = models.CharField(max_length=8, choices=State, default=State.QUEUED)
    attempts = models.PositiveSmallIntegerField(default=0)
    due_at = models.DateTimeField(default=timezone.now)
    made_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["subscription", "game", "seat", "prompt"], name="one_call_a_question")
        ]
        indexes: ClassVar = [
            models.Index(fields=["due_at"], name="call_due", condition=models.Q(state="queued")),
            models.Index(fields=["made_at"], name="call_made"),
        ]
