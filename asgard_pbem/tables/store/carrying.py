"""On a cluster a game's mails are owed where the game lies, and carried from there to the outbox.

The outbox knows mails of no game as well, and is worked through by what is due, not by game: it stays on the
coordinator. A move that wrote there too would be two commits on two machines, and a mail could be lost between them.
So `game_write` of `deploy/citus.sql` writes mails beside the events, in the same commit, in one row that is called as
the first of them; here they are put into the outbox, once by their keys however often this is tried, and only then
taken away. What a process that died has left the sweep finds.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import cast
from uuid import UUID

from django.conf import settings
from django.db import connection, connections, transaction

from asgard_pbem.database.together import Statement, Trips
from asgard_pbem.tables.store.sql import OwedRow, to_json

AT_ONCE = 200  # games a sweep

_LYING = "SELECT id, mails FROM tables_owed WHERE game_id = %s ORDER BY owed_at"
_PUT = b"SELECT owed_put($1, $2)"
_TAKEN = b"SELECT owed_taken($1, $2)"  # waits for no disk: what comes back after a crash is carried again, to no effect
_LEFT = "SELECT DISTINCT game_id FROM tables_owed WHERE owed_at < %s LIMIT %s"


def owed(game_id: UUID, mails: Sequence[OwedRow]) -> None:
    """A game owes mails since just now. Within a larger transaction they are in the outbox at once, for what follows
    in it; they are taken away where they lie after the commit only.
    """
    if not settings.DATABASE_SPREAD:
        return
    row, text = mails[0][0], to_json(mails)
    if len(connection.atomic_blocks) > 1:
        _put(game_id, text)

    def carried() -> None:
        _put(game_id, text)
        _take(game_id, [row])

    transaction.on_commit(carried, robust=True)


def carry(game_id: UUID) -> None:
    """Bring what a game still owes to the outbox. Two at once do no harm.

    No transaction around it: it would be one on the game's machine as well, begun and ended for a look at a row.
    """
    with connection.cursor() as cursor:
        cursor.execute(_LYING, [game_id])
        found = cursor.fetchall()
    for _, mails in found:
        _put(game_id, mails.encode())
    if found:
        _take(game_id, [row for row, _ in found])


def _put(game_id: UUID, mails: bytes) -> None:
    _trips().together(Statement(_PUT, (str(game_id).encode(), mails)))


def _take(game_id: UUID, rows: list[UUID]) -> None:
    _trips().together(Statement(_TAKEN, (str(game_id).encode(), f"{{{','.join(map(str, rows))}}}".encode())))


def _trips() -> Trips:
    return cast("Trips", connections["default"])


def carry_left(before: datetime) -> int:
    """Carry what has lain since `before`: whoever wrote it did not come to it. Returns of how many games."""
    if not settings.DATABASE_SPREAD:
        return 0
    with connection.cursor() as cursor:
        cursor.execute(_LEFT, [before, AT_ONCE])
        games = [game for (game,) in cursor.fetchall()]
    for game in games:
        carry(game)
    return len(games)
