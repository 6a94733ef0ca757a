"""The SQL of the write path, in few round trips: one look that locks, one statement that writes everything.

Everything here runs inside a transaction that the caller has opened with Django, on that same connection.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import cache
from typing import Any
from uuid import UUID, uuid4

import psycopg
from django.db import connection
from psycopg.types.json import JsonbLoader

from asgard_pbem.tables.store.folding import Key
from asgard_pbem.tables.store.rows import (
    CHANGED,
    EventRow,
    GameRow,
    Holder,
    MomentRow,
    Owed,
    QuestionRow,
    SnapshotRow,
    columns,
    typed,
)
from engine.core.moves import Seat
from engine.table.events import GameEnded, read_payload

LOOK = "SELECT table_look(%s, %s, %s)"  # migration 0004
EVENTS = f"SELECT {columns(EventRow)} FROM event WHERE game_id = %s AND seq > %s AND seq <= %s ORDER BY seq"  # noqa: S608 - our own names
SNAPSHOT = f"""
SELECT {columns(SnapshotRow)} FROM tables_snapshot WHERE game_id = %s AND seq <= %s
ORDER BY seq DESC, rules_version DESC LIMIT 1
"""  # noqa: S608 - our own names
ENDED = "SELECT payload FROM event WHERE game_id = %s AND seq <= %s AND kind = 'game_ended' ORDER BY seq LIMIT 1"
PROMPT = """
SELECT max(prompt) FROM tables_outbox WHERE game_id = %s AND seat = %s AND purpose = 'prompt' AND prompt <= %s
"""
_J = "WITH j AS (SELECT %(rows)s::jsonb AS rows)"


def _inserted(table: str, row: type[Any], rows: str) -> str:
    """All rows of one list of `j` into `table`: the columns are the fields of `row`, named nowhere else."""
    return f"""
INSERT INTO {table} (game_id, {columns(row)})
SELECT %(game)s, {columns(row)} FROM j, jsonb_to_recordset(j.rows -> '{rows}') AS t ({typed(row)})
"""  # noqa: S608 - our own names


# A question that is open already keeps what it is, and takes the rest anew.
_SAME = ("seat", "key", "kind", "about")
_SET_AGAIN = ", ".join(f"{name} = excluded.{name}" for name in QuestionRow._fields if name not in _SAME)
# What an append changes beside the game's row, by the name of its list of rows in `j`.
_CHANGES = {
    "events": _inserted("event", EventRow, "events"),
    "moments": _inserted("tables_moment", MomentRow, "moments"),
    "closed": """
DELETE FROM tables_opendecision d USING j, jsonb_to_recordset(j.rows -> 'closed') AS t (seat smallint, key text)
WHERE d.game_id = %(game)s AND d.seat = t.seat AND d.key = t.key
""",
    "questions": f"""
{_inserted("tables_opendecision", QuestionRow, "questions")}
ON CONFLICT (game_id, seat, key) DO UPDATE SET {_SET_AGAIN}, reminded_at = CASE
    WHEN excluded.asked_at = tables_opendecision.asked_at THEN tables_opendecision.reminded_at END
""",
    "owed": """
INSERT INTO tables_outbox (id, player_id, game_id, seat, purpose, prompt, moment, key, payload, state, attempts,
    due_at, message_id, provider_id, line_hashes, created_at)
SELECT id, player, %(game)s, seat, purpose, prompt, %(moment)s, key, payload, state, 0, %(due)s, '', '', '[]', %(at)s
FROM j, jsonb_to_recordset(j.rows -> 'owed') AS t (id uuid, player uuid, seat smallint, purpose text, prompt int,
    key text, payload jsonb, state text)
