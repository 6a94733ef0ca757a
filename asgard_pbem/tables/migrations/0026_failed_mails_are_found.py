"""Of millions of mails the few that were given up are counted every few seconds. Built beside running work."""

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("tables", "0025_pulses")]
    operations = [
        AddIndexConcurrently(
            "outbox", models.Index(fields=["created_at"], name="outbox_failed", condition=models.Q(state="failed"))
        ),
    ]
