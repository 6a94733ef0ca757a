"""A game is locked without its key: rows that point to it, such as tokens of mails that go out, need not wait."""

from django.db import migrations

SWAP = """
DO $$ BEGIN
    EXECUTE replace(pg_get_functiondef('table_look(uuid, uuid, boolean)'::regprocedure), {old}, {new});
END $$;
"""


class Migration(migrations.Migration):
    dependencies = [("tables", "0011_absences_of_a_year")]

    operations = [
        migrations.RunSQL(
            SWAP.format(old="'FOR UPDATE'", new="'FOR NO KEY UPDATE'"),
            SWAP.format(old="'FOR NO KEY UPDATE'", new="'FOR UPDATE'"),
        )
    ]
