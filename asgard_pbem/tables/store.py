"""The SQL of the write path. Few round trips: statements that belong together travel in one psycopg pipeline.

Everything here runs inside a transaction that the caller has opened with Django, on that same connection.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from uuid import UUID, uuid4

import psycopg
from django.db import connection
from psycopg.types.json import Jsonb, JsonbLoader

from engine.core.chain import canonical

from .folding import Key
from .rows import EventRow, GameRow, Holder, MomentRow, Owed, QuestionRow, SnapshotRow

_GAME = ", ".join(name if name != "opened_by" else "opened_by_id" for name in GameRow._fields)
LOCK = f"SELECT {_GAME} FROM tables_game WHERE id = %s"  # noqa: S608 - names of our own columns
HOLDERS = """
SELECT s.seat, s.player_id, s.bot, s.entropy, coalesce(p.name, ''), p.absent_from, p.absent_until
FROM tables_seat s LEFT JOIN tables_player p ON p.id = s.player_id WHERE s.game_id = %s ORDER BY s.seat
"""
CAUSED = "SELECT min(seq), max(seq) FROM event WHERE game_id = %s AND cause = %s"
EVENTS = f"SELECT {', '.join(EventRow._fields)} FROM event WHERE game_id = %s AND seq > %s AND seq <= %s ORDER BY seq"  # noqa: S608 - see above
SNAPSHOT = f"""
SELECT {", ".join(SnapshotRow._fields)} FROM tables_snapshot WHERE game_id = %s AND seq <= %s
ORDER BY seq DESC, rules_version DESC LIMIT 1
"""  # noqa: S608 - see above
INSERT_EVENTS = """
INSERT INTO event (game_id, seq, kind, version, seat, payload, salt, recorded_at, cause, prev_hash, hash)
SELECT %s, seq, kind, version, seat, payload::jsonb, salt, recorded_at, cause, prev_hash, hash
FROM unnest(%s::int[], %s::text[], %s::smallint[], %s::smallint[], %s::text[], %s::text[], %s::timestamptz[],
            %s::uuid[], %s::text[], %s::text[])
    AS t (seq, kind, version, seat, payload, salt, recorded_at, cause, prev_hash, hash)
"""
INSERT_MOMENT = """
INSERT INTO tables_moment (game_id, number, seq, hash, round, stage, scores, recorded_at)
VALUES (%s, %s, %s, %s, %s, %s, %s, %s)
"""
DELETE_QUESTIONS = """
DELETE FROM tables_opendecision d USING unnest(%s::int[], %s::text[]) AS t (seat, key)
WHERE d.game_id = %s AND d.seat = t.seat AND d.key = t.key
"""
UPSERT_QUESTION = """
INSERT INTO tables_opendecision
    (game_id, seat, key, kind, about, secret, concealed, answered, since, prompt, deadline, reminded_at)
VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, NULL)
ON CONFLICT (game_id, seat, key) DO UPDATE SET secret = excluded.secret, concealed = excluded.concealed,
    answered = excluded.answered, since = excluded.since, prompt = excluded.prompt, deadline = excluded.deadline,
    reminded_at = CASE WHEN excluded.since = tables_opendecision.since THEN tables_opendecision.reminded_at END
"""
INSERT_OWED = """
INSERT INTO tables_outbox (id, player_id, game_id, seat, purpose, prompt, moment, key, payload, state, attempts, due_at,
    message_id, provider_id, line_hashes, created_at)
VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s, %s, 0, %s, '', '', '[]', %s) ON CONFLICT (key) DO NOTHING
"""
INSERT_SNAPSHOT = """
INSERT INTO tables_snapshot (game_id, seq, rules_version, state, standing, draws_made, asked)
VALUES (%s, %s, %s, %s, %s, %s, %s) ON CONFLICT DO NOTHING
"""
UPDATE_GAME = """
UPDATE tables_game SET rules_version = %s, status = %s, names = %s, head_seq = %s, head_hash = %s, moment = %s,
    moment_hash = %s, last_snapshot = %s, round = %s, stage = %s, scores = %s, moved_at = coalesce(%s, moved_at)
WHERE id = %s
"""


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


def _json(value: Any) -> Jsonb:
    return Jsonb(value, dumps=canonical)


@contextmanager
def _pipeline() -> Iterator[psycopg.Cursor[Any]]:
    """A cursor of psycopg's own (server-side binding) on Django's connection, in a pipeline."""
    with connection.wrap_database_errors, _raw().pipeline(), _cursor() as cursor:
        yield cursor


def _cursor() -> psycopg.Cursor[Any]:
    """A cursor that reads JSON itself: Django's connection leaves it as text."""
    cursor = psycopg.Cursor(_raw())
    cursor.adapters.register_loader("jsonb", JsonbLoader)
    return cursor


def _run(cursor: psycopg.Cursor[Any], statement: str, parameters: Sequence[Any]) -> None:
    # Behind a PgBouncer that pools transactions, a statement may have been prepared on another connection.
    pooled = connection.settings_dict["DISABLE_SERVER_SIDE_CURSORS"]
    cursor.execute(statement.encode(), parameters, prepare=not pooled)


