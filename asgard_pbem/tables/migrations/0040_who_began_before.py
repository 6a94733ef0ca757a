"""Who held the seats of games that began under a release before: read from their logs, some games a step.

Each step is a transaction of its own, and may be made again. What begins under the release before while both are at
work is not found by this; 0053 reads it.
"""

from typing import Any

from django.db import migrations

STEP = 200
READ = """
UPDATE tables_seat s SET began = sat.holder
FROM (
    SELECT DISTINCT ON (e.game_id, e.payload ->> 'seat') e.game_id, (e.payload ->> 'seat')::int AS seat, (e.payload ->> 'holder')::uuid AS holder
    FROM event_all e
    WHERE e.game_id = ANY (%(games)s) AND e.kind = 'seat_taken'
        AND e.seq < (SELECT min(b.seq) FROM event_all b WHERE b.game_id = e.game_id AND b.kind = 'game_started')
    ORDER BY e.game_id, e.payload ->> 'seat', e.seq DESC
) sat
WHERE s.game_id = sat.game_id AND s.seat = sat.seat AND s.began IS NULL AND sat.holder IS NOT NULL
"""
NEXT = "SELECT id FROM tables_game WHERE id > %(after)s AND begun_by <> '[]' ORDER BY id LIMIT %(step)s"


def read(apps: Any, schema_editor: Any, wanted: str = NEXT) -> None:
    """Go through the games in the order of their ids."""
    after = "00000000-0000-0000-0000-000000000000"
    with schema_editor.connection.cursor() as cursor:
        while True:
            cursor.execute(wanted, {"after": after, "step": STEP})
            games = [row[0] for row in cursor.fetchall()]
            if not games:
                return
            cursor.execute(READ, {"games": games})
            after = games[-1]


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("tables", "0039_who_began_is_found")]

    operations = [migrations.RunPython(read, migrations.RunPython.noop)]
