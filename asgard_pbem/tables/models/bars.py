"""Who is kept out of the service."""

from __future__ import annotations

from django.db import models
from django.utils import timezone

WHY_LIMIT = 200  # characters


class Bar(models.Model):
    """One mailbox, however it is spelt, with which nobody plays here. It stays when its person is forgotten, and tells
    nobody's address.

    `Player.is_active` says the same of a person's row, so that no move has to ask here.
    """

    mark = models.CharField(max_length=64, primary_key=True)  # hex, see guards.mailboxes
    since = models.DateTimeField(default=timezone.now)
    why = models.CharField(max_length=WHY_LIMIT)  # an operator's words
    told_at = models.DateTimeField(null=True)  # when they were written the one mail that says so
