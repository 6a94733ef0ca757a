"""Files that somebody made to hurt who checks them: always a sentence and an exit code, never a traceback."""

from __future__ import annotations

import copy
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.__main__ import ALTERED, INCOMPLETE, MOST_BYTES, PROVED, UNKNOWN, main
from engine.log.chain import GENESIS, Head, canonical, event_hash, payload_digest
from engine.table import registry
from tests.engine.test_golden_logs import HOME, INSTALLED
from tests.toys import toy

ROOT = Path(__file__).resolve().parents[2]
GAMES = {name: (HOME / f"v1_{name}.log").read_bytes() for name in ("toy", "aesir", "closed")}
# What a forger may put anywhere: too large, too small, of another type, or of another game.
ODD = st.one_of(
    st.sampled_from([0, -1, 1, 7, 3_000_000_000, 10_000_000_000, 2**63, 2**64 + 1, 10**400, True, None, 1.5]),
    st.text(max_size=8), st.sampled_from(["", "f" * 64, "undone", "move_made", "chess", "\x1b[2J", "\u202e"]),
    st.lists(st.integers(-2, 12), max_size=6), st.dictionaries(st.text(max_size=4), st.integers(), max_size=3),
)  # fmt: skip


def rechained(header: dict[str, Any], events: list[dict[str, Any]]) -> bytes:
    """A file whose hashes fit whatever stands in it."""
    lines, prev = [canonical(header)], GENESIS
    for seq, event in enumerate(events, 1):
        head = Head(
            header["game"], seq, event["kind"], event["version"], event["seat"], event["recorded_at"], event["cause"],
            prev,
        )  # fmt: skip
        mark = event_hash(head, payload_digest(str(event["salt"]), event["payload"]))
        lines.append(canonical({**event, "seq": seq, "prev_hash": prev, "hash": mark}))
        prev = mark
    return b"\n".join([*lines, canonical({"events": len(events), "head": prev}), b""])


def places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Every (container, key) of a JSON value."""
    keys = value.keys() if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    for key in list(keys):
        yield value, key
        yield from places(value[key])


@st.composite
def forgeries(draw: st.DrawFn) -> bytes:
    """An honest log with a few values changed, and events left out, doubled or moved; its chain made anew."""
    header, *events, _ = [json.loads(line) for line in GAMES[draw(st.sampled_from(sorted(GAMES)))].splitlines()]
    events = copy.deepcopy(events)
    for _ in range(draw(st.integers(0, 2))):
        at = draw(st.integers(0, len(events) - 1))
        moved = events.pop(at)
        if draw(st.booleans()) or not events:
            events.insert(draw(st.integers(0, len(events))), moved)
    for _ in range(draw(st.integers(0, 3))):
        event = draw(st.sampled_from(events))
        container, key = draw(st.sampled_from(list(places(event))))
        container[key] = draw(ODD)
        if isinstance(event["payload"], dict) and draw(st.booleans()):  # or its outside would betray it at once
            event["kind"], event["version"] = event["payload"].get("kind"), event["payload"].get("v")
            event["seat"] = event["payload"].get("seat")
    return rechained(header, events)


def outcome(data: bytes, folder: Path, capsys: pytest.CaptureFixture[str]) -> tuple[int, str]:
    file = folder / "forged.log"
    file.write_bytes(data)
    capsys.readouterr()
    code = main(["verify", str(file)])
    said = capsys.readouterr()
    return code, said.out + said.err


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("hostile")


@pytest.fixture(scope="module", autouse=True)
def _toy_is_installed_too() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(registry, "games", lambda: {**INSTALLED, toy.game.key: toy.game})
        yield


def test_any_forgery_ends_in_a_sentence(folder: Path) -> None:
    file = folder / "forged.log"

    @given(forgeries())
    def ends_in_a_sentence(data: bytes) -> None:
        file.write_bytes(data)
        assert main(["verify", str(file)]) in {PROVED, ALTERED, UNKNOWN, INCOMPLETE}

    ends_in_a_sentence()


def test_any_bytes_end_in_a_sentence(folder: Path) -> None:
    file = folder / "bytes.log"
    whole = GAMES["toy"]

    @given(st.integers(0, len(whole)), st.integers(0, len(whole)), st.binary(max_size=40))
    def ends_in_a_sentence(first: int, last: int, put: bytes) -> None:
        data = whole[: min(first, last)] + put + whole[max(first, last) :]
        file.write_bytes(data)
        assert main(["verify", str(file)]) == (PROVED if data == whole else ALTERED)

    ends_in_a_sentence()


def test_what_a_stranger_wrote_does_not_steer_the_terminal(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    header, *events, _ = [json.loads(line) for line in GAMES["toy"].splitlines()]
    events[0]["payload"]["game"] = "\x1b[2Jchess\nverified"
    code, said = outcome(rechained(header, events), folder, capsys)
    assert code == UNKNOWN
    assert "\x1b" not in said
    assert said.count("\n") == 1


def test_a_log_without_its_end_is_incomplete(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    header, *events, _ = [json.loads(line) for line in GAMES["toy"].splitlines()]
    code, said = outcome(rechained(header, events[:-1]), folder, capsys)
    assert code == INCOMPLETE
    assert "INCOMPLETE" in said


def test_an_honest_log_says_what_every_seat_added(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, said = outcome(GAMES["closed"], folder, capsys)
    assert code == PROVED
    assert "Seat 2 added to the seed: nothing." in said


def test_a_file_larger_than_any_log_is_not_read(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert outcome(b"[" * (MOST_BYTES + 1), folder, capsys)[0] == ALTERED


def test_nesting_without_end_is_refused(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert outcome(b"[" * 1_000_000 + b"\n\n\n", folder, capsys) == (
        ALTERED, f"{folder}/forged.log: first divergence at seq 0: the line is not JSON\n"
    )  # fmt: skip


@pytest.mark.parametrize("size", [3_000_000_000, 10_000_000_000])
def test_the_program_itself_ends_in_a_sentence(size: int, folder: Path) -> None:
    header, *events, _ = [json.loads(line) for line in GAMES["aesir"].splitlines()]
    events[0]["payload"]["seats"] = size
    next(one for one in events if one["kind"] == "game_started")["payload"]["draws"][0]["size"] = size
    file = folder / "huge.log"
    file.write_bytes(rechained(header, events))
    done = subprocess.run(
        [sys.executable, "-m", "engine", "verify", str(file)], cwd=ROOT, env={**os.environ}, capture_output=True,
        text=True, check=False, timeout=60,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (ALTERED, "")
    assert "first divergence at seq 1" in done.stdout
