"""Who is being erased: gone already, while their tables and what they were sent are still being gone through."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models.functions import Now


class Erasure(models.Model):
    """One person of whom something is left. The row goes with the last of it."""

    player = models.OneToOneField(
        settings.AUTH_USER_MODEL, primary_key=True, on_delete=models.CASCADE, related_name="erasure"
    )
    since = models.DateTimeField(db_default=Now())
    due_at = models.DateTimeField()  # until then somebody is at it
