"""Which copies of the whole database were made, as their scripts have told it."""

from __future__ import annotations

from django.db import models


class Copy(models.Model):
    """The last good copy of a kind. `copy_made` alone writes it, called by the scripts of deploy/copies."""

    class Kind(models.TextChoices):
        BASE = "base"  # of the whole server: base.sh
        DUMP = "dump"  # of the database: backup.sh

    name = models.CharField(max_length=4, primary_key=True, choices=Kind.choices)
    at = models.DateTimeField()  # when it was whole, by the database's clock
    server = models.CharField(max_length=80)  # of which, as `copy_server` says it: a restored one is another

    class Meta:
        constraints = (models.CheckConstraint(condition=models.Q(name__in=["base", "dump"]), name="copy_of_a_kind"),)
