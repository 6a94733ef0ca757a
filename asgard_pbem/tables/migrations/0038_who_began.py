"""Who held a seat when the game began."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tables", "0037_packed_logs")]

    operations = [
        migrations.AddField("seat", "began", models.UUIDField(blank=True, null=True)),
    ]
