"""A copy that was made is told by its script, with the one word that whoever copies may write.

Who reads everything may say that it has copied everything: PostgreSQL's own role `pg_read_all_data`, of which `init.sh` makes
`asgard_backup` a member, whether before or after this migration. The service itself may not: it would claim copies that are
not there. Nor does a restored database, though the rows are in its copy: they name the server, its timeline (another one
since somebody went back to a moment) and the database that they are of.
"""

from django.conf import settings
from django.db import migrations, models

SERVER = """
CREATE FUNCTION copy_server() RETURNS text LANGUAGE sql VOLATILE SET search_path = pg_catalog AS $$
SELECT concat_ws('/', (SELECT system_identifier FROM pg_control_system()),
    left(pg_walfile_name(pg_current_wal_insert_lsn()), 8),
    (SELECT oid FROM pg_database WHERE datname = current_database()))
$$;
"""
MADE = """
CREATE FUNCTION copy_made(what text) RETURNS void LANGUAGE sql SECURITY DEFINER
    SET search_path = pg_catalog, public, pg_temp AS $$
INSERT INTO tables_copy (name, at, server) VALUES (what, clock_timestamp(), copy_server())
ON CONFLICT (name) DO UPDATE SET at = EXCLUDED.at, server = EXCLUDED.server
$$;
"""
# Since the last of each kind, or since there could have been one. What server this is is asked only where there is a row:
# not every server would answer.
SINCE = """
CREATE FUNCTION copies_since() RETURNS TABLE (name text, since timestamptz) LANGUAGE sql VOLATILE
    SET search_path = pg_catalog, public, pg_temp AS $$
SELECT w.name, coalesce(c.at, (SELECT max(applied) FROM django_migrations WHERE app = 'tables' AND name = '0048_copies'),
    statement_timestamp())
FROM (VALUES ('base'), ('dump')) w (name)
LEFT JOIN tables_copy c ON c.name = w.name AND c.server = (SELECT copy_server())
$$;
"""
RIGHTS = """
REVOKE INSERT, UPDATE, DELETE, TRUNCATE ON tables_copy FROM {role}, PUBLIC;
REVOKE ALL ON FUNCTION copy_made(text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION copy_made(text) TO pg_read_all_data;
"""


def rights(apps, schema_editor):
    with schema_editor.connection.cursor() as cursor:
        cursor.execute(RIGHTS.replace("{role}", schema_editor.quote_name(settings.DATABASE_ROLE)))


class Migration(migrations.Migration):
    dependencies = [("tables", "0047_who_is_kept_out")]

    operations = [
        migrations.CreateModel(
            name="Copy",
            fields=[
                (
                    "name",
                    models.CharField(
                        choices=[("base", "Base"), ("dump", "Dump")], max_length=4, primary_key=True, serialize=False
                    ),
                ),
                ("at", models.DateTimeField()),
                ("server", models.CharField(max_length=80)),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(condition=models.Q(("name__in", ["base", "dump"])), name="copy_of_a_kind")
                ],
            },
        ),
        migrations.RunSQL(SERVER, "DROP FUNCTION copy_server();"),
        migrations.RunSQL(MADE, "DROP FUNCTION copy_made(text);"),
        migrations.RunSQL(SINCE, "DROP FUNCTION copies_since();"),
        migrations.RunPython(rights, migrations.RunPython.noop),
    ]
