"""One look at a game: its row, locked if wanted, and then (so that it sees what the writer before us committed) who
sits at it and what a cause has done. A function, because statements of one function are one round trip with cached plans.
"""

from django.db import migrations

GAME = (
    "id", "key", "rules_version", "status", "seats", "options", "names", "opened_by_id", "visibility", "practice",
    "days_per_decision", "reminders", "head_seq", "head_hash", "moment", "moment_hash", "last_snapshot", "round", "stage",
    "scores",
)  # fmt: skip

CREATE = f"""
CREATE FUNCTION table_look(wanted uuid, why uuid, locking boolean) RETURNS jsonb LANGUAGE plpgsql VOLATILE AS $$
DECLARE found jsonb; sitting jsonb; caused jsonb := '[null]';
BEGIN
    IF locking THEN
        PERFORM 1 FROM tables_game g WHERE g.id = wanted FOR UPDATE;
    END IF;
    SELECT jsonb_build_array({", ".join(f"g.{name}" for name in GAME)}) INTO found FROM tables_game g WHERE g.id = wanted;
    IF found IS NULL THEN
        RETURN NULL;
    END IF;
    SELECT coalesce(jsonb_agg(jsonb_build_array(s.seat, s.player_id, s.bot, s.entropy, coalesce(p.name, ''),
        p.absent_from, p.absent_until) ORDER BY s.seat), '[]') INTO sitting
    FROM tables_seat s LEFT JOIN tables_player p ON p.id = s.player_id WHERE s.game_id = wanted;
    IF why IS NOT NULL THEN
        SELECT jsonb_build_array(min(e.seq), max(e.seq)) INTO caused FROM event e WHERE e.game_id = wanted AND e.cause = why;
    END IF;
    RETURN jsonb_build_object('game', found, 'holders', sitting, 'caused', caused);
END $$;
"""


class Migration(migrations.Migration):
    dependencies = [("tables", "0003_role")]

    operations = [migrations.RunSQL(CREATE, "DROP FUNCTION table_look(uuid, uuid, boolean);")]
