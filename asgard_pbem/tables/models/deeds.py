"""What operators did by hand."""

from __future__ import annotations

from django.db import models
from django.utils import timezone


class Deed(models.Model):
    """One thing that somebody with a shell did to the running service: who, what, to what, why."""

    at = models.DateTimeField(default=timezone.now)
    by = models.CharField(max_length=80)  # the login name on the machine: an operator, no player
    what = models.CharField(max_length=40)  # the command
    subject = models.CharField(max_length=80)  # an id
    why = models.CharField(max_length=200, blank=True)

    class Meta:
        indexes = [models.Index(fields=["-at"], name="deed_at")]
