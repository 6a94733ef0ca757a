from django.db import migrations, models

import asgard_pbem.tables.models.fields


class Migration(migrations.Migration):
    dependencies = [("tables", "0005_lean_indexes")]

    operations = [
        migrations.AddField(
            "outbox", "receipt", asgard_pbem.tables.models.fields.SealedField(author="player", empty=dict)
        ),
        migrations.AddIndex(
            "outbox",
            models.Index(
                condition=models.Q(("receipt__isnull", False)), fields=["created_at"], name="outbox_unforgotten"
            ),
        ),
    ]
