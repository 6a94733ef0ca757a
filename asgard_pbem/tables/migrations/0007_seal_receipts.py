"""Receipts lay in clear in the payload. Those still to be kept are sealed; all others are dropped."""

from datetime import timedelta

from django.conf import settings
from django.db import migrations, transaction
from django.utils import timezone

AT_ONCE = 200


def seal(apps, schema_editor):
    outbox = apps.get_model("tables", "Outbox")
    kept_since = timezone.now() - timedelta(days=settings.RAW_MAIL_DAYS)
    while True:
        with transaction.atomic():
            rows = list(outbox.objects.select_for_update().filter(payload__has_key="receipt")[:AT_ONCE])
            if not rows:
                return
            for row in rows:
                receipt = row.payload.pop("receipt")
                if row.created_at >= kept_since or row.state == "queued":
                    row.receipt = receipt
                if isinstance(receipt, dict) and receipt.get("confirm"):
                    row.payload["confirm"] = receipt["confirm"]
                row.save(update_fields=["payload", "receipt"])


class Migration(migrations.Migration):
    atomic = False  # many small steps, each done for good: the service may run meanwhile

    dependencies = [("tables", "0006_receipts_beside")]

    operations = [migrations.RunPython(seal, migrations.RunPython.noop)]
