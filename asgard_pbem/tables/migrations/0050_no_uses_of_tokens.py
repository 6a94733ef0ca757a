"""The column that 0049 kept for the release before it: nobody names it any more."""

from django.db import migrations

GONE = "ALTER TABLE tables_replytoken DROP COLUMN uses"
BACK = "ALTER TABLE tables_replytoken ADD COLUMN uses integer DEFAULT 0 NOT NULL"


class Migration(migrations.Migration):
    dependencies = [("tables", "0049_uses_are_counted_no_more")]

    operations = [migrations.RunSQL(GONE, BACK)]
