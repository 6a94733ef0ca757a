"""The hash chain to the byte: docs/game-log.md gives these very numbers."""

from __future__ import annotations

import hashlib
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.log.chain import GENESIS, Head, canonical, event_hash, payload_digest

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
