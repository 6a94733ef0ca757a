"""Mail that is owed, and the addresses by which answers come back."""

import uuid

from django.conf import settings
from django.db import models
from django.utils import timezone

from asgard_pbem.tables.models.fields import SealedField

from .games import Game


class Outbox(models.Model):
    """One mail that is owed, written in the transaction that owes it. Content is rendered when it is sent."""

    class Purpose(models.TextChoices):
        PROMPT = "prompt"  # your turn
        REMINDER = "reminder"
        RECEIPT = "receipt"  # the one answer to a mail
        NOTICE = "notice"  # something happened that needs no answer; payload["what"] says what
        PRESS = "press"
        INVITATION = "invitation"
        SIGN_IN = "sign_in"
        CONFIRM = "confirm"
        RESULT = "result"
        DIGEST = "digest"  # what happened where it is others' turn; payload: the events from which and up to which

    class State(models.TextChoices):
        QUEUED = "queued"
        SENT = "sent"
        JOINED = "joined"  # what it says stood in the prompt that followed it
        DROPPED = "dropped"  # overtaken by a newer one, or the player's mail is off
        FAILED = "failed"  # given up after too many attempts

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="outbox", db_index=False
    )  # see Meta.indexes
    game = models.ForeignKey(
        Game, null=True, blank=True, on_delete=models.CASCADE, related_name="outbox", db_index=False
    )
    seat = models.PositiveSmallIntegerField(null=True, blank=True)
    purpose = models.CharField(max_length=12, choices=Purpose)
    prompt = models.PositiveIntegerField(null=True, blank=True)  # internal number of the prompt; never shown
    moment = models.PositiveIntegerField(null=True, blank=True)  # the last public moment when it was owed
    key = models.CharField(max_length=120)  # unique: what it is owed for: asked twice, written once
    payload = models.JSONField(default=dict)  # keys and codes only, no personal text
    newcomer = models.BinaryField(null=True)  # encrypted: where it goes instead, of no player or a new one of theirs
    receipt = SealedField(empty=dict)  # of a mail that answers the player's own: it quotes them; emptied with the mail
    state = models.CharField(max_length=8, choices=State, default=State.QUEUED)
    attempts = models.PositiveSmallIntegerField(default=0)
    error = models.CharField(max_length=100, blank=True, default="", db_default="")  # of the last try: class and code
    due_at = models.DateTimeField(default=timezone.now)  # not before
    message_id = models.CharField(max_length=200, blank=True)  # ours, of the sent mail
    provider_id = models.CharField(max_length=200, blank=True)
    line_hashes = models.JSONField(default=list)  # of the sent text's lines, so that a quotation is known
    created_at = models.DateTimeField(default=timezone.now)
    sent_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name, verbose_name_plural = "outbound mail", "outbound mails"
        constraints = [models.UniqueConstraint(fields=["key"], name="outbox_key")]
        indexes = [
            models.Index(fields=["provider_id"], name="outbox_provider", condition=~models.Q(provider_id="")),
            models.Index(fields=["due_at"], name="outbox_due", condition=models.Q(state="queued")),
            models.Index(fields=["created_at"], name="outbox_failed", condition=models.Q(state="failed")),
            models.Index(fields=["game", "seat", "purpose", "-prompt"], name="outbox_prompts"),
            models.Index(fields=["player", "-created_at"], name="outbox_player"),
            models.Index(fields=["created_at"], name="outbox_personal", condition=models.Q(game=None)),
            models.Index(fields=["created_at"], name="outbox_unforgotten", condition=models.Q(receipt__isnull=False)),
        ]


class ReplyToken(models.Model):
    """An address by which one seat answers one prompt. Only the hash of the token is kept."""

    class Purpose(models.TextChoices):
        PLAY = "play"
        INVITATION = "invitation"
        PLAYER = "player"  # a person's own address for commands outside any game
        CONFIRM = "confirm"
        ADDRESS = "address"  # went to no address but the one that is asked about

    sha256 = models.BinaryField(max_length=32, primary_key=True)
    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="reply_tokens")
    game = models.ForeignKey(
        Game, null=True, blank=True, on_delete=models.CASCADE, related_name="reply_tokens", db_index=False
    )  # leads `token_seat`
    seat = models.PositiveSmallIntegerField(null=True, blank=True)
    prompt = models.PositiveIntegerField(null=True, blank=True)  # see Outbox.prompt
    purpose = models.CharField(max_length=12, choices=Purpose, default=Purpose.PLAY)
    subject = models.UUIDField(null=True, blank=True)  # an invitation, a mail to be confirmed, one that shows a list
    issued_at = models.DateTimeField(default=timezone.now)
    expires_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        indexes = [
            models.Index(fields=["game", "seat", "-issued_at"], name="token_seat"),
            models.Index(fields=["issued_at"], name="token_personal", condition=models.Q(game=None)),
        ]
