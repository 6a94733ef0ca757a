"""LMTP (RFC 2033): a message is answered once for each recipient that was taken, at a port or a Unix socket."""

from __future__ import annotations

import signal
import smtplib
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from django.db import OperationalError, connections

from asgard_pbem.mail.doors import listener
from asgard_pbem.mail.models import InboundMail
from tests.mail.doors.test_doors import RAW, TO, free_port

ROOT = Path(__file__).resolve().parents[3]
OTHER = "play+" + "b" * 26 + "@in.asgard.localhost"
LARGE = RAW + b"x" * 70 + b"\r\n" + (b"x" * 70 + b"\r\n") * 15_000
LONG = RAW + b"x" * 300_000 + b"\r\n"


@pytest.fixture
def brief_connections(transactional_db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """The listener's own thread lets its connection go after each mail, so that the test database can be dropped."""
    monkeypatch.setitem(connections.settings["default"], "CONN_MAX_AGE", 0)


@pytest.fixture(params=["port", "socket"])
def door(request: pytest.FixtureRequest, brief_connections: None, tmp_path: Path) -> Iterator[str]:
    """Where LMTP is spoken."""
    where = f"127.0.0.1:{free_port()}" if request.param == "port" else str(tmp_path / "lmtp")
    running = listener.lmtp_listener(where)
    running.start()
    yield where
    running.stop()
    assert not Path(where).exists()


def talk(door: str, content: bytes, *recipients: str) -> list[bytes]:
    """The codes of all answers behind the message, read until QUIT is answered."""
    if door.startswith("/"):
        connection = socket.socket(socket.AF_UNIX)
        connection.connect(door)
    else:
        host, _, port = door.rpartition(":")
        connection = socket.create_connection((host, int(port)))
    connection.settimeout(20)
    with connection, connection.makefile("rwb") as lines:
        lines.readline()
        for line in ("LHLO me", "MAIL FROM:<a@b.example>", *(f"RCPT TO:<{one}>" for one in recipients), "DATA"):
            lines.write(line.encode() + b"\r\n")
            lines.flush()
            while (answer := lines.readline())[3:4] == b"-":
                pass
        assert answer.startswith(b"354")
        lines.write(content + b".\r\n" + b"QUIT\r\n")
        lines.flush()
        found = [line[:3] for line in lines]
    assert found.pop() == b"221"
    return found


def test_a_message_to_one_is_taken_as_python_itself_sends_it(door: str) -> None:
    with smtplib.LMTP(*((door,) if door.startswith("/") else ("127.0.0.1", int(door.rpartition(":")[2])))) as client:
        assert client.sendmail("anna@home.example", [TO], RAW) == {}
        assert client.sendmail("anna@home.example", [OTHER], RAW) == {}
    assert sorted(InboundMail.objects.values_list("source", "envelope_to")) == [("lmtp", TO), ("lmtp", OTHER)]


@pytest.mark.parametrize("content, code", [(RAW, b"250"), (LARGE, b"552"), (LONG, b"500")])
@pytest.mark.parametrize("count", [1, 2, 3])
def test_every_recipient_that_was_taken_has_an_answer(door: str, content: bytes, code: bytes, count: int) -> None:
    recipients = [TO, OTHER, "play+" + "c" * 26 + "@in.asgard.localhost"][:count]
    assert talk(door, content, *recipients, "nobody@home.example") == [code] * count
    assert InboundMail.objects.count() == (count if code == b"250" else 0)


def test_when_the_database_is_down_each_is_told_to_try_again(door: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def down(*_: Any, **__: Any) -> None:
        raise OperationalError("connection refused")

    monkeypatch.setattr(listener, "accept", down)
    assert talk(door, RAW, TO, OTHER) == [b"451", b"451"]


def test_only_lmtp_is_spoken_there(door: str) -> None:
    if not door.startswith("/"):
        with smtplib.SMTP("127.0.0.1", int(door.rpartition(":")[2])) as client:
            assert client.ehlo()[0] == 500


def test_a_socket_is_for_its_group_and_takes_the_place_of_one_that_was_left(
    brief_connections: None, tmp_path: Path
) -> None:
    path = tmp_path / "lmtp"
    with socket.socket(socket.AF_UNIX) as left:
        left.bind(str(path))
    door = listener.lmtp_listener(str(path))
    door.start()
    try:
        assert path.stat().st_mode & 0o777 == 0o660
        assert talk(str(path), RAW, TO) == [b"250"]
    finally:
        door.stop()


@pytest.mark.parametrize("where", ["24", "localhost", "localhost:lmtp"])
def test_a_place_that_is_none_is_refused(where: str) -> None:
    with pytest.raises(ValueError, match=r"host:port|invalid literal"):
        listener.lmtp_listener(where)


def test_the_listener_speaks_both_at_once(tmp_path: Path) -> None:
    port, path = free_port(), tmp_path / "lmtp"
    command = [sys.executable, "manage.py", "smtp_listener", f"--port={port}", f"--lmtp-at={path}"]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE) as process:
        try:
            assert process.stdout is not None
            assert process.stdout.readline().decode().rstrip().endswith(f"on 127.0.0.1:{port} and {path}.")
            with smtplib.SMTP("127.0.0.1", port) as client:
                assert client.ehlo()[0] == 250
            with smtplib.LMTP(str(path)) as client:
                assert client.ehlo()[0] == 250
            process.send_signal(signal.SIGTERM)
            assert process.wait(20) == 0
        finally:
            with suppress(ProcessLookupError):
                process.kill()
    assert not path.exists()
