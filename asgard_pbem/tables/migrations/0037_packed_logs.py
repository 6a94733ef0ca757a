"""The log of a game that has settled, packed into one row: a quarter of the room, the same events.

An event alone takes two index entries, a row's head, its hashes as text and a payload that is compressed by itself, though it
mostly repeats the one before. `event_packed` holds a stretch of a game's log column by column, which PostgreSQL compresses as a
whole (payloads as text: of `jsonb` it makes twice as much). It is as immutable as the log: the application's role may read it, and `game_pack` alone writes it: it takes the rows as
they are, reads them back, and only if these are equal lets the loose ones go. The trigger of the log lets nobody, its owner
included, delete an event that is not packed. `event_all` is all events, wherever they lie; whoever reads them reads there.
"""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

PARTITIONS = 16
GENESIS = "0" * 64
FIELDS = "game_id, seq, kind, version, seat, payload, salt, recorded_at, cause, prev_hash, hash"

TABLE = """
CREATE TABLE event_packed (
    game_id uuid NOT NULL REFERENCES tables_game (id),
    first_seq integer NOT NULL CHECK (first_seq >= 1),
    kinds varchar(40)[] NOT NULL,
    versions smallint[] NOT NULL,
    seats smallint[] NOT NULL,
    payloads json NOT NULL,
    salts bytea[] NOT NULL,
    recorded_at timestamptz[] NOT NULL,
    causes uuid[] NOT NULL,
    prev_hash bytea NOT NULL,
    hashes bytea[] NOT NULL,
    PRIMARY KEY (game_id, first_seq)
);
CREATE FUNCTION event_refuse_change_packed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'the log is written once: % of packed events is refused', TG_OP USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER event_packed_insert_only BEFORE UPDATE OR DELETE ON event_packed
    FOR EACH ROW EXECUTE FUNCTION event_refuse_change_packed();
CREATE TRIGGER event_packed_kept BEFORE TRUNCATE ON event_packed
    FOR EACH STATEMENT EXECUTE FUNCTION event_refuse_truncate();
"""
UNTABLE = "DROP TABLE event_packed; DROP FUNCTION event_refuse_change_packed();"

UNPACKED = """
SELECT p.game_id, (p.first_seq + u.place - 1)::int AS seq, u.kind, u.version, u.seat, u.payload::jsonb,
    encode(u.salt, 'hex')::varchar(32) AS salt, u.recorded_at, u.cause,
    encode(u.prev_hash, 'hex')::varchar(64) AS prev_hash, encode(u.hash, 'hex')::varchar(64) AS hash
FROM event_packed p CROSS JOIN LATERAL ROWS FROM (
    unnest(p.kinds, p.versions, p.seats, p.salts, p.recorded_at, p.causes, array_prepend(p.prev_hash, p.hashes),
        p.hashes),
    json_array_elements(p.payloads)
) WITH ORDINALITY u (kind, version, seat, salt, recorded_at, cause, prev_hash, hash, payload, place)
WHERE u.hash IS NOT NULL
"""
VIEW = f"CREATE VIEW event_all AS SELECT {FIELDS} FROM event UNION ALL {UNPACKED};"
UNVIEW = "DROP VIEW event_all;"

# A row goes only where it is packed, and then no matter who asks.
CHANGE = """
CREATE OR REPLACE FUNCTION event_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'DELETE' THEN
        PERFORM 1 FROM event_packed p WHERE p.game_id = OLD.game_id AND p.first_seq <= OLD.seq
            AND encode(p.hashes[OLD.seq - p.first_seq + 1], 'hex') = OLD.hash;
        IF FOUND THEN
            RETURN OLD;
        END IF;
    END IF;
    RAISE EXCEPTION 'the log is written once: % of an event is refused', TG_OP USING ERRCODE = 'restrict_violation';
END $$;
"""
CHANGE_BEFORE = """
CREATE OR REPLACE FUNCTION event_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'the log is written once: % of an event is refused', TG_OP USING ERRCODE = 'restrict_violation';
END $$;
"""

# As migration 0008 has it, and after packed events: what follows them, and no first one beside them.
BEFORE = "PERFORM 1 FROM {} e WHERE e.game_id = NEW.game_id AND e.seq = NEW.seq - 1 AND e.hash = NEW.prev_hash;"
BRANCHES = "\n".join(
    f"{'IF' if n == 0 else 'ELSIF'} TG_TABLE_NAME = 'event_{n:02}' THEN {BEFORE.format(f'event_{n:02}')}"
    for n in range(PARTITIONS)
)
BRANCHES += f"\n    ELSE {BEFORE.format('event')}\n    END IF;"
REFUSED = """RAISE EXCEPTION 'event % of game % does not follow the event before it', NEW.seq, NEW.game_id
            USING ERRCODE = 'restrict_violation';"""
GAP = f"""
CREATE OR REPLACE FUNCTION event_refuse_gap() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE next_seq int := 1; mark text := '{GENESIS}';
BEGIN
    {BRANCHES}
    IF FOUND THEN
        RETURN NULL;
    END IF;
    SELECT p.first_seq + cardinality(p.hashes), encode(p.hashes[cardinality(p.hashes)], 'hex') INTO next_seq, mark
        FROM event_packed p WHERE p.game_id = NEW.game_id ORDER BY p.first_seq DESC LIMIT 1;
    IF NEW.seq <> coalesce(next_seq, 1) OR NEW.prev_hash <> coalesce(mark, '{GENESIS}') THEN
        {REFUSED}
    END IF;
    RETURN NULL;
END $$;
"""
GAP_BEFORE = f"""
CREATE OR REPLACE FUNCTION event_refuse_gap() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.seq = 1 AND NEW.prev_hash = '{GENESIS}' THEN
        RETURN NULL;
    END IF;
    {BRANCHES}
    IF NOT FOUND THEN
        {REFUSED}
    END IF;
    RETURN NULL;
END $$;
"""

