"""Ports of local play are taken once and for good; what ran where is remembered."""

from __future__ import annotations

import socket
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from asgard_pbem.embedded.management.commands.play import answers, greets
from asgard_pbem.embedded.running import places, ports
from asgard_pbem.embedded.running.supervisor import Child


def test_two_that_want_one_port_at_the_same_moment_get_two() -> None:
    with ports.listening(0) as first:
        wanted = ports.number(first)
    found: list[socket.socket] = []
    together = threading.Barrier(8)

    def take() -> None:
        together.wait(10)
        found.append(ports.listening(wanted))

    threads = [threading.Thread(target=take) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    numbers = sorted(map(ports.number, found))
    assert len(set(numbers)) == 8
    assert numbers[0] >= wanted
    for one in found:
        one.close()


def test_when_none_is_free_it_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ports, "TRIES", 1)
    with ports.listening(0) as taken, pytest.raises(OSError, match="No free port from"):
        ports.listening(ports.number(taken))


def test_a_port_that_is_held_and_not_served_yet_is_not_ready() -> None:
    with ports.listening(0) as held:
        port = ports.number(held)
        assert not answers(f"http://127.0.0.1:{port}/healthz")
        assert not greets(port)


def test_a_child_is_given_the_socket_under_its_own_number(tmp_path: Path) -> None:
    with ports.listening(0) as held:
        code = "import socket, sys; s = socket.socket(fileno=int(sys.argv[1])); c, _ = s.accept(); c.sendall(b'220 me')"
        command = [sys.executable, "-c", code, str(held.fileno())]
        child = Child("listener", command, tmp_path / "log", lambda: True, sockets=(held,))
        child.start({})
        with socket.create_connection(("127.0.0.1", ports.number(held)), timeout=20) as link:
            assert link.recv(6) == b"220 me"
        assert child.process is not None
        assert child.process.wait(10) == 0


def test_what_was_printed_and_the_ports_are_remembered(settings: object, tmp_path: Path) -> None:
    settings.LOCAL_DIR = tmp_path  # type: ignore[attr-defined]
    assert (places.last(), places.welcome()) == ({}, "")
    places.keep("Your mail: here", port=8001, smtp_port=2526)
    assert (places.last(), places.welcome()) == ({"port": 8001, "smtp_port": 2526}, "Your mail: here")
    places.forget_welcome()
    places.forget_welcome()
    assert (places.last()["port"], places.welcome()) == (8001, "")
    for broken in ("", "[]", "{", '{"port": "x", "smtp_port": 99999}'):
        (tmp_path / "ports.json").write_text(broken)
        assert places.last() == {}


def test_the_listener_takes_a_socket_that_listens_already() -> None:
    with ports.listening(0) as held:
        command = [sys.executable, "manage.py", "smtp_listener", f"--fd={held.fileno()}"]
        with subprocess.Popen(command, pass_fds=[held.fileno()], stdout=subprocess.PIPE) as process:
            try:
                assert process.stdout is not None
                assert f"127.0.0.1:{ports.number(held)}" in process.stdout.readline().decode()
                assert greets(ports.number(held))
            finally:
                process.terminate()
