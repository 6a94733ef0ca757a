"""Nobody reads how often a token was used.

The column stays for the release before, which names it in each row that it writes; this one names it no more, so the
database fills it in. It goes one release later.
"""

from django.db import migrations

FILLED = "ALTER TABLE tables_replytoken ALTER COLUMN uses SET DEFAULT 0"
UNFILLED = "ALTER TABLE tables_replytoken ALTER COLUMN uses DROP DEFAULT"


class Migration(migrations.Migration):
    dependencies = [("tables", "0048_copies")]

    operations = [
        migrations.SeparateDatabaseAndState(
            [migrations.RunSQL(FILLED, UNFILLED)], [migrations.RemoveField("replytoken", "uses")]
        ),
    ]
