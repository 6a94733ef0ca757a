"""Games as files: the whole log after the end, what one viewer may know before it. See docs/game-log.md."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction

from asgard_pbem.tables.errors import ServiceError
from asgard_pbem.tables.keys import crypto
from asgard_pbem.tables.models import Game, GameSecret
from asgard_pbem.tables.models import Seat as SeatRow
from asgard_pbem.tables.reading import history, projecting
from asgard_pbem.tables.store import sql as store
from asgard_pbem.tables.store.rows import EventRow, write_time
from engine.core.moves import Seat
from engine.log import exported as log
from engine.table.events import GameEnded, GameOpened, read_payload
from engine.table.table import adapter

_NOT_OVER = "the game is not over: only complete logs can be imported"


def export(game_id: UUID, *, viewer: Seat | None) -> bytes:
    """The file of a game: complete when it is over, else what `viewer` (None: a spectator) may know.

    Raises ServiceError E_NO_GAME.
    """
    game = Game.objects.filter(pk=game_id).first()
    if game is None:
        raise ServiceError("E_NO_GAME")
    if game.status in Game.ENDED:
        return b"".join(log.write_log(str(game_id), map(event_json, store.events(game_id))))
    header = {
        "game": str(game_id), "key": game.key, "rules": game.rules_version, "options": game.options,
        "seats": game.seats, "viewer": viewer, "commitment": game.commitment,
    }  # fmt: skip
    return b"".join(log.write_view(header, map(moment_json, history.history(game_id, viewer))))


def event_json(row: EventRow) -> dict[str, Any]:
    """One event with the fields and in the forms that a log has."""
    return {
        "seq": row.seq, "kind": row.kind, "version": row.version, "seat": row.seat, "payload": row.payload,
        "salt": row.salt, "recorded_at": write_time(row.recorded_at), "cause": str(row.cause),
        "prev_hash": row.prev_hash, "hash": row.hash,
    }  # fmt: skip


def moment_json(entry: history.Entry) -> dict[str, Any]:
    """One line of a view."""
    return {
        "moment": entry.number, "what": entry.what, "seat": entry.seat, "by": entry.by, "hash": entry.hash,
        "recorded_at": write_time(entry.recorded_at), "undone": entry.undone,
        "happenings": [face.as_json() for face in entry.faces],
        "notes": [
            {
                "what": note.what, "seat": note.seat, "by": note.by, "recorded_at": write_time(note.recorded_at),
                "undone": note.undone, "happenings": [face.as_json() for face in note.faces],
                **({"counsel": note.payload.model_dump(mode="json")} if note.payload is not None else {}),
            }
            for note in entry.notes
        ],
    }  # fmt: skip


def json_of(value: Any) -> Any:
    """Any of the engine's dataclasses (a view, a state) as data."""
    return adapter(type(value)).dump_python(value, mode="json")


# --- Importing ---------------


def load(data: bytes, *, visibility: str = Game.Visibility.PUBLIC) -> Game:
    """Put a finished game from a verified file into the store, under its own id. Its seats are nobody's here.

    Raises Divergence, UnknownRules; ValueError when the game is not over or is here already.
    """
    log.verify(data)
    if not log.is_whole(data):
        raise ValueError(_NOT_OVER)
    name, events = log.read_events(data)
    rows = list(_rows(events))
    ended = next((one for one in map(_payload, rows) if isinstance(one, GameEnded)), None)
    if ended is None:
        raise ValueError(_NOT_OVER)
    game_id = UUID(name)
    if Game.objects.filter(pk=game_id).exists():
        raise ValueError(f"game {game_id} is here already")
    opened = _payload(rows[0])
    assert isinstance(opened, GameOpened)
    with transaction.atomic():
        game = Game.objects.create(
            id=game_id, key=opened.game, rules_version=opened.rules, seats=opened.seats, options=opened.options,
            commitment=opened.commitment, head_hash=rows[-1].hash, opened_at=rows[0].recorded_at,
            forked_from=opened.forked_from, practice=opened.forked_from is not None, visibility=visibility,
        )  # fmt: skip
        GameSecret.objects.create(game=game, seed=crypto.encrypt(bytes.fromhex(ended.seed)))
        SeatRow.objects.bulk_create(SeatRow(game=game, seat=seat) for seat in range(opened.seats))
        store.insert_events(game_id, rows)
        projecting.rebuild(game_id)
    return Game.objects.get(pk=game_id)


def _payload(row: EventRow) -> Any:
    return read_payload(row.payload)


def _rows(events: list[dict[str, Any]]) -> Iterator[EventRow]:
    for one in events:
        fields = {**one, "recorded_at": datetime.fromisoformat(one["recorded_at"]), "cause": UUID(one["cause"])}
        yield EventRow(**fields)
