"""Who held the seats of games that began under the release before 0038 while that one was brought out: read from their
logs as in 0040, which could not see them. Every later release writes it as a game begins, so this is the last of it.

Whoever was erased by then is gone through once more, for their name may stand at these tables, and titles of theirs at
tables that came of theirs in ways that were not looked for: at work behind the sweep, a person at a time.
"""

from importlib import import_module
from typing import Any

from django.db import migrations

before = import_module("asgard_pbem.tables.migrations.0040_who_began_before")

NEXT = """
SELECT g.id FROM tables_game g WHERE g.id > %(after)s AND g.begun_by <> '[]'
    AND NOT EXISTS (SELECT FROM tables_seat s WHERE s.game_id = g.id AND s.began IS NOT NULL)
ORDER BY g.id LIMIT %(step)s
"""
ERASED = """
INSERT INTO tables_erasure (player_id, due_at) SELECT id, clock_timestamp() FROM tables_player
WHERE erased_at IS NOT NULL ON CONFLICT DO NOTHING
"""


def read(apps: Any, schema_editor: Any) -> None:
    """Go through those games, some a step."""
    before.read(apps, schema_editor, wanted=NEXT)


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("tables", "0052_erasing_in_steps")]

    operations = [
        migrations.RunPython(read, migrations.RunPython.noop),
        migrations.RunSQL(ERASED, migrations.RunSQL.noop),
    ]
