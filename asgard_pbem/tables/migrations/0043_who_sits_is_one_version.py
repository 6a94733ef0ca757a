"""A change of who sits at a running table makes a new version of the game's row, so that `game_move` looks at that alone.

To compare the versions of all seats and of all who sit there took an eighth of the server's time for a move. What of
them a move acts on is what `game_look` reads; whatever else becomes of a person, such as their language, is none of the
table's. Services that change it have locked these games before (`guards/locking.py`), so the triggers wait for nobody:
they are there for whoever changes rows in any other way.

The function of five values stays for the release before; its text is that of 0042.
"""

from importlib import import_module

from django.db import migrations

before = import_module("asgard_pbem.tables.migrations.0042_a_move_in_one_function")
moving = import_module("asgard_pbem.tables.migrations.0041_a_move_in_one_trip")

# What is remembered is so of running games only. The lock of several games is taken in the order of ids, as everywhere.
TOUCHED = """
CREATE OR REPLACE FUNCTION seat_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE tables_game g SET head_seq = g.head_seq
        WHERE g.id = coalesce(NEW.game_id, OLD.game_id) AND g.status = 'running';
    RETURN NULL;
END $$;
CREATE OR REPLACE FUNCTION sitter_changed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE theirs uuid;
BEGIN
    FOR theirs IN SELECT DISTINCT s.game_id FROM tables_seat s WHERE s.player_id = NEW.id ORDER BY s.game_id LOOP
        UPDATE tables_game g SET head_seq = g.head_seq WHERE g.id = theirs AND g.status = 'running';
    END LOOP;
    RETURN NULL;
END $$;
"""
UNTOUCHED = "DROP FUNCTION IF EXISTS seat_changed(); DROP FUNCTION IF EXISTS sitter_changed();"

# Not on a cluster: a trigger could reach its own shard alone, and no move is one trip there.
ON_ONE_SERVER = """
DO $do$ DECLARE spread boolean := false; BEGIN
    IF to_regclass('pg_dist_partition') IS NOT NULL THEN
        EXECUTE 'SELECT EXISTS (SELECT FROM pg_dist_partition WHERE logicalrelid = $1::regclass)' INTO spread USING '{}';
    END IF;
    IF NOT spread THEN
        {}
    END IF;
END $do$;
"""
SEAT = ON_ONE_SERVER.format(
    "tables_seat",
    """CREATE OR REPLACE TRIGGER seat_comes_or_goes AFTER INSERT OR DELETE ON tables_seat
            FOR EACH ROW EXECUTE FUNCTION seat_changed();
        CREATE OR REPLACE TRIGGER seat_changes AFTER UPDATE ON tables_seat
            FOR EACH ROW WHEN ((OLD.game_id, OLD.seat, OLD.player_id, OLD.bot, OLD.entropy)
                IS DISTINCT FROM (NEW.game_id, NEW.seat, NEW.player_id, NEW.bot, NEW.entropy))
            EXECUTE FUNCTION seat_changed();""",
)
NO_SEAT = ON_ONE_SERVER.format(
    "tables_seat",
    """DROP TRIGGER IF EXISTS seat_comes_or_goes ON tables_seat;
        DROP TRIGGER IF EXISTS seat_changes ON tables_seat;""",
)
SITTER = ON_ONE_SERVER.format(
    "tables_player",
    """CREATE OR REPLACE TRIGGER sitter_changes AFTER UPDATE ON tables_player
            FOR EACH ROW WHEN ((OLD.name, OLD.absent_from, OLD.absent_until)
                IS DISTINCT FROM (NEW.name, NEW.absent_from, NEW.absent_until))
            EXECUTE FUNCTION sitter_changed();""",
)
NO_SITTER = ON_ONE_SERVER.format("tables_player", "DROP TRIGGER IF EXISTS sitter_changes ON tables_player;")

SIGNATURE = "(wanted uuid, head text, version text, sitters text, batch jsonb)"
LOOKS = f"    IF NOT FOUND OR sitters IS DISTINCT FROM (SELECT {moving.SEATS} {moving.SITTING}) THEN"
MOVE = before.MOVE.replace(SIGNATURE, SIGNATURE.replace("sitters text, ", "")).replace(LOOKS, "    IF NOT FOUND THEN")


class Migration(migrations.Migration):
    dependencies = [("tables", "0042_a_move_in_one_function")]

    atomic = False  # each trigger locks its table, one at a time and not until the end; all may be done twice

    operations = [
        migrations.RunSQL(TOUCHED, UNTOUCHED),
        migrations.RunSQL(SEAT, NO_SEAT),
        migrations.RunSQL(SITTER, NO_SITTER),
        migrations.RunSQL(
            MOVE, "DROP FUNCTION IF EXISTS game_move(uuid, text, text, jsonb);"
        ),  # last: who calls it relies on them
    ]