ON CONFLICT (key) DO NOTHING
""",
}
_UPDATE_GAME = f"""
UPDATE tables_game SET {", ".join(f"{name} = %({name})s" for name in CHANGED)}, moved_at = coalesce(%(moved)s, moved_at)
WHERE id = %(game)s
"""  # noqa: S608 - our own names
INSERT_SNAPSHOT = f"""
INSERT INTO tables_snapshot (game_id, {columns(SnapshotRow)})
VALUES (%s{", %s" * len(SnapshotRow._fields)}) ON CONFLICT DO NOTHING
"""  # noqa: S608 - our own names


@dataclass(slots=True)
class Batch:
    """All rows of one append."""

    game: GameRow  # as it will be
    events: list[EventRow]
    at: datetime
    moments: list[MomentRow] = field(default_factory=list)
    closed: list[Key] = field(default_factory=list)
    questions: list[QuestionRow] = field(default_factory=list)
    snapshot: SnapshotRow | None = None
    forget_after: int | None = None  # snapshots beyond this seq were taken back by an undo
    owed: list[Owed] = field(default_factory=list)
    waits: timedelta = timedelta()  # before what is owed goes out


def _cursor() -> psycopg.Cursor[Any]:
    """A cursor that reads JSON itself: Django's connection leaves it as text."""
    cursor = psycopg.Cursor(_raw())
    cursor.adapters.register_loader("jsonb", JsonbLoader)
    return cursor


def _run(cursor: psycopg.Cursor[Any], statement: str, parameters: Sequence[Any] | Mapping[str, Any]) -> None:
    """Run one of our few statements, prepared: to plan the largest one takes as long as to carry it out.

    Django sets psycopg's threshold to None, and then nothing is prepared, whoever asks. For these statements alone it
    is set otherwise: with any other value psycopg would keep the last hundred texts of Django's, raw mails among them.
    """
    # Behind a PgBouncer that pools transactions, a statement may have been prepared on another connection.
    pooled = connection.settings_dict["DISABLE_SERVER_SIDE_CURSORS"]
    raw = cursor.connection
    raw.prepare_threshold = None if pooled else 0
    try:
        cursor.execute(statement.encode(), parameters)
    finally:
        raw.prepare_threshold = None


@dataclass(slots=True)
class Locked:
    """What one look at a game finds. `caused`: the first and last seq that this cause made before."""

    game: GameRow
    holders: list[Holder]
    caused: tuple[int, int] | None


def look(game_id: UUID, *, cause: UUID | None, lock: bool) -> Locked | None:
    """The game's row (locked for the transaction if `lock`), its holders, what `cause` did. None: no such game."""
    with connection.wrap_database_errors, _cursor() as cursor:
        _run(cursor, LOOK, [game_id, cause, lock])
        row = cursor.fetchone()
    if row is None or row[0] is None:
        return None
    game, holders, caused = row[0]["game"], row[0]["holders"], row[0]["caused"]
    game[0], game[7] = UUID(game[0]), UUID(game[7]) if game[7] else None  # id, opened_by
    return Locked(GameRow(*game), [_holder(one) for one in holders], (caused[0], caused[1]) if caused[0] else None)


def _holder(row: list[Any]) -> Holder:
    seat, player, bot, entropy, name, since, until = row
    return Holder(
        seat, UUID(player) if player else None, bot, entropy, name,
        datetime.fromisoformat(since) if since else None, datetime.fromisoformat(until) if until else None,
    )  # fmt: skip


def causes(game_id: UUID) -> frozenset[UUID]:
    """What has asked for the events of a game."""
    with connection.wrap_database_errors, _cursor() as cursor:
        _run(cursor, "SELECT DISTINCT cause FROM event WHERE game_id = %s", [game_id])
        return frozenset(row[0] for row in cursor)


def events(game_id: UUID, *, after: int = 0, upto: int = 2**31 - 1) -> list[EventRow]:
    """The log from `after` (exclusive) to `upto` (inclusive)."""
    with connection.wrap_database_errors, _cursor() as cursor:
        _run(cursor, EVENTS, [game_id, after, upto])
        return [EventRow(*row) for row in cursor]


def snapshot_and_tail(game_id: UUID, upto: int, *, by: int | None = None) -> tuple[SnapshotRow | None, list[EventRow]]:
    """The newest snapshot not after `by` (None: `upto`), and the events between it and `upto`."""
    with connection.wrap_database_errors, _cursor() as cursor:
        _run(cursor, SNAPSHOT, [game_id, upto if by is None else by])
        found = cursor.fetchone()
    kept = SnapshotRow(*found) if found else None
    return kept, events(game_id, after=kept.seq if kept else 0, upto=upto)


