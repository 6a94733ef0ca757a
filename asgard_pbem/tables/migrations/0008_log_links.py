"""What the database itself refuses: an event that follows none, an emptied log, another seed.

The link is a row trigger and no foreign key: a key to (game_id, seq, hash) would need an index of its own, written with
every event. It runs after the statement, so an append of several events finds its own rows, and on the partitions too.
"""

from django.conf import settings
from django.db import migrations

PARTITIONS = 16
GENESIS = "0" * 64

BEFORE = "PERFORM 1 FROM {} e WHERE e.game_id = NEW.game_id AND e.seq = NEW.seq - 1 AND e.hash = NEW.prev_hash;"
# An event lies in one partition with all others of its game, so only that one is asked: asking the whole table by name
# would have all sixteen planned each time, a tenth of the write path; so it is lost in the noise.
BRANCHES = "\n".join(
    f"{'IF' if n == 0 else 'ELSIF'} TG_TABLE_NAME = 'event_{n:02}' THEN {BEFORE.format(f'event_{n:02}')}"
    for n in range(PARTITIONS)
)
LINK = f"""
CREATE FUNCTION event_refuse_gap() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.seq = 1 AND NEW.prev_hash = '{GENESIS}' THEN
        RETURN NULL;
    END IF;
    {BRANCHES}
    ELSE {BEFORE.format("event")}
    END IF;
    IF NOT FOUND THEN
        RAISE EXCEPTION 'event % of game % does not follow the event before it', NEW.seq, NEW.game_id
            USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NULL;
END $$;
CREATE TRIGGER event_linked AFTER INSERT ON event FOR EACH ROW EXECUTE FUNCTION event_refuse_gap();
"""
UNLINK = "DROP TRIGGER event_linked ON event; DROP FUNCTION event_refuse_gap();"

# Even the owner, unless it says so first, as the tests do between one another. A table's owner can always take its own
# triggers away: this stops mistakes, and the seals in the players' mailboxes stop the rest.
KEEP = """
CREATE FUNCTION event_refuse_truncate() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF current_setting('asgard_pbem.emptying', true) IS DISTINCT FROM 'on' THEN
        RAISE EXCEPTION 'the log is written once: TRUNCATE is refused' USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NULL;
END $$;
"""
TABLES = ("event", *(f"event_{n:02}" for n in range(PARTITIONS)))
KEEP += "\n".join(
    f"CREATE TRIGGER event_kept BEFORE TRUNCATE ON {table} FOR EACH STATEMENT EXECUTE FUNCTION event_refuse_truncate();"
    for table in TABLES
)
LET_GO = (
    "\n".join(f"DROP TRIGGER event_kept ON {table};" for table in TABLES) + "DROP FUNCTION event_refuse_truncate();"
)

SEAL = """
REVOKE UPDATE, DELETE, TRUNCATE ON tables_gamesecret FROM {role}, PUBLIC;
GRANT UPDATE (chance_key) ON tables_gamesecret TO {role};
"""
UNSEAL = "GRANT UPDATE, DELETE ON tables_gamesecret TO {role};"


def run(statement):
    def execute(apps, schema_editor):
        role = schema_editor.quote_name(settings.DATABASE_ROLE)
        with schema_editor.connection.cursor() as cursor:
            cursor.execute(statement.replace("{role}", role))

    return execute


class Migration(migrations.Migration):
    dependencies = [("tables", "0007_seal_receipts")]

    operations = [
        migrations.RunSQL(LINK, UNLINK),
        migrations.RunSQL(KEEP, LET_GO),
        migrations.RunPython(run(SEAL), run(UNSEAL)),
    ]
