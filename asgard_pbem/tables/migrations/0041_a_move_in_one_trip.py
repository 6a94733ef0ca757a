"""A move in one trip: `game_move` writes what was worked out beforehand, if nothing has changed meanwhile.

Whether it has is told by the versions of the rows that a look reads (PostgreSQL's `xmin`: the transaction that wrote a
row's present version): the game's, its seats' and its players'. `game_look` gives them beside the rows. The head of the
log is compared as well, so that a version written twice by one transaction is no other's.
"""

from django.db import migrations

GAME = (
    "id", "key", "rules_version", "status", "seats", "options", "names", "opened_by_id", "visibility", "practice",
    "days_per_decision", "reminders", "head_seq", "head_hash", "moment", "moment_hash", "last_snapshot", "round", "stage",
    "scores",
)  # fmt: skip
READ = (
    f"SELECT json_build_array({', '.join(f'g.{name}' for name in GAME)}), g.xmin::text INTO found, version"
    " FROM tables_game g WHERE g.id = wanted"
)
SEATS = "string_agg(concat(s.xmin, ' ', p.xmin), ' ' ORDER BY s.seat)"
SITTING = "FROM tables_seat s LEFT JOIN tables_player p ON p.id = s.player_id WHERE s.game_id = wanted"

# The row is locked and read in one statement, so what is read of it is what the writer before us committed; who sits
# there is read by a later statement, which sees that as well. `ours`: the version of what this transaction writes.
LOOK = f"""
CREATE OR REPLACE FUNCTION game_look(wanted uuid, why uuid, locking boolean) RETURNS json LANGUAGE plpgsql VOLATILE AS $$
DECLARE found json; version text; ours text; sitting json; people json; sitters text; caused json := '[null]';
BEGIN
    IF locking THEN
        {READ} FOR NO KEY UPDATE;
        ours := pg_current_xact_id()::xid::text;
    ELSE
        {READ};
    END IF;
    IF found IS NULL THEN
        RETURN NULL;
    END IF;
    SELECT coalesce(json_agg(json_build_array(s.seat, s.player_id, s.bot, s.entropy) ORDER BY s.seat), '[]'),
        coalesce(json_object_agg(p.id, json_build_array(p.name, p.absent_from, p.absent_until))
            FILTER (WHERE p.id IS NOT NULL), '{{}}'),
        {SEATS}
        INTO sitting, people, sitters {SITTING};
    IF why IS NOT NULL THEN
        SELECT json_build_array(min(e.seq), max(e.seq)) INTO caused FROM event_all e WHERE e.game_id = wanted AND e.cause = why;
    END IF;
    RETURN json_build_object('game', found, 'holders', sitting, 'people', people, 'caused', caused,
        'versions', json_build_array(version, sitters, ours));
END $$;
"""

# Null: something has changed, and nothing was written. Else the version of the game's row now.
MOVE = f"""
CREATE FUNCTION game_move(wanted uuid, head text, version text, sitters text, batch jsonb) RETURNS text
LANGUAGE plpgsql VOLATILE AS $$
BEGIN
    PERFORM 1 FROM tables_game g
        WHERE g.id = wanted AND g.head_hash = head AND g.xmin::text = version FOR NO KEY UPDATE;
    IF NOT FOUND OR sitters IS DISTINCT FROM (SELECT {SEATS} {SITTING}) THEN
        RETURN NULL;
    END IF;
    PERFORM game_write(wanted, batch);
    RETURN pg_current_xact_id()::xid::text;
END $$;
"""


class Migration(migrations.Migration):
    dependencies = [("tables", "0040_who_began_before")]

    operations = [
        migrations.RunSQL(LOOK, migrations.RunSQL.noop),  # what it gives beside, nobody before asked for
        migrations.RunSQL(MOVE, "DROP FUNCTION game_move(uuid, text, text, text, jsonb);"),
    ]
