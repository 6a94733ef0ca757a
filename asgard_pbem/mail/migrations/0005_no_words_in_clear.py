from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("mail", "0004_seal_words")]

    operations = [
        migrations.RemoveField("inboundmail", "kept_in_clear"),
        migrations.RemoveField("inboundmail", "outcome_in_clear"),
        migrations.AddIndex(
            "inboundmail",
            models.Index(
                condition=models.Q(
                    ("kept__isnull", False),
                    ("outcome__isnull", False),
                    ("envelope_from__isnull", False),
                    _connector="OR",
                ),
                fields=["received_at"],
                name="inbound_unforgotten",
            ),
        ),
    ]
