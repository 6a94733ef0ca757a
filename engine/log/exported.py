"""Exported logs: the format, and the proof that one is what was played. See docs/game-log.md.

A log is UTF-8 text: a header, one event a line, a trailer; every line is canonical JSON and ends in a line feed.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from pydantic import ValidationError

from engine.log.chain import GENESIS, Head, canonical, event_hash, payload_digest
from engine.log.proof import Divergence, Proof
from engine.table.events import Event, GameEnded, GameOpened, read_payload

LOG = "asgard-pbem/log/v1"
VIEW = "asgard-pbem/view/v1"
EVENT_KEYS = (
    "cause", "hash", "kind", "payload", "prev_hash", "recorded_at", "salt", "seat", "seq", "version",
)  # fmt: skip
_UUID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
_FORMS = {  # version and seat are compared with the payload's
    "hash": re.compile(r"[0-9a-f]{64}"), "kind": re.compile(r"[a-z_]{1,40}"), "salt": re.compile(r"[0-9a-f]{32}"),
    "recorded_at": re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z", re.ASCII), "cause": _UUID,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Report:
    """What a verified file turned out to be. `checked`: what could be checked, in words for the one who asked."""

    game: str
    events: int
    head: str
    checked: str
    complete: bool = True  # False: a whole log without an end, although whole logs leave when the game is over
    commitment: str = ""
    added: tuple[str, ...] = ()  # what the seats added to the seed, by seat: hex SHA-256; empty: nothing


def write_log(game: str, events: Iterable[dict[str, Any]]) -> Iterator[bytes]:
    """The lines of a log. `events` have exactly EVENT_KEYS, times as the chain writes them, in order of seq."""
    yield _line({"format": LOG, "game": game})
    count, head = 0, GENESIS
    for event in events:
        yield _line(event)
        count, head = count + 1, event["hash"]
    yield _line({"events": count, "head": head})


def write_view(header: dict[str, Any], entries: Iterable[dict[str, Any]]) -> Iterator[bytes]:
    """The lines of what one viewer may know of a running game; the trailer holds the digest of all before it."""
    digest = hashlib.sha256()
    for one in ({"format": VIEW, **header}, *entries):
        line = _line(one)
        digest.update(line)
        yield line
    yield _line({"sha256": digest.hexdigest()})


def verify(data: bytes) -> Report:
    """Check a whole file, chain and play. Raises Divergence with the first seq at which it is not what was played."""
    lines = data.split(b"\n")
    header = _read(lines[0], 0)
    if header == {"format": LOG, "game": header.get("game")}:
        return _verify_log(str(header["game"]), lines)
    if header.get("format") == VIEW:
        return _verify_view(header, lines)
    raise Divergence(0, "the header is not that of a log")


def is_whole(data: bytes) -> bool:
    """Whether a file that has been verified holds the log itself, and not what one viewer may know."""
    return bool(_read(data.partition(b"\n")[0], 0)["format"] == LOG)


def read_events(data: bytes) -> tuple[str, list[dict[str, Any]]]:
    """The game's id and its events, of a file that has been verified."""
    lines = data.split(b"\n")
    return str(_read(lines[0], 0)["game"]), [_read(line, at) for at, line in enumerate(lines[1:-2], 1)]


def _line(value: Any) -> bytes:
    return canonical(value) + b"\n"


def _read(line: bytes, seq: int) -> dict[str, Any]:
    """One line. Raises Divergence when it is not the canonical text of an object."""
    try:
        value = json.loads(line.decode())
        same = canonical(value) == line
    except (ValueError, RecursionError):
        raise Divergence(seq, "the line is not JSON") from None
    if not isinstance(value, dict) or not same:
        raise Divergence(seq, "the line is not canonical JSON")
    return value


# --- Whole logs ---------------


def _verify_log(game: str, lines: list[bytes]) -> Report:
    """Chain first, line by line, then the play."""
    _ends_whole(lines)
    events, prev = check_chain(game, (_read(line, seq) for seq, line in enumerate(lines[1:-2], 1)))
    if lines[-2] != canonical({"events": len(events), "head": prev}):
        raise Divergence(len(events) + 1, "the trailer does not fit the events: some are missing or were added")
    proof = Proof(events)
    proof.play()
    opened, ended = events[0], any(isinstance(event, GameEnded) for event in events)
    assert isinstance(opened, GameOpened)
    what = "chain, commitment, every draw, every move, result" if ended else "chain, every move (the game is not over)"
    return Report(game, len(events), prev, what, ended, opened.commitment, tuple(proof.added))


