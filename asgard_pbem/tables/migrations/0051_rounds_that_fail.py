from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tables", "0050_no_uses_of_tokens")]
    operations = [
        migrations.AddField("pulse", "undone_since", models.DateTimeField(null=True)),
        migrations.AddField("pulse", "place", models.CharField(blank=True, db_default="", default="", max_length=200)),
    ]
