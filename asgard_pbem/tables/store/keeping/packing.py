"""The log of a game that has settled goes into one row (migration 0037): the same events in a quarter of the room.

The database packs, reads back, compares and only then lets the loose rows go; a process cannot hand it anything else.
It cannot make the hashes anew, so that is done here before: a log that does not prove itself stays as it was.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from datetime import datetime, timedelta
from uuid import UUID

from django.conf import settings
from django.db import DatabaseError, transaction
from django.db.migrations.recorder import MigrationRecorder

from asgard_pbem.tables.store import sql as store
from asgard_pbem.tables.store.rows import EventRow, write_time
from engine.log.chain import GENESIS, Head, event_hash, payload_digest

_log = logging.getLogger(__name__)


def may_begin(now: datetime) -> bool:
    """Whether the release before, which looks for events among the loose ones alone, has had its time to go."""
    schema = MigrationRecorder.Migration.objects.filter(app="tables", name__endswith="_packed_logs")
    return schema.filter(applied__lte=now - timedelta(seconds=settings.PACK_AFTER_S)).exists()


def pack(game_id: UUID) -> int:
    """Pack what lies loose of an ended game's log; how many events that were. None where something is wrong with it.

    On a cluster nothing is packed: a shard's trigger cannot ask for the packed events of its game.
    """
    if settings.DATABASE_SPREAD:
        return 0
    try:
        with transaction.atomic():
            if not proves_itself(game_id, store.events(game_id)):
                _log.error("the log of a game does not prove itself and is not packed", extra={"game": str(game_id)})
                return 0
            return store.pack(game_id)
    except DatabaseError as why:
        _log.error("the log of a game is not packed: %s", type(why).__name__, extra={"game": str(game_id)})
        return 0


def proves_itself(game_id: UUID, rows: Sequence[EventRow]) -> bool:
    """Whether each event has its place, and the hash that follows from it and from the one before."""
    prev = GENESIS
    for seq, row in enumerate(rows, 1):
        time, digest = write_time(row.recorded_at), payload_digest(row.salt, row.payload)
        head = Head(str(game_id), row.seq, row.kind, row.version, row.seat, time, str(row.cause), prev)
        if (row.seq, row.prev_hash, row.hash) != (seq, prev, event_hash(head, digest)):
            return False
        prev = row.hash
    return True