def check_chain(game: str, events: Iterable[dict[str, Any]]) -> tuple[list[Event], str]:
    """The payloads of events (as `write_log` takes them), and the head of their chain: every hash is worked out anew.

    Raises Divergence at the first that does not stand where it should, or is not what was hashed.
    """
    if _UUID.fullmatch(game) is None:
        raise Divergence(0, "the header does not name a game")
    found: list[Event] = []
    prev = GENESIS
    for seq, raw in enumerate(events, 1):
        prev = _link(game, seq, prev, raw)
        found.append(_payload(seq, raw))
    if not found:
        raise Divergence(1, "a log has at least one event")
    return found, prev


def _link(game: str, seq: int, prev: str, raw: dict[str, Any]) -> str:
    """The hash of an event that stands where it should. Raises Divergence."""
    if tuple(sorted(raw)) != EVENT_KEYS:
        raise Divergence(seq, "the fields are not those of an event")
    if type(raw["seq"]) is not int or raw["seq"] != seq:
        raise Divergence(seq, f"the line says seq {raw['seq']!r}")
    if not all(isinstance(raw[name], str) and form.fullmatch(raw[name]) for name, form in _FORMS.items()):
        raise Divergence(seq, "a field has not the form that it must have")
    if raw["prev_hash"] != prev:
        raise Divergence(seq, "prev_hash is not the hash of the event before")
    head = Head(game, seq, raw["kind"], raw["version"], raw["seat"], raw["recorded_at"], raw["cause"], prev)
    found = event_hash(head, payload_digest(str(raw["salt"]), raw["payload"]))
    if raw["hash"] != found:
        raise Divergence(seq, "the hash is not that of the event")
    return found


def _payload(seq: int, raw: dict[str, Any]) -> Event:
    payload = raw["payload"]
    if (
        not isinstance(payload, dict)
        or payload.get("kind") != raw["kind"]
        or not _same(payload.get("v"), raw["version"])
    ):
        raise Divergence(seq, "kind or version is not that of the payload")
    if not _same(payload.get("seat"), raw["seat"]):
        raise Divergence(seq, "the seat is not that of the payload")
    try:
        return read_payload(payload)
    except (ValidationError, TypeError):
        raise Divergence(seq, "the payload is not that of any event") from None


def _ends_whole(lines: list[bytes]) -> None:
    """Raises Divergence at the last line there is, unless it is whole: a trailer below a header and something else."""
    if len(lines) < 3 or lines[-1] != b"":
        last = len(lines) - (2 if lines[-1] == b"" else 1)
        raise Divergence(max(last, 0), "the file does not end with a trailer and a line feed")


def _same(one: object, other: object) -> bool:
    """Equal, and of one type: JSON's `true` is not 1."""
    return type(one) is type(other) and one == other


# --- What one viewer may know ---------------


def _verify_view(header: dict[str, Any], lines: list[bytes]) -> Report:
    """Form, order and digest: the moves cannot be replayed from what one viewer knows."""
    _ends_whole(lines)
    entries = [_read(line, at) for at, line in enumerate(lines[1:-2], 1)]
    for at, entry in enumerate(entries, 1):
        if type(entry.get("moment")) is not int or entry["moment"] != at:
            raise Divergence(at, f"the line says moment {entry.get('moment')!r}")
        if not isinstance(entry.get("hash"), str):
            raise Divergence(at, "the line has no hash")
    body = b"".join(line + b"\n" for line in lines[:-2])
    if _read(lines[-2], len(entries) + 1) != {"sha256": hashlib.sha256(body).hexdigest()}:
        raise Divergence(len(entries) + 1, "the digest does not fit the lines before it")
    head = str(entries[-1]["hash"]) if entries else GENESIS
    return Report(str(header.get("game")), len(entries), head, "form and digest (what one viewer may know)")
