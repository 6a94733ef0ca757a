"""`game_move` writes by itself what it had `game_write` write: a call less, and the columns that a game gets once, when it
begins and ends, are left alone by all other moves. It looks, locks and refuses as before.

What is written, and in which order, is that of 0029, whose text is taken here. `game_write` stays: two trips, imports
and clusters write by it.
"""

from importlib import import_module

from django.db import migrations

writing = import_module("asgard_pbem.tables.migrations.0029_one_statement_a_write")
moving = import_module("asgard_pbem.tables.migrations.0041_a_move_in_one_trip")

# Up to the game's row, which 0029 writes last.
BESIDE = writing.WRITE[writing.WRITE.index("BEGIN") + len("BEGIN") : writing.WRITE.index("    e := batch -> 'game';")]
# `moved_at` is the first of what is written once; a release before sends all of them, mostly as null.
FIRST = len(writing.CHANGED)
MOVED = writing.value(FIRST, writing.ONCE["moved_at"])

MOVE = f"""
CREATE OR REPLACE FUNCTION game_move(wanted uuid, head text, version text, sitters text, batch jsonb) RETURNS text
LANGUAGE plpgsql VOLATILE AS $$
DECLARE list jsonb; e jsonb; {writing.DECLARED}
BEGIN
    PERFORM 1 FROM tables_game g
        WHERE g.id = wanted AND g.head_hash = head AND g.xmin::text = version FOR NO KEY UPDATE;
    IF NOT FOUND OR sitters IS DISTINCT FROM (SELECT {moving.SEATS} {moving.SITTING}) THEN
        RETURN NULL;
    END IF;{BESIDE}    e := batch -> 'game';
    IF jsonb_array_length(e) > {FIRST + 1} THEN{writing.GIVEN}
        UPDATE tables_game g SET {writing.SET},
            {writing.SET_ONCE}
        WHERE g.id = wanted;
    ELSIF e IS NOT NULL THEN
        UPDATE tables_game g SET {writing.SET},
            moved_at = coalesce({MOVED}, g.moved_at)
        WHERE g.id = wanted;
    END IF;
    RETURN pg_current_xact_id()::xid::text;
END $$;
"""


class Migration(migrations.Migration):
    dependencies = [("tables", "0041_a_move_in_one_trip")]

    operations = [migrations.RunSQL(MOVE, moving.MOVE.replace("CREATE FUNCTION", "CREATE OR REPLACE FUNCTION"))]
