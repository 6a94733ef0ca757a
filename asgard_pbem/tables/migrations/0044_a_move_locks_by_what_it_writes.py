"""`game_move` locks the game's row by writing it: looked at, locked and written it was found three times, once is enough.

So the row is written first, where it still is what the mover knew, and all else only then. PostgreSQL looks again at a
row for which it had to wait, so of two who write at once the second finds another head, as it did with the lock.

What is written is that of 0042, whose text is taken here; the function of five values stays for a release before.
"""

from importlib import import_module

from django.db import migrations

writing = import_module("asgard_pbem.tables.migrations.0029_one_statement_a_write")
moving = import_module("asgard_pbem.tables.migrations.0042_a_move_in_one_function")
before = import_module("asgard_pbem.tables.migrations.0043_who_sits_is_one_version")

AS_KNOWN = "WHERE g.id = wanted AND g.head_hash = head AND g.xmin::text = version"

MOVE = f"""
CREATE OR REPLACE FUNCTION game_move{before.SIGNATURE.replace("sitters text, ", "")} RETURNS text
LANGUAGE plpgsql VOLATILE AS $$
DECLARE list jsonb; e jsonb := batch -> 'game'; {writing.DECLARED}
BEGIN
    IF jsonb_array_length(e) > {moving.FIRST + 1} THEN{writing.GIVEN}
        UPDATE tables_game g SET {writing.SET},
            {writing.SET_ONCE}
        {AS_KNOWN};
    ELSE
        UPDATE tables_game g SET {writing.SET},
            moved_at = coalesce({moving.MOVED}, g.moved_at)
        {AS_KNOWN};
    END IF;
    IF NOT FOUND THEN
        RETURN NULL;
    END IF;{moving.BESIDE}    RETURN pg_current_xact_id()::xid::text;
END $$;
"""


class Migration(migrations.Migration):
    dependencies = [("tables", "0043_who_sits_is_one_version")]

    operations = [migrations.RunSQL(MOVE, before.MOVE)]
