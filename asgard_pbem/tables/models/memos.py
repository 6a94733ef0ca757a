"""What a person writes down for themselves about a table. Nobody else ever reads it."""

import uuid
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils import timezone

from .fields import SealedField
from .games import Game

MEMO_LIMIT = 2000  # characters


class Memo(models.Model):
    """A private note to a table, or to one of its public moments. Not in the log: it is no fact about the game."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="memos", db_index=False)  # see Meta
    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="memos")
    number = models.PositiveIntegerField()  # 1, 2, 3 ... of this person at this table; how they name it
    moment = models.PositiveIntegerField(null=True)  # None: to the table as a whole
    text = SealedField()
    written_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["game", "player", "number"], name="one_number_a_memo"),
        ]
