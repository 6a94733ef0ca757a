"""The tables that began with a person are found without reading a log. Made beside running writers."""

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("tables", "0038_who_began")]

    operations = [
        AddIndexConcurrently(
            "seat", models.Index(condition=models.Q(("began__isnull", False)), fields=["began"], name="seat_began")
        ),
    ]
