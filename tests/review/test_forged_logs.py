"""Logs whose chain was made anew after the tampering: only replay can tell, and it must tell without a traceback."""

from __future__ import annotations

import copy
import hashlib
import json
from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest

from asgard_pbem.tables import services
from asgard_pbem.tables.models import Player
from asgard_pbem.tables.reading import logfile
from engine.log.chain import GENESIS, Head, canonical, event_hash, payload_digest
from engine.log.exported import VIEW, verify
from engine.log.proof import Divergence
from tests.tables.conftest import OpenToy, lay

pytestmark = pytest.mark.django_db
Events = list[dict[str, Any]]


@pytest.fixture
def played(open_toy: OpenToy, people: list[Player]) -> bytes:
    """A whole game of two in two rounds, in which each seat once took something back."""
    game = open_toy(2, options={"hand": 3})
    for seat in (0, 1):
        services.submit_orders(game.pk, seat=seat, player=people[seat], lines=["boast"], cause=uuid4())
        services.undo(game.pk, seat=seat, player=people[seat], cause=uuid4())
    for _ in range(2):
        lay(game, 0, people[0])
        lay(game, 1, people[1])
    return logfile.export(game.pk, viewer=None)


def _chained(header: dict[str, Any], events: Events) -> bytes:
    """The file of `events` with seqs and hashes that fit one another."""
    lines, prev = [canonical(header)], GENESIS
    for seq, event in enumerate(events, 1):
        head = Head(
            header["game"],
            seq,
            event["kind"],
            event["version"],
            event["seat"],
            event["recorded_at"],
            event["cause"],
            prev,
        )
        mark = event_hash(head, payload_digest(event["salt"], event["payload"]))
        lines.append(canonical(event | {"seq": seq, "prev_hash": prev, "hash": mark}))
        prev = mark
    return b"\n".join([*lines, canonical({"events": len(events), "head": prev}), b""])


def _forged(data: bytes, change: Callable[[Events], Events | None]) -> bytes:
    header, *events, _ = [json.loads(line) for line in data.split(b"\n")[:-1]]
    kept = copy.deepcopy(events)
    return _chained(header, change(kept) or kept)


def _first(events: Events, kind: str) -> dict[str, Any]:
    return next(event for event in events if event["kind"] == kind)


def test_the_true_log_is_proved_undone_moves_and_all(played: bytes) -> None:
    assert verify(played).checked.startswith("chain, commitment")
    assert verify(_forged(played, lambda events: None)).events == verify(played).events


def _seed_of_other_letters(events: Events) -> None:
    _first(events, "game_ended")["payload"]["seed"] = "not hex"


def _winner_of_a_closed_game(events: Events) -> None:
    _first(events, "game_ended")["payload"]["closed"] = True


def _deal_by_hand(events: Events) -> None:
    started = _first(events, "game_started")["payload"]
    state = {"hands": [[20, 21, 22], [1, 2, 3]], "laid": [None, None], "wins": [0, 0], "boasts": [0, 0], "round": 1}
    started |= {"draws": [], "state": state}


def _seat_that_is_not_there(events: Events) -> None:
    taken = copy.deepcopy(_first(events, "seat_taken"))
    taken["seat"] = taken["payload"]["seat"] = 7
    events.insert(3, taken)


def _undo_of_what_was_shown(events: Events) -> Events:
    undone = copy.deepcopy(_first(events, "undone"))
    last = max(place for place, event in enumerate(events) if event["kind"] == "move_made")
    undone["seat"] = undone["payload"]["seat"] = events[last]["seat"]
    undone["payload"]["to"] = last
    return [*events[: last + 1], undone, *events[last:]]


def _undo_of_anothers_move(events: Events) -> None:
    undone = _first(events, "undone")
    undone["seat"] = undone["payload"]["seat"] = 1


FORGERIES = [
    _seed_of_other_letters, _winner_of_a_closed_game, _deal_by_hand, _seat_that_is_not_there, _undo_of_what_was_shown,
    _undo_of_anothers_move,
]  # fmt: skip


@pytest.mark.parametrize("forgery", FORGERIES, ids=lambda forgery: forgery.__name__.strip("_"))
def test_a_forgery_with_a_chain_of_its_own_is_named(played: bytes, forgery: Callable[[Events], Events | None]) -> None:
    with pytest.raises(Divergence) as found:
        verify(_forged(played, forgery))
    assert found.value.seq > 0


def test_numbers_written_otherwise_in_the_trailer_are_found(played: bytes) -> None:
    count = verify(played).events
    altered = played.replace(b'{"events":%d,' % count, b'{"events":%d.0,' % count)
    assert altered != played
    with pytest.raises(Divergence):
        verify(altered)


@pytest.mark.parametrize("entry", [{"moment": 1}, {"moment": True, "hash": ""}, {"moment": 1, "hash": 5}])
def test_a_view_whose_lines_are_no_moments_is_refused_without_a_traceback(entry: dict[str, Any]) -> None:
    lines = [canonical({"format": VIEW, "game": "g"}), canonical(entry)]
    digest = hashlib.sha256(b"".join(line + b"\n" for line in lines)).hexdigest()
    with pytest.raises(Divergence):
        verify(b"\n".join([*lines, canonical({"sha256": digest}), b""]))
