"""Whoever comes from now on has plain answers confirmed by the next question; who is there keeps what they have."""

from django.db import migrations, models

import asgard_pbem.tables.models.players


class Migration(migrations.Migration):
    dependencies = [("tables", "0030_what_has_not_ended")]

    operations = [
        migrations.AlterField(
            "player",
            "receipts",
            models.BooleanField(db_default=False, default=asgard_pbem.tables.models.players.confirms_each),
        ),
    ]
