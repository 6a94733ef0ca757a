"""Since when a table rests, beside its log, for whoever asks many tables at once."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tables", "0034_a_mail_that_is_owed_is_called_outbound")]

    operations = [
        migrations.AddField("game", "paused_at", models.DateTimeField(blank=True, null=True)),
        migrations.AddField("game", "paused_by_service", models.BooleanField(db_default=False, default=False)),
        migrations.AddField("game", "paused_why", models.CharField(blank=True, db_default="", max_length=200)),
    ]
