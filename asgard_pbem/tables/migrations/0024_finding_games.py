"""The archive, page by page, and persons by how their name begins. Indexes are made beside running writers."""

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models

ENDED = models.Q(("practice", False), ("started_at__isnull", False), ("visibility", "public"),
                 ("status__in", ("over", "closed")))  # fmt: skip
RUNNING = models.Q(("practice", False), ("started_at__isnull", False), ("visibility", "public"),
                   ("status__in", ("running", "unknown_rules")))  # fmt: skip


def by_name(apps, schema_editor):
    """As `name__istartswith` asks. Its class of operators stands in no model: that would need another Django app."""
    schema_editor.execute(
        "CREATE INDEX CONCURRENTLY IF NOT EXISTS player_name ON tables_player (upper(name::text) text_pattern_ops)"
        " WHERE has_page"
    )


def by_name_no_more(apps, schema_editor):
    schema_editor.execute("DROP INDEX CONCURRENTLY IF EXISTS player_name")


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("tables", "0023_private_notes")]

    operations = [
        migrations.AddField("player", "has_page", models.BooleanField(db_default=True, default=True)),
        AddIndexConcurrently("game", models.Index(condition=ENDED, fields=["-ended_at", "-id"], name="game_ended")),
        AddIndexConcurrently(
            "game", models.Index(condition=ENDED, fields=["key", "-ended_at", "-id"], name="game_ended_of")
        ),
        AddIndexConcurrently(
            "game", models.Index(condition=RUNNING, fields=["-started_at", "-id"], name="game_running")
        ),
        migrations.RunPython(by_name, by_name_no_more),
    ]
