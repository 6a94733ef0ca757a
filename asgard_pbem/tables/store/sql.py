"""The SQL of the write path, in few round trips: one look that locks, one statement that writes everything.

Everything here runs inside a transaction that the caller has opened with Django, on that same connection.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from operator import attrgetter
from typing import Any, cast
from uuid import UUID, uuid4

import pydantic_core
from django.conf import settings
from django.db import connections

from asgard_pbem.database import asking
from asgard_pbem.database.together import Statement, Trips
from asgard_pbem.tables.store.folding import Key
from asgard_pbem.tables.store.rows import (
    CHANGED,
    ONCE,
    EventRow,
    GameRow,
    Holder,
    MomentRow,
    Owed,
    QuestionRow,
    SnapshotRow,
    columns,
)
from engine.core.moves import Seat
from engine.table.events import GameEnded, read_payload

LOOK = b"SELECT game_look($1, $2, $3)"  # migration 0041
WRITE = b"SELECT game_write($1, $2)"  # migration 0029
MOVE = b"SELECT game_move($1, $2, $3, $4)"  # migration 0044
EVENTS = (
    f"SELECT {columns(EventRow)} FROM event_all WHERE game_id = $1 AND seq > $2 AND seq <= $3 ORDER BY seq"  # noqa: S608 - our own names
).encode()
SNAPSHOT = (
    f"SELECT {columns(SnapshotRow)} FROM tables_snapshot WHERE game_id = $1 AND seq <= $2"  # noqa: S608 - our own names
    " ORDER BY seq DESC, rules_version DESC LIMIT 1"
).encode()
ENDED = b"SELECT payload FROM event_all WHERE game_id = $1 AND seq <= $2 AND kind = 'game_ended' ORDER BY seq LIMIT 1"
PACK = b"SELECT game_pack($1)"  # migration 0037
TAKEN = b"SELECT seq, recorded_at, payload FROM event_all WHERE game_id = $1 AND kind = 'seat_taken' ORDER BY seq"
CAUSES = b"SELECT DISTINCT cause FROM event_all WHERE game_id = $1"
PROMPT = (
    b"SELECT max(prompt) FROM tables_outbox WHERE game_id = $1 AND seat = $2 AND purpose = 'prompt' AND prompt <= $3"
)
SITTING = (
    b"SELECT ARRAY(SELECT seat FROM tables_seat WHERE game_id = $1 AND player_id = $2 ORDER BY seat),"
    b" (SELECT max(prompt) FROM tables_outbox WHERE game_id = $1 AND seat = $3 AND purpose = 'prompt')"
)
SEATS = b"SELECT seat FROM tables_seat WHERE game_id = $1 AND player_id = $2 ORDER BY seat"
PROMPT_ON_ITS_WAY = (  # see carrying.py
    b"SELECT max((m ->> 4)::int) FROM tables_owed o, jsonb_array_elements(o.mails) m WHERE o.game_id = $1"
    b" AND (m ->> 2)::int = $2 AND m ->> 3 = 'prompt' AND (m ->> 4)::int <= $3"
)

_changed = attrgetter(*CHANGED)
OwedRow = tuple[Any, ...]  # a mail's values, its id first: in the order of migration 0029


@dataclass(slots=True)
class Batch:
    """All rows of one append. `once`: columns of the game that are written when it begins and when it ends."""

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
    once: dict[str, Any] = field(default_factory=dict)


def _found(text: bytes, *values: UUID | int) -> list[tuple[Any, ...]]:
    """The rows of one of our few statements."""
    wrapper = _connection()
    (result,) = wrapper.together(Statement(text, [str(one).encode() for one in values]))
    return asking.read(wrapper, result, wrapper.connection.json_reader)


@dataclass(slots=True)
class Locked:
    """What one look at a game finds. `caused`: the first and last seq that this cause made before. `version`: what the
    database calls the game's row as it was read, and `ours` as this transaction leaves it; another once anything is
    changed of the row or of who sits there (migration 0043).
    """

    game: GameRow
    holders: list[Holder]
    caused: tuple[int, int] | None
    version: str
    ours: str = ""


def look(game_id: UUID, *, cause: UUID | None, lock: bool) -> Locked | None:
    """The game's row (locked for the transaction if `lock`), its holders, what `cause` did. None: no such game."""
    values = (str(game_id).encode(), str(cause).encode() if cause else None, b"t" if lock else b"f")
    (found,) = _connection().together(Statement(LOOK, values))
    row = found.get_value(0, 0)
    if row is None:
        return None
    parts = json.loads(row)
    game, caused = parts["game"], parts["caused"]
    holders = [_holder(seat, parts["people"]) for seat in parts["holders"]]
    game[0], game[7] = UUID(game[0]), UUID(game[7]) if game[7] else None  # id, opened_by
    version, _, ours = parts["versions"]  # the one between is for the release before
    return Locked(GameRow(*game), holders, (caused[0], caused[1]) if caused[0] else None, version, ours or "")


def _holder(row: list[Any], people: Mapping[str, list[Any]]) -> Holder:
    seat, player, bot, entropy = row
    name, since, until = people[player] if player else ("", None, None)
    return Holder(
        seat, UUID(player) if player else None, bot, entropy, name,
        datetime.fromisoformat(since) if since else None, datetime.fromisoformat(until) if until else None,
    )  # fmt: skip


