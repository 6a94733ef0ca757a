"""An index that a constraint begins with is written with each call and searched by nobody."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("alerts", "0001_calling")]

    operations = [
        migrations.SeparateDatabaseAndState(
            [
                migrations.RunSQL(
                    "DROP INDEX CONCURRENTLY IF EXISTS alerts_call_subscription_id_bd9a969e",
                    "CREATE INDEX CONCURRENTLY IF NOT EXISTS alerts_call_subscription_id_bd9a969e ON alerts_call (subscription_id)",
                )
            ],
            [
                migrations.AlterField(
                    "call",
                    "subscription",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="calls",
                        to="alerts.subscription",
                    ),
                )
            ],
        )
    ]
