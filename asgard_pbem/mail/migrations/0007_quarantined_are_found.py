"""Of millions of mails the few that could not be read are counted every few seconds. Built beside running work."""

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("mail", "0006_meant_by_a_mail")]
    operations = [
        AddIndexConcurrently(
            "inboundmail",
            models.Index(fields=["received_at"], name="inbound_quarantined", condition=models.Q(state="quarantined")),
        ),
    ]
