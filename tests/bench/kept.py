"""What a game by mail takes in the database, all rows and indexes: when it ends, and when it has settled.

What has settled is measured by what one more of it takes on the disk where there are many: pages, indexes and what lies
beside the rows (TOAST). A game alone in a database would be told to own the first page of every index there is.
"""

from __future__ import annotations

from typing import Any
from uuid import UUID, uuid4

from tests.bench.rows import Row, keys, rounds, row
from tests.bench.store import database

SEATS, MOST_KB = 3, 150
MANY = rounds(64, 4)  # games like one, for what one takes among many
PAGE_BYTES, POINTER_BYTES = 8192, 4  # each index begins with a page that holds no row; each row is pointed to
# Tables with rows of a game, and how they are found.
OF_A_GAME = """
SELECT c.oid::regclass::text, quote_ident(a.attname) || ' = %s' FROM pg_class c
  JOIN pg_attribute a ON a.attrelid = c.oid
 WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace AND a.attname = 'game_id'
UNION ALL SELECT 'tables_game', 'id = %s'
UNION ALL SELECT 'mail_inboundmail', 'token_id IN (SELECT sha256 FROM tables_replytoken WHERE game_id = %s)'
"""


def rows() -> list[Row]:
    """A game of each kind among bots that write, without standing orders and with as many as they can think of."""
    with database():
        return [one for plans in (False, True)[: rounds(2)] for key in keys() for one in measured(key, plans=plans)]


def measured(key: str, *, plans: bool) -> list[Row]:
    """Bytes of one game before and after it settles."""
    from django.core.management import call_command
    from django.utils import timezone

    from asgard_pbem.tables.models import Game
    from asgard_pbem.tables.store.keeping import forgetting

    before = set(Game.objects.values_list("pk", flat=True))
    call_command("simulate", key, seats=SEATS, seed=3, by_mail=True, no_plans=not plans, json=True, stdout=Silence())
    (game,) = set(Game.objects.values_list("pk", flat=True)) - before
    ended = sum(bytes_of(game).values())
    forgetting.settle(game, timezone.now())
    parts = one_more(game)
    settled = sum(parts.values())
    name = f"{key}, {SEATS} seats by mail{', every plan' if plans else ''}"
    events = (parts["event"] + parts["event_packed"]) / 1000
    return [
        row(f"{name}: settled (events alone {events:.0f})", settled / 1000, "kB", baseline=ended / 1000,
            target=f"<= {MOST_KB} kB (baseline: when it ends)", met=settled / 1000 <= MOST_KB),
    ]  # fmt: skip


class Silence:
    """Where nothing is written."""

    def write(self, *_: object) -> None:
        """Nothing."""


def one_more(game: UUID) -> dict[str, float]:
    """Bytes on the disk that another game like this one takes, by table: pages of rows, of indexes, and beside them."""
    from django.db import connection

    tables = [(table, where) for table, where in _tables() if "token_id" not in where]
    with connection.as_owner(), connection.cursor() as cursor:  # type: ignore[attr-defined]  # of our backend
        for table, where in tables:
            cursor.execute(f"CREATE TEMP TABLE model_{table} AS SELECT * FROM {table} WHERE {where}", [game])
        try:
            _copied(cursor, tables, MANY)  # so that the pages begun are not counted
            before = _on_disk(cursor)
            _copied(cursor, tables, MANY)
            after = _on_disk(cursor)
        finally:
            for table, _ in tables:
                cursor.execute(f"DROP TABLE model_{table}")
    return {table: (size - before[table]) / MANY for table, size in after.items()}


def _copied(cursor: Any, tables: list[tuple[str, str]], many: int) -> None:
    """The kept rows `many` times, each game under an id of its own."""
    games = [uuid4() for _ in range(many)]
    for table, where in sorted(tables, key=lambda one: one[0] != "tables_game"):
        of_game = where.split(" ")[0]
        into = "event" if table[6:].isdigit() else table  # another game is of another partition
        cursor.execute(f"SELECT * FROM model_{table} LIMIT 0")
        columns = [f'"{one.name}"' for one in cursor.description]
        own = {f'"{of_game}"': "new.id"} | ({'"id"': "gen_random_uuid()"} if of_game != "id" else {})
        taken = ", ".join(own.get(name, f"old.{name}") for name in columns)
        cursor.execute(
            f"INSERT INTO {into} ({', '.join(columns)})"
            f" SELECT {taken} FROM unnest(%s::uuid[]) AS new (id), model_{table} old",
            [games],
        )


def _on_disk(cursor: Any) -> dict[str, int]:
    """Bytes of every table with its indexes; partitions of the log together."""
    cursor.execute(
        "SELECT CASE WHEN relispartition THEN 'event' ELSE relname END, sum(pg_total_relation_size(oid)) FROM pg_class"
        " WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace GROUP BY 1"
    )
    return {name: int(size) for name, size in cursor.fetchall()}


def _tables() -> list[tuple[str, str]]:
    """Tables with rows of a game, each with the condition that finds them."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute(OF_A_GAME.replace("%s", "%%s"), [])
        return [(table, where.replace("%%s", "%s")) for table, where in cursor.fetchall()]


def bytes_of(game: UUID) -> dict[str, int]:
    """Bytes of a game's rows, and of its share in each index, by table; partitions of the log together."""
    from django.db import connection

    found: dict[str, int] = {}
    with connection.cursor() as cursor:
        for table, where in _tables():
            cursor.execute(
                f"SELECT count(*), coalesce(sum(pg_column_size(t.*) + {POINTER_BYTES}), 0)"
                f" FROM {table} t WHERE {where}",
                [game],
            )
            count, heap = cursor.fetchone()
            cursor.execute(f"SELECT count(*) FROM {table}")
            (every,) = cursor.fetchone()
            cursor.execute(
                "SELECT coalesce(sum(greatest(pg_relation_size(indexrelid) - %s, 0)), 0) FROM pg_index"
                " WHERE indrelid = %s::regclass",
                [PAGE_BYTES, table],
            )
            (indexes,) = cursor.fetchone()
            name = "event" if table.startswith("event_") else table
            if count:
                found[name] = found.get(name, 0) + int(heap) + int(indexes) * count // every
    return found
