"""The hash chain to the byte: docs/game-log.md gives these very numbers."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.log.chain import GENESIS, Head, canonical, event_hash, payload_digest
from engine.log.exported import VIEW, check_chain, is_whole, read_events, verify, write_view
from engine.log.proof import Divergence
from tests.engine.test_hostile_logs import GAMES, rechained

GAME, CAUSE = "00000000-0000-4000-8000-000000000001", "00000000-0000-4000-8000-000000000002"
HEAD = Head(GAME, 1, "undone", 1, 0, "2026-01-02T03:04:05.000006Z", CAUSE, GENESIS)
PAYLOAD = {"kind": "undone", "v": 1, "seat": 0, "to": 1}
SALT = "00" * 16

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)


def test_the_worked_example_of_the_documentation() -> None:
    digest = payload_digest(SALT, PAYLOAD)
    assert canonical(PAYLOAD) == b'{"kind":"undone","seat":0,"to":1,"v":1}'
    assert digest == "f34d0d5dd3dd959eb4f4f225de62da2544576198293f02af5fc65291b0c551d3"
    assert event_hash(HEAD, digest) == "032ccba0a3500317320008af5f792613a2dc6018cc3603c8e1439976e4a24297"


def test_a_hash_made_by_hand() -> None:
    digest = hashlib.sha256(SALT.encode() + b"\x00" + canonical(PAYLOAD)).hexdigest()
    line = f'["asgard-pbem/event/v1","{GAME}",1,"undone",1,0,"{HEAD.recorded_at}","{CAUSE}","{GENESIS}","{digest}"]'
    assert event_hash(HEAD, payload_digest(SALT, PAYLOAD)) == hashlib.sha256(line.encode()).hexdigest()


@given(JSON)
def test_canonical_text_is_one_text_for_one_value(value: object) -> None:
    text = canonical(value)
    assert canonical(json.loads(text)) == text


def test_no_escapes_no_blanks_and_sorted_keys() -> None:
    assert canonical({"я": "é\n", "a": [1, None]}) == '{"a":[1,null],"я":"é\\n"}'.encode()
    with pytest.raises(ValueError, match="not JSON compliant"):
        canonical(float("nan"))


@pytest.mark.parametrize("field", Head._fields)
def test_every_field_of_the_head_counts(field: str) -> None:
    values = {name: getattr(HEAD, name) for name in Head._fields}
    values[field] = 2 if isinstance(values[field], int) else "other"
    assert event_hash(Head(**values), "") != event_hash(HEAD, "")


# --- Lines of a file that say something else than was hashed, or in another form ---------------

NAME, EVENTS = read_events(GAMES["toy"])
MOVE = next(one["seq"] for one in EVENTS if one["kind"] == "move_made")


def altered(change: dict[str, Any], *, hashed: bool) -> Divergence:
    """What is found where one line says otherwise; `hashed`: with a chain made anew, so that only its form is wrong."""
    events = [one | change if one["seq"] == MOVE else one for one in EVENTS]
    if hashed:
        events = read_events(rechained({"game": NAME}, events))[1]
    with pytest.raises(Divergence) as found:
        check_chain(NAME, events)
    return found.value


def test_the_lines_of_an_honest_log_are_a_chain() -> None:
    assert check_chain(NAME, EVENTS)[1] == EVENTS[-1]["hash"]
    assert check_chain(NAME, read_events(rechained({"game": NAME}, EVENTS))[1])[1] == EVENTS[-1]["hash"]


@pytest.mark.parametrize(
    "change, why",
    [
        ({"seq": MOVE + 1}, "the line says seq"),
        ({"seq": float(MOVE)}, "the line says seq"),
        ({"prev_hash": "f" * 64}, "prev_hash is not"),
        ({"hash": "f" * 64}, "the hash is not"),
        ({"salt": "f" * 32}, "the hash is not"),
        ({"more": 1}, "the fields are not"),
    ],
)
def test_what_a_line_says_of_its_place_is_what_it_has(change: dict[str, Any], why: str) -> None:
    found = altered(change, hashed=False)
    assert (found.seq, why in found.why) == (MOVE, True)


@pytest.mark.parametrize(
    "change, why",
    [
        ({"salt": "00"}, "a field has not the form"),
        ({"cause": "me"}, "a field has not the form"),
        ({"cause": None}, "a field has not the form"),
        ({"recorded_at": "2026-01-02T03:04:05Z"}, "a field has not the form"),
        ({"kind": "undone"}, "kind or version"),
        ({"version": 2}, "kind or version"),
        ({"version": True}, "kind or version"),
        ({"seat": 7}, "the seat is not"),
    ],
)
def test_what_is_hashed_has_one_form_and_says_what_its_payload_says(change: dict[str, Any], why: str) -> None:
    found = altered(change, hashed=True)
    assert (found.seq, why in found.why) == (MOVE, True)


def test_a_log_has_events_and_is_of_a_game() -> None:
    with pytest.raises(Divergence, match="at least one event"):
        check_chain(NAME, [])
    for name in (NAME.upper(), "", "chess", f"{NAME}\n"):
        of_it = rechained({"game": name}, EVENTS)
        with pytest.raises(Divergence, match="seq 0: the header does not name a game"):
            check_chain(name, read_events(of_it)[1])
        with pytest.raises(Divergence, match="seq 0: the header"):
            verify(of_it)


@pytest.mark.parametrize("payload", [{"kind": "danced"}, {"more": 1}], ids=["of no kind", "with more to it"])
def test_a_line_holds_what_some_event_does(payload: dict[str, Any]) -> None:
    move = next(one for one in EVENTS if one["seq"] == MOVE)["payload"] | payload
    found = altered({"payload": move, "kind": move["kind"]}, hashed=True)
    assert (found.seq, found.why) == (MOVE, "the payload is not that of any event")


def test_a_log_ends_with_its_trailer_and_a_line_feed() -> None:
    log = GAMES["toy"]
    lines = log.splitlines(keepends=True)
    assert is_whole(log)
    assert [one["seq"] for one in EVENTS] == list(range(1, len(lines) - 1))
    for cut, seq in ((log[:-1], len(EVENTS) + 1), (lines[0], 0), (b"".join(lines[:-1]), len(EVENTS))):
        with pytest.raises(Divergence) as found:
            verify(cut)
        assert found.value.seq == seq


@pytest.mark.parametrize(
    "change, why",
    [
        (lambda line: line.replace(b":", b": ", 1), "the line is not canonical JSON"),
        (lambda line: line[: line.index(b":")] + b":0," + line[1:], "the line is not canonical JSON"),  # said twice
        (lambda line: b"[" + line + b"]", "the line is not canonical JSON"),
        (lambda line: line[:-1], "the line is not JSON"),
    ],
)
def test_what_says_the_same_in_other_bytes_is_named_with_its_line(change: Callable[[bytes], bytes], why: str) -> None:
    for whole, at in ((GAMES["toy"], MOVE), (GAMES["toy"], 0), (b"".join(view({"moment": 1, "hash": "a"})), 1),
                      (b"".join(view({"moment": 1, "hash": "a"})), 2)):  # fmt: skip
        lines = whole.split(b"\n")
        lines[at] = change(lines[at])
        with pytest.raises(Divergence) as found:
            verify(b"\n".join(lines))
        assert (found.value.seq, found.value.why) == (at, why)


def view(*entries: dict[str, Any]) -> list[bytes]:
    return list(write_view({"game": NAME}, entries))


def test_what_one_viewer_may_know_is_whole_and_in_order() -> None:
    lines = view({"moment": 1, "hash": "a"}, {"moment": 2, "hash": "b"})
    report = verify(b"".join(lines))
    assert (report.game, report.events, report.head, report.complete) == (NAME, 2, "b", True)
    assert verify(b"".join(view())).head == GENESIS
    assert not is_whole(b"".join(lines))
    other = view({"moment": 1, "hash": "c"}, {"moment": 2, "hash": "b"})
    for forged, seq in (
        ([*lines[:1], other[1], *lines[2:]], 3),  # another line
        ([*lines[:2], *other[3:]], 2),  # one less
        ([lines[0], lines[2], lines[1], lines[3]], 1),
        (lines[:-1], 2),
        ([*lines, b"{}"], 4),
        ([canonical({"format": VIEW, "game": NAME}) + b"\n"], 0),
        (view({"moment": True, "hash": "a"}), 1),
        (view({"moment": 1, "hash": "a"}, {"moment": 2}), 2),
        (view({"moment": 1, "hash": "a"}, {"moment": 2, "hash": None}), 2),
    ):
        with pytest.raises(Divergence) as found:
            verify(b"".join(forged))
        assert found.value.seq == seq
