import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tables", "0031_receipts_with_the_next_question")]
    operations = [
        migrations.AddField("outbox", "error", models.CharField(blank=True, db_default="", default="", max_length=100)),
        migrations.CreateModel(
            name="Deed",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                ("by", models.CharField(max_length=80)),
                ("what", models.CharField(max_length=40)),
                ("subject", models.CharField(max_length=80)),
                ("why", models.CharField(blank=True, max_length=200)),
            ],
            options={"indexes": [models.Index(fields=["-at"], name="deed_at")]},
        ),
    ]
