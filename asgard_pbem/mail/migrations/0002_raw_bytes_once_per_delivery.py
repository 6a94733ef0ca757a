"""The bytes of a mail lie in a table of their own, once a delivery; what was stored moves there."""

from django.db import migrations, models

MOVE = """
INSERT INTO mail_rawmail (sha256, data, received_at)
SELECT DISTINCT ON (sha256) sha256, raw, received_at FROM mail_inboundmail WHERE raw IS NOT NULL
ORDER BY sha256, received_at DESC
"""
MOVE_BACK = """
UPDATE mail_inboundmail SET raw = kept.data FROM mail_rawmail AS kept WHERE kept.sha256 = mail_inboundmail.sha256
"""


class Migration(migrations.Migration):
    dependencies = [("mail", "0001_initial")]

    operations = [
        migrations.CreateModel(
            name="RawMail",
            fields=[
                ("sha256", models.CharField(max_length=64, primary_key=True, serialize=False)),
                ("data", models.BinaryField()),
                ("received_at", models.DateTimeField(db_index=True)),
            ],
        ),
        migrations.RunSQL(MOVE, MOVE_BACK),
        migrations.RemoveField(model_name="inboundmail", name="raw"),
    ]
