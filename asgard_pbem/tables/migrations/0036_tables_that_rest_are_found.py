"""Tables that rest are few, and are counted without looking at all others. Made beside running writers."""

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("tables", "0035_tables_that_rest")]

    operations = [
        AddIndexConcurrently(
            "game",
            models.Index(condition=models.Q(("paused_at__isnull", False)), fields=["paused_at"], name="game_paused"),
        ),
    ]
