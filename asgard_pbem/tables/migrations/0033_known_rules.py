import django.db.models.functions.datetime
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tables", "0032_why_a_mail_failed")]

    operations = [
        migrations.CreateModel(
            name="KnownRules",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "key", "version", blank=True, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("key", models.CharField(max_length=40)),
                ("version", models.PositiveIntegerField()),
                ("seen_at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
            ],
        ),
    ]
