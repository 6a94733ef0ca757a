"""The application's role: all rights on data, none to change what the log holds, none on the schema."""

from django.conf import settings
from django.db import migrations

MAKE = """
DO $$
BEGIN
    CREATE ROLE {role} NOLOGIN;
EXCEPTION
    WHEN duplicate_object OR unique_violation THEN NULL;  -- also when two databases of one server migrate at once
END $$;
DO $$
BEGIN
    GRANT {role} TO CURRENT_USER;
EXCEPTION
    WHEN invalid_grant_operation OR unique_violation THEN NULL;
END $$;
"""

GRANT = """
GRANT USAGE ON SCHEMA public TO {role};
GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO {role};
GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA public TO {role};
ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO {role};
ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT USAGE, SELECT ON SEQUENCES TO {role};
"""

LOCK = """
DO $$
DECLARE part regclass;
BEGIN
    FOR part IN SELECT relid FROM pg_partition_tree('event') LOOP
        EXECUTE format('REVOKE UPDATE, DELETE, TRUNCATE ON %s FROM {role}, PUBLIC', part);
    END LOOP;
END $$;
"""


def grant(apps, schema_editor):
    if schema_editor.connection.vendor != "postgresql":
        return
    role = schema_editor.quote_name(settings.DATABASE_ROLE)
    with schema_editor.connection.cursor() as cursor:
        for script in (MAKE, GRANT, LOCK):
            cursor.execute(script.replace("{role}", role))


class Migration(migrations.Migration):
    dependencies = [
        ("tables", "0002_log"),
        ("sessions", "0001_initial"),
        ("contenttypes", "0002_remove_content_type_name"),
    ]

    operations = [migrations.RunPython(grant, migrations.RunPython.noop)]
