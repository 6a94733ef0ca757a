"""When what runs by the clock last ran."""

from __future__ import annotations

from django.db import models
from django.db.models.functions import Now


class Pulse(models.Model):
    """One thing that runs again and again. All times are the database's: the one clock that all processes share."""

    PLACE_CHARS = 200

    name = models.CharField(max_length=20, primary_key=True)
    at = models.DateTimeField()  # its last beginning
    unended = models.PositiveSmallIntegerField(default=0, db_default=0)  # beginnings since one came to its end
    # Since when none came to a good end; null: the last one did. And where it failed; empty: not known.
    undone_since = models.DateTimeField(null=True)
    place = models.CharField(max_length=PLACE_CHARS, blank=True, default="", db_default="")
    hold_until = models.DateTimeField(null=True)  # nothing that cannot be taken back is done before


class KnownRules(models.Model):
    """Rules that some process of the service plays: while a release is brought out not every process plays the same."""

    pk = models.CompositePrimaryKey("key", "version")
    key = models.CharField(max_length=40)
    version = models.PositiveIntegerField()
    seen_at = models.DateTimeField(db_default=Now())  # when such a process last said so, by the database's clock
