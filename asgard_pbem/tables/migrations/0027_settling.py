from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tables", "0026_failed_mails_are_found")]

    operations = [migrations.AddField("game", "settled_at", models.DateTimeField(blank=True, null=True))]
