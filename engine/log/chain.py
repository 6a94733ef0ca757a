"""The hash chain over a game's events, so that an export proves itself and a mailbox can witness history.

Canonical JSON: UTF-8, keys sorted, no blanks, no escapes beyond those JSON demands. See docs/game-log.md.
"""

from __future__ import annotations

import hashlib
import json
from typing import Any, NamedTuple

GENESIS = "0" * 64  # prev_hash of the first event
_text = json.JSONEncoder(
    sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False, check_circular=False
).encode


class Head(NamedTuple):
    """What of an event is hashed beside its payload's digest, in this order. Times are ISO 8601 UTC with six decimals
    and `Z`.
    """

    game: str  # UUID, lower case
    seq: int
    kind: str
    version: int
    seat: int | None
    recorded_at: str
    cause: str | None  # UUID
    prev_hash: str


def canonical(value: Any) -> bytes:
    """The one JSON text of a value."""
    return _text(value).encode()


def payload_digest(salt: str, payload: Any) -> str:
    """Hex SHA-256 over the salt (its hex text), a zero byte and the canonical payload."""
    return hashlib.sha256(salt.encode() + b"\x00" + canonical(payload)).hexdigest()


def event_hash(head: Head, digest: str) -> str:
    """Hex SHA-256 over the canonical list of the head's fields and the payload's digest."""
    return hashlib.sha256(canonical(["asgard-pbem/event/v1", *head, digest])).hexdigest()