def taken(game_id: UUID) -> list[tuple[int, datetime, Mapping[str, Any]]]:
    """The events by which somebody sat down or left a seat free: their seq, time and payload."""
    return cast("list[tuple[int, datetime, Mapping[str, Any]]]", _found(TAKEN, game_id))


def causes(game_id: UUID) -> set[UUID]:
    """What has asked for the events of a game."""
    return {row[0] for row in _found(CAUSES, game_id)}


def events(game_id: UUID, *, after: int = 0, upto: int = 2**31 - 1) -> list[EventRow]:
    """The log from `after` (exclusive) to `upto` (inclusive)."""
    return [EventRow(*row) for row in _found(EVENTS, game_id, after, upto)]


def snapshot_and_tail(game_id: UUID, upto: int, *, by: int | None = None) -> tuple[SnapshotRow | None, list[EventRow]]:
    """The newest snapshot not after `by` (None: `upto`), and the events between it and `upto`."""
    found = _found(SNAPSHOT, game_id, upto if by is None else by)
    kept = SnapshotRow(*found[0]) if found else None
    return kept, events(game_id, after=kept.seq if kept else 0, upto=upto)


def pack(game_id: UUID) -> int:
    """Pack the log of a game that is over. Returns how many events. Raises DatabaseError where they are not as they
    should be: then nothing was done.
    """
    ((many,),) = _found(PACK, game_id)
    return cast("int", many)


def ended(game_id: UUID, upto: int) -> GameEnded | None:
    """The end of the game, if it had come by event `upto`."""
    found = _found(ENDED, game_id, upto)
    event = read_payload(found[0][0]) if found else None
    return event if isinstance(event, GameEnded) else None


def newest_prompt(game_id: UUID, seat: Seat, *, upto: int = 2**31 - 1) -> int | None:
    """The number of the last prompt, not after event `upto`, that was owed to a seat."""
    ((number,),) = _found(PROMPT, game_id, seat, upto)
    if settings.DATABASE_SPREAD:
        ((carried,),) = _found(PROMPT_ON_ITS_WAY, game_id, seat, upto)
        number = max((one for one in (number, carried) if one is not None), default=None)
    return cast("int | None", number)


def sitting(game_id: UUID, player: UUID, seat: Seat) -> tuple[tuple[Seat, ...], int | None]:
    """Which seats are a player's, and the number of the last prompt that was owed to one seat."""
    if settings.DATABASE_SPREAD:  # where seats and owed mails lie on two machines
        return tuple(row[0] for row in _found(SEATS, game_id, player)), newest_prompt(game_id, seat)
    ((seats, newest),) = _found(SITTING, game_id, player, seat)
    return tuple(seats), newest


def _connection() -> Trips:
    return cast("Trips", connections["default"])


def insert_events(game_id: UUID, rows: Sequence[EventRow]) -> None:
    """Append rows that were made elsewhere: an import."""
    _connection().together(_write(game_id, {"events": rows}))


def owed(batch: Batch) -> list[OwedRow]:
    """The mails of an append as rows, each with an id of its own."""
    return [_owed(uuid4(), one, batch) for one in batch.owed]


def write(batch: Batch, mails: list[OwedRow]) -> None:
    """Append the events and bring every projection up to date, with the commit if that comes next."""
    _connection().with_commit(_write(batch.game.id, _rows(batch, mails)))


def move(batch: Batch, mails: list[OwedRow], head: str, version: str) -> str | None:
    """The same and its commit in one trip, if the log's head and the game's row are still those. Returns the new
    version of the row; None: they are not, and nothing was written.
    """
    values = (str(batch.game.id).encode(), head.encode(), version.encode(), _json_of(_rows(batch, mails)))
    (found,) = _connection().together(Statement(MOVE, values))
    now = found.get_value(0, 0)
    return now.decode() if now is not None else None


def to_send(batch: Batch, mails: list[OwedRow]) -> list[UUID]:
    """The ids of the mails that are to be sent."""
    return [row[0] for row, one in zip(mails, batch.owed, strict=True) if not one.told]


def _rows(batch: Batch, mails: list[OwedRow]) -> dict[str, Any]:
    game = batch.game
    moved_at = batch.moments[-1].recorded_at if batch.moments else None
    once = [batch.once.get(name) for name in ONCE[1:]] if batch.once else []  # what is left out stays as it is
    rows = {
        "events": batch.events,
        "moments": batch.moments,
        "closed": batch.closed,
        "questions": batch.questions,
        "owed": mails,
        "snapshots": [batch.snapshot] if batch.snapshot else [],
        "game": [*_changed(game), moved_at, *once],
    }
    if batch.forget_after is not None:
        rows["forget_after"] = batch.forget_after
    return rows


def _write(game_id: UUID, rows: Mapping[str, Any]) -> Statement:
    return Statement(WRITE, (str(game_id).encode(), _json_of(rows)))


def _json_of(rows: Mapping[str, Any]) -> bytes:
    """Lists that are empty are left out."""
    return to_json({name: one for name, one in rows.items() if one != []})


def _owed(row: UUID, owed: Owed, batch: Batch) -> OwedRow:
    """In the order of migration 0029."""
    state = "dropped" if owed.told else "queued"
    return (
        row, owed.player, owed.seat, owed.purpose, owed.prompt, owed.key, owed.payload, state, batch.game.moment,
        batch.at + batch.waits, batch.at,
    )  # fmt: skip


def to_json(value: Any) -> bytes:
    """JSON for the database; identifiers and times become text."""
    return pydantic_core.to_json(value)
