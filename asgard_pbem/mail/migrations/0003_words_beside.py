from django.db import migrations

import asgard_pbem.tables.models.fields


class Migration(migrations.Migration):
    dependencies = [("mail", "0002_raw_bytes_once_per_delivery"), ("tables", "0006_receipts_beside")]

    operations = [
        migrations.RenameField("inboundmail", "kept", "kept_in_clear"),
        migrations.RenameField("inboundmail", "outcome", "outcome_in_clear"),
        migrations.AddField(
            "inboundmail", "kept", asgard_pbem.tables.models.fields.SealedField(author="player", empty=str)
        ),
        migrations.AddField(
            "inboundmail", "outcome", asgard_pbem.tables.models.fields.SealedField(author="player", empty=dict)
        ),
    ]
