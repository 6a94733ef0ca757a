"""What is old is found by these, without looking at all that is not. Made beside running writers."""

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models

UNSETTLED = models.Q(("ended_at__isnull", False), ("settled_at", None))


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("tables", "0027_settling")]

    operations = [
        AddIndexConcurrently("game", models.Index(condition=UNSETTLED, fields=["ended_at"], name="game_unsettled")),
        AddIndexConcurrently(
            "outbox", models.Index(condition=models.Q(("game", None)), fields=["created_at"], name="outbox_personal")
        ),
        AddIndexConcurrently(
            "replytoken", models.Index(condition=models.Q(("game", None)), fields=["issued_at"], name="token_personal")
        ),
    ]
