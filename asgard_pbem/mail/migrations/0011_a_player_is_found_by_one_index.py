"""An index that another begins with is written with each mail and searched by nobody. Dropped beside running writers."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("mail", "0010_no_state_between")]

    operations = [
        migrations.SeparateDatabaseAndState(
            [
                migrations.RunSQL(
                    "DROP INDEX CONCURRENTLY IF EXISTS mail_inboundmail_player_id_5e7cda98",
                    "CREATE INDEX CONCURRENTLY IF NOT EXISTS mail_inboundmail_player_id_5e7cda98 ON mail_inboundmail (player_id)",
                )
            ],
            [
                migrations.AlterField(
                    "inboundmail",
                    "player",
                    models.ForeignKey(
                        blank=True,
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="inbound_mails",
                        to=settings.AUTH_USER_MODEL,
                    ),
                )
            ],
        )
    ]
