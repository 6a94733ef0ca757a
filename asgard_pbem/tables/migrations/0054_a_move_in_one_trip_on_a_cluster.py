"""On a cluster `game_move` becomes a function for each shard, as `game_write` is: deploy/citus-functions.sql makes it so.

It has the function that wrote for one server until then, which there would write by the names of all shards, and into
the outbox. Until that script is run, none is what it answers: something has changed, and the move is made in two trips.
The script finds the text beside it, where it keeps those of the others. A migration that changes `game_move` carries
APART out once more.

And the function of five values goes, which migration 0043 has left for the release before its own.
"""

from importlib import import_module

from django.db import migrations

five_values = import_module("asgard_pbem.tables.migrations.0042_a_move_in_one_function")

CALLED = "(wanted uuid, head text, version text, batch jsonb) RETURNS text LANGUAGE plpgsql"
APART = f"""
DO $do$
DECLARE written text := pg_get_functiondef('game_move(uuid, text, text, jsonb)'::regprocedure);
BEGIN
    IF to_regnamespace('by_shard') IS NULL OR written LIKE '%by_shard.%' THEN
        RETURN; -- one server, or it was made for shards already
    END IF;
    EXECUTE regexp_replace(written, 'FUNCTION \\w+\\.game_move\\(', 'FUNCTION by_shard.game_move(');
    CREATE OR REPLACE FUNCTION game_move{CALLED} AS $move$
    BEGIN
        RETURN NULL; -- what it does lies in by_shard.game_move
    END $move$;
END $do$;
"""


class Migration(migrations.Migration):
    dependencies = [("tables", "0053_who_began_in_between")]

    operations = [
        migrations.RunSQL("DROP FUNCTION game_move(uuid, text, text, text, jsonb)", five_values.MOVE),
        migrations.RunSQL(APART, migrations.RunSQL.noop),
    ]  # the release before makes no move in one trip there