@dataclass(slots=True)
class Locked:
    """What one look at a game finds. `caused`: the first and last seq that this cause made before."""

    game: GameRow
    holders: list[Holder]
    caused: tuple[int, int] | None


def look(game_id: UUID, *, cause: UUID | None, lock: bool) -> Locked | None:
    """The game's row (locked for the transaction if `lock`), its holders, what `cause` did. None: no such game."""
    with _pipeline() as cursor:
        _run(cursor, LOCK + (" FOR UPDATE" if lock else ""), [game_id])
        row = cursor
        # Statements after the lock see what the writer before us committed.
        with _cursor() as seats, _cursor() as caused:
            _run(seats, HOLDERS, [game_id])
            if cause is not None:
                _run(caused, CAUSED, [game_id, cause])
            found = row.fetchone()
            if found is None:
                return None
            holders = [Holder(*one) for one in seats.fetchall()]
            made = caused.fetchone() if cause is not None else None
    return Locked(GameRow(*found), holders, (made[0], made[1]) if made and made[0] is not None else None)


def events(game_id: UUID, *, after: int = 0, upto: int = 2**31 - 1) -> list[EventRow]:
    """The log from `after` (exclusive) to `upto` (inclusive)."""
    with connection.wrap_database_errors, _cursor() as cursor:
        _run(cursor, EVENTS, [game_id, after, upto])
        return [EventRow(*row) for row in cursor]


def snapshot_and_tail(game_id: UUID, upto: int) -> tuple[SnapshotRow | None, list[EventRow]]:
    """The newest snapshot not after `upto`, and the events between it and `upto`."""
    with connection.wrap_database_errors, _cursor() as cursor:
        _run(cursor, SNAPSHOT, [game_id, upto])
        found = cursor.fetchone()
    kept = SnapshotRow(*found) if found else None
    return kept, events(game_id, after=kept.seq if kept else 0, upto=upto)


def _raw() -> psycopg.Connection[Any]:
    connection.ensure_connection()
    raw: psycopg.Connection[Any] = connection.connection
    return raw


def insert_events(game_id: UUID, rows: Sequence[EventRow]) -> None:
    """Append rows that were made elsewhere: an import."""
    with _pipeline() as cursor:
        _run(cursor, INSERT_EVENTS, [game_id, *_columns(rows)])


def write(batch: Batch) -> list[UUID]:
    """Append the events and bring every projection up to date. Returns the ids of the mails that are to be sent."""
    game = batch.game
    with _pipeline() as cursor:
        _run(cursor, INSERT_EVENTS, [game.id, *_columns(batch.events)])
        write_projections(cursor, batch)
        ids = list(_owe(cursor, batch))
        moved = batch.moments[-1].recorded_at if batch.moments else None
        _run(
            cursor, UPDATE_GAME,
            [game.rules_version, game.status, _json(game.names), game.head_seq, game.head_hash, game.moment,
             game.moment_hash, game.last_snapshot, game.round, game.stage, _json(game.scores), moved, game.id],
        )  # fmt: skip
    return ids


def write_projections(cursor: psycopg.Cursor[Any], batch: Batch) -> None:
    """Moments, open questions and snapshots of one append."""
    game_id = batch.game.id
    for moment in batch.moments:
        number, seq, mark, round_, stage, scores, time = moment
        _run(cursor, INSERT_MOMENT, [game_id, number, seq, mark, round_, stage, _json(scores), time])
    if batch.closed:
        seats, keys = zip(*batch.closed, strict=True)
        _run(cursor, DELETE_QUESTIONS, [list(seats), list(keys), game_id])
    for one in batch.questions:
        seat, key, kind, about, *rest = one
        _run(cursor, UPSERT_QUESTION, [game_id, seat, key, kind, _json(about), *rest])
    if batch.forget_after is not None:
        _run(cursor, "DELETE FROM tables_snapshot WHERE game_id = %s AND seq > %s", [game_id, batch.forget_after])
    if batch.snapshot is not None:
        seq, version, state, standing, draws, asked = batch.snapshot
        values = [game_id, seq, version, _json(state), _json(standing), draws, _json(asked)]
        _run(cursor, INSERT_SNAPSHOT, values)


def _owe(cursor: psycopg.Cursor[Any], batch: Batch) -> Iterator[UUID]:
    for owed in batch.owed:
        row = uuid4()
        state = "dropped" if owed.told else "queued"
        _run(
            cursor, INSERT_OWED,
            [row, owed.player, batch.game.id, owed.seat, owed.purpose, owed.prompt, batch.game.moment, owed.key,
             _json(owed.payload), state, batch.at, batch.at],
        )  # fmt: skip
        if not owed.told:
            yield row


def _columns(rows: Iterable[EventRow]) -> list[list[Any]]:
    columns = [list(column) for column in zip(*rows, strict=True)]
    at = EventRow._fields.index("payload")
    columns[at] = [canonical(payload).decode() for payload in columns[at]]
    return columns
