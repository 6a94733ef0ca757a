"""What players write to each other, readable only as long as its author's key is kept."""

import uuid

from django.conf import settings
from django.db import models
from django.utils import timezone

from .games import Game


class AuthorKey(models.Model):
    """The key under which a person's words are sealed (itself encrypted); empty once that person is forgotten."""

    player = models.OneToOneField(
        settings.AUTH_USER_MODEL, primary_key=True, on_delete=models.CASCADE, related_name="author_key"
    )
    key = models.BinaryField()


class Press(models.Model):
    """One message between seats; the event `press_sent` holds its id."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="press", db_index=False)  # see Meta
    author = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="press")
    seat = models.PositiveSmallIntegerField()
    to = models.JSONField(null=True)  # seats; None: to all
    text = models.BinaryField()  # encrypted
    moment = models.PositiveIntegerField()  # the last public moment when it was sent
    sent_at = models.DateTimeField(default=timezone.now)

    class Meta:
        indexes = [models.Index(fields=["game", "sent_at"], name="press_game")]
