from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    dependencies = []

    operations = [
        migrations.CreateModel(
            name="EmbeddedMail",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("owner", models.EmailField(max_length=254)),
                ("written", models.BooleanField(default=False)),
                ("sender", models.TextField()),
                ("recipient", models.TextField()),
                ("subject", models.TextField(blank=True)),
                ("raw", models.BinaryField()),
                ("stored_at", models.DateTimeField(auto_now_add=True)),
                ("read_at", models.DateTimeField(null=True)),
            ],
            options={"indexes": [models.Index(fields=["owner", "-id"], name="mailbox_newest")]},
        ),
    ]
