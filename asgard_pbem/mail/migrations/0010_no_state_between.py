"""No mail was ever in the state between being read and being carried out: both are one transaction. No SQL."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("mail", "0009_found_when_old")]

    operations = [
        migrations.AlterField(
            "inboundmail",
            "state",
            models.CharField(
                choices=[
                    ("new", "New"),
                    ("done", "Done"),
                    ("refused", "Refused"),
                    ("ignored", "Ignored"),
                    ("held", "Held"),
                    ("quarantined", "Quarantined"),
                ],
                default="new",
                max_length=12,
            ),
        ),
    ]
