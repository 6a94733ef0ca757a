"""The log: hash-partitioned by game, and insert-only for everybody but its owner's TRUNCATE in tests."""

import django.db.models.deletion
from django.db import migrations, models

PARTITIONS = 16

CREATE = (
    """
CREATE TABLE event (
    game_id uuid NOT NULL REFERENCES tables_game (id),
    seq integer NOT NULL CHECK (seq >= 1),
    kind varchar(40) NOT NULL,
    version smallint NOT NULL,
    seat smallint NULL CHECK (seat >= 0),
    payload jsonb NOT NULL,
    salt varchar(32) NOT NULL,
    recorded_at timestamptz NOT NULL,
    cause uuid NOT NULL,
    prev_hash varchar(64) NOT NULL,
    hash varchar(64) NOT NULL,
    PRIMARY KEY (game_id, seq)
) PARTITION BY HASH (game_id);
CREATE INDEX event_cause ON event (game_id, cause);
CREATE FUNCTION event_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'the log is written once: % of an event is refused', TG_OP USING ERRCODE = 'restrict_violation';
END $$;
"""
    + "\n".join(
        f"CREATE TABLE event_{n:02} PARTITION OF event FOR VALUES WITH (MODULUS {PARTITIONS}, REMAINDER {n});"
        for n in range(PARTITIONS)
    )
    + """
CREATE TRIGGER event_insert_only BEFORE UPDATE OR DELETE ON event
    FOR EACH ROW EXECUTE FUNCTION event_refuse_change();
"""
)

DROP = "DROP TABLE event; DROP FUNCTION event_refuse_change();"


class Migration(migrations.Migration):
    dependencies = [("tables", "0001_initial")]

    operations = [
        migrations.SeparateDatabaseAndState(
            database_operations=[migrations.RunSQL(CREATE, DROP)],
            state_operations=[
                migrations.CreateModel(
                    name="Event",
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
                                on_delete=django.db.models.deletion.PROTECT, related_name="events", to="tables.game"
                            ),
                        ),
                    ],
                    options={
                        "db_table": "event",
                    },
                ),
            ],
        ),
    ]