# Raises, and so does nothing, where what it would let go is not what it has packed. Its owner is the log's: the
# application may call it, and says no more than which game. Not for a game that goes on: its last events are asked for
# all the time, and one more would have to be linked to packed ones.
PACK = f"""
CREATE FUNCTION game_pack(wanted uuid) RETURNS int LANGUAGE plpgsql SECURITY DEFINER
    SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE low int; high int; many int;
BEGIN
    PERFORM 1 FROM tables_game g WHERE g.id = wanted AND g.ended_at IS NOT NULL AND g.status IN ('over', 'closed')
        FOR NO KEY UPDATE;
    IF NOT FOUND THEN
        RAISE EXCEPTION 'game % is not over: its log is not packed', wanted USING ERRCODE = 'restrict_violation';
    END IF;
    SELECT min(e.seq), max(e.seq), count(*) INTO low, high, many FROM event e WHERE e.game_id = wanted;
    IF many = 0 THEN
        RETURN 0;
    END IF;
    INSERT INTO event_packed
    SELECT wanted, low, array_agg(e.kind ORDER BY e.seq), array_agg(e.version ORDER BY e.seq),
        array_agg(e.seat ORDER BY e.seq), jsonb_agg(e.payload ORDER BY e.seq)::text::json,
        array_agg(decode(e.salt, 'hex') ORDER BY e.seq), array_agg(e.recorded_at ORDER BY e.seq),
        array_agg(e.cause ORDER BY e.seq),
        (array_agg(decode(e.prev_hash, 'hex') ORDER BY e.seq))[1],
        array_agg(decode(e.hash, 'hex') ORDER BY e.seq)
    FROM event e WHERE e.game_id = wanted;
    IF EXISTS (
        (SELECT {FIELDS} FROM event WHERE game_id = wanted)
        EXCEPT (SELECT {FIELDS} FROM ({UNPACKED} AND p.game_id = wanted AND p.first_seq = low) packed)
    ) THEN
        RAISE EXCEPTION 'the log of game % is not what its events say: it is not packed', wanted
            USING ERRCODE = 'restrict_violation';
    END IF;
    DELETE FROM event WHERE game_id = wanted;
    RETURN many;
END $$;
"""
UNPACK = "DROP FUNCTION game_pack(uuid);"

RIGHTS = """
REVOKE INSERT, UPDATE, DELETE, TRUNCATE ON event_packed, event_all FROM {role}, PUBLIC;
GRANT SELECT ON event_packed, event_all TO {role};
REVOKE ALL ON FUNCTION game_pack(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION game_pack(uuid) TO {role};
"""

LOOK = """
DO $$ BEGIN
    EXECUTE replace(pg_get_functiondef('game_look(uuid, uuid, boolean)'::regprocedure), {old}, {new});
END $$;
"""
LOOKED, LOOKS = "'FROM event e'", "'FROM event_all e'"


def rights(apps, schema_editor):
    with schema_editor.connection.cursor() as cursor:
        cursor.execute(RIGHTS.replace("{role}", schema_editor.quote_name(settings.DATABASE_ROLE)))


def unpacked(apps, schema_editor):
    """There is no way back once logs are packed: the release before would not find them."""
    with schema_editor.connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM event_packed")
        (many,) = cursor.fetchone()
    if many:
        raise RuntimeError(f"{many} logs are packed, which the schema before does not know: restore a copy instead")


class Migration(migrations.Migration):
    dependencies = [("tables", "0036_tables_that_rest_are_found")]

    operations = [
        migrations.SeparateDatabaseAndState(
            database_operations=[migrations.RunSQL(TABLE, UNTABLE)],
            state_operations=[
                migrations.CreateModel(
                    name="PackedEvents",
                    fields=[
                        (
                            "pk",
                            models.CompositePrimaryKey(
                                "game_id", "first_seq", blank=True, editable=False, primary_key=True, serialize=False
                            ),
                        ),
                        ("first_seq", models.PositiveIntegerField()),
                        (
                            "game",
                            models.ForeignKey(
                                db_index=False,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to="tables.game",
                            ),
                        ),
                    ],
                    options={"db_table": "event_packed"},
                ),
            ],
        ),
        migrations.CreateModel(
            name="Logged",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "game_id", "seq", blank=True, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("seq", models.PositiveIntegerField()),
                ("kind", models.CharField(max_length=40)),
                ("version", models.PositiveSmallIntegerField()),
                ("seat", models.PositiveSmallIntegerField(null=True)),
                ("payload", models.JSONField()),
                ("salt", models.CharField(max_length=32)),
                ("recorded_at", models.DateTimeField()),
                ("cause", models.UUIDField()),
                ("prev_hash", models.CharField(max_length=64)),
                ("hash", models.CharField(max_length=64)),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.DO_NOTHING, related_name="+", to="tables.game"
                    ),
                ),
            ],
            options={"db_table": "event_all", "managed": False},
        ),
        migrations.RunSQL(VIEW, UNVIEW),
        migrations.RunSQL(CHANGE, CHANGE_BEFORE),
        migrations.RunSQL(GAP, GAP_BEFORE),
        migrations.RunSQL(PACK, UNPACK),
        migrations.RunSQL(LOOK.format(old=LOOKED, new=LOOKS), LOOK.format(old=LOOKS, new=LOOKED)),
        migrations.RunPython(rights, unpacked),
    ]
