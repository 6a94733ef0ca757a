"""Counts of what leaves no row that could be counted: by a keyed digest, which tells nobody's address."""

from django.db import models


class Tally(models.Model):
    """How often something was done since its window began."""

    key = models.CharField(max_length=64, primary_key=True)  # hex, see guards.tallies
    until = models.DateTimeField(db_index=True)  # when the window ends and counting begins anew
    count = models.PositiveIntegerField()
