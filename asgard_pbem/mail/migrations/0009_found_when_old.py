"""What is old is found by these, without looking at all that is not. Made beside running writers."""

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("mail", "0008_remembered")]

    operations = [
        AddIndexConcurrently("deliveryevent", models.Index(fields=["received_at"], name="delivery_old")),
        AddIndexConcurrently(
            "inboundmail",
            models.Index(condition=models.Q(("token", None)), fields=["received_at"], name="inbound_untied"),
        ),
        AddIndexConcurrently("pending", models.Index(fields=["expires_at"], name="pending_lapsed")),
    ]