def ended(game_id: UUID, upto: int) -> GameEnded | None:
    """The end of the game, if it had come by event `upto`."""
    with connection.wrap_database_errors, _cursor() as cursor:
        _run(cursor, ENDED, [game_id, upto])
        found = cursor.fetchone()
    event = read_payload(found[0]) if found else None
    return event if isinstance(event, GameEnded) else None


def newest_prompt(game_id: UUID, seat: Seat, *, upto: int = 2**31 - 1) -> int | None:
    """The number of the last prompt, not after event `upto`, that was owed to a seat."""
    with connection.wrap_database_errors, _cursor() as cursor:
        _run(cursor, PROMPT, [game_id, seat, upto])
        row = cursor.fetchone()
    return row[0] if row else None


def _raw() -> psycopg.Connection[Any]:
    connection.ensure_connection()
    raw: psycopg.Connection[Any] = connection.connection
    return raw


def insert_events(game_id: UUID, rows: Sequence[EventRow]) -> None:
    """Append rows that were made elsewhere: an import."""
    with connection.wrap_database_errors, _cursor() as cursor:
        given = {"game": game_id, "rows": _text({"events": _records(rows)})}
        _run(cursor, f"{_J} {_CHANGES['events']}", given)


def write(batch: Batch) -> list[UUID]:
    """Append the events and bring every projection up to date. Returns the ids of the mails that are to be sent."""
    game, ids = batch.game, [uuid4() for _ in batch.owed]
    rows = {
        "events": _records(batch.events),
        "moments": _records(batch.moments),
        "closed": [{"seat": seat, "key": key} for seat, key in batch.closed],
        "questions": _records(batch.questions),
        "owed": [_owed(row, owed) for row, owed in zip(ids, batch.owed, strict=True)],
    }
    fields = {name: getattr(game, name) for name in CHANGED}
    moved = batch.moments[-1].recorded_at if batch.moments else None
    given = {
        **fields, "game": game.id, "rows": _text(rows), "at": batch.at, "due": batch.at + batch.waits, "moved": moved,
        "names": _text(game.names), "scores": _text(game.scores),
    }  # fmt: skip
    with connection.wrap_database_errors, _cursor() as cursor:
        _run(cursor, write_statement(tuple(name for name, found in rows.items() if found)), given)
        if batch.forget_after is not None:
            _run(cursor, "DELETE FROM tables_snapshot WHERE game_id = %s AND seq > %s", [game.id, batch.forget_after])
        if batch.snapshot is not None:
            seq, version, state, standing, draws, asked = batch.snapshot
            values = [game.id, seq, version, _text(state), _text(standing), draws, _text(asked)]
            _run(cursor, INSERT_SNAPSHOT, values)
    return [row for row, owed in zip(ids, batch.owed, strict=True) if not owed.told]


@cache
def write_statement(lists: tuple[str, ...]) -> str:
    """One statement for all that an append changes: each list of rows is JSON, so a round trip carries everything.

    Only of `lists` that are not empty: even an empty one costs the server a tenth of a millisecond.
    """
    parts = ", ".join(f"c{number} AS ({_CHANGES[name]})" for number, name in enumerate(lists))
    return f"{_J}, {parts} {_UPDATE_GAME}"


def _owed(row: UUID, owed: Owed) -> dict[str, Any]:
    state = "dropped" if owed.told else "queued"
    return {
        "id": row, "player": owed.player, "seat": owed.seat, "purpose": owed.purpose, "prompt": owed.prompt,
        "key": owed.key, "payload": owed.payload, "state": state,
    }  # fmt: skip


def _records(rows: Iterable[Any]) -> list[dict[str, Any]]:
    return [row._asdict() for row in rows]


def _text(value: Any) -> str:
    """JSON for the database; identifiers and times become text."""
    return json.dumps(value, ensure_ascii=False, default=str, separators=(",", ":"))
