"""What a game by mail takes in the database, all rows and indexes: when it ends, and when it has settled."""

from __future__ import annotations

from uuid import UUID

from tests.bench.rows import Row, rounds, row
from tests.bench.store import database

SEATS, MOST_KB = 3, 150
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
        from engine.table.registry import games

        return [
            one
            for plans in (False, True)[: rounds(2)]
            for key in sorted(games())[: rounds(5, 2)]
            for one in measured(key, plans=plans)
        ]


def measured(key: str, *, plans: bool) -> list[Row]:
    """Bytes of one game before and after it settles."""
    from django.core.management import call_command
    from django.utils import timezone

    from asgard_pbem.tables.models import Game
    from asgard_pbem.tables.store import keeping

    before = set(Game.objects.values_list("pk", flat=True))
    call_command("simulate", key, seats=SEATS, seed=3, by_mail=True, no_plans=not plans, json=True, stdout=Silence())
    (game,) = set(Game.objects.values_list("pk", flat=True)) - before
    ended = sum(bytes_of(game).values())
    keeping.settle(game, timezone.now())
    parts = bytes_of(game)
    settled = sum(parts.values())
    name = f"{key}, {SEATS} seats by mail{', every plan' if plans else ''}"
    events = parts["event"] / 1000
    return [
        row(f"{name}: settled (events alone {events:.0f})", settled / 1000, "kB", baseline=ended / 1000,
            target=f"<= {MOST_KB} kB (baseline: when it ends)", met=settled / 1000 <= MOST_KB),
    ]  # fmt: skip


class Silence:
    """Where nothing is written."""

    def write(self, *_: object) -> None:
        """Nothing."""


def bytes_of(game: UUID) -> dict[str, int]:
    """Bytes of a game's rows, and of its share in each index, by table; partitions of the log together."""
    from django.db import connection

    found: dict[str, int] = {}
    with connection.cursor() as cursor:
        cursor.execute(OF_A_GAME.replace("%s", "%%s"), [])
        for table, where in cursor.fetchall():
            cursor.execute(
                f"SELECT count(*), coalesce(sum(pg_column_size(t.*) + {POINTER_BYTES}), 0) FROM {table} t"
                f" WHERE {where.replace('%%s', '%s')}",
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
