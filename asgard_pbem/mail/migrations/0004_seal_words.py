"""What was read of mails lay in clear. What is still to be kept is sealed under its writer's key; the rest goes."""

from datetime import timedelta

from django.conf import settings
from django.db import migrations, transaction
from django.utils import timezone

AT_ONCE = 200


def seal(apps, schema_editor):
    mails = apps.get_model("mail", "InboundMail")
    kept_since = timezone.now() - timedelta(days=settings.RAW_MAIL_DAYS)
    in_clear = mails.objects.exclude(kept_in_clear="", outcome_in_clear={})
    while True:
        with transaction.atomic():
            rows = list(in_clear.select_for_update(of=("self",)).order_by("pk")[:AT_ONCE])
            if not rows:
                return
            for row in rows:
                if row.received_at >= kept_since or row.state in {"new", "held", "quarantined"}:
                    row.kept, row.outcome = row.kept_in_clear, row.outcome_in_clear
                row.kept_in_clear, row.outcome_in_clear = "", {}
                row.save(update_fields=["kept", "outcome", "kept_in_clear", "outcome_in_clear"])


class Migration(migrations.Migration):
    atomic = False  # many small steps, each done for good: the service may run meanwhile

    dependencies = [("mail", "0003_words_beside")]

    operations = [migrations.RunPython(seal, migrations.RunPython.noop)]
