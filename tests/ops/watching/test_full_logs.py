"""The disk of the logs is full: whoever is started then works as well, and says so to nobody."""

from __future__ import annotations

import os
import smtplib
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

import pytest

from tests.ops.ports import free_port
from tests.ops.production.test_deploy import ROOT, SERVICE, compose, manifests

LONG_S = 40.0


@contextmanager
def started(*words: str, **variables: str) -> Iterator[subprocess.Popen[bytes]]:
    """A process whose output finds no room."""
    with Path("/dev/full").open("wb") as full:
        process = subprocess.Popen(
            [sys.executable, *words], cwd=ROOT, env={**os.environ, **variables}, stdout=full, stderr=full
        )
    try:
        yield process
    finally:
        process.terminate()
        process.wait(LONG_S)


def works(process: subprocess.Popen[bytes], at_work: Callable[[], object]) -> bool:
    until = time.monotonic() + LONG_S
    while time.monotonic() < until and process.poll() is None:
        with suppress(OSError, URLError):
            at_work()
            return True
        time.sleep(0.1)
    return False


def test_a_listener_takes_mail() -> None:
    port = free_port()

    def greets() -> None:
        with smtplib.SMTP("127.0.0.1", port) as client:
            assert client.ehlo()[0] == 250

    with started("manage.py", "smtp_listener", f"--port={port}") as process:
        assert works(process, greets)
        assert process.poll() is None


def test_beat_begins_by_the_command_of_the_compose_file() -> None:
    port = free_port()
    command = [str(word) for word in compose()["beat"]["command"]]
    with started("-m", *command, METRICS_PORT=str(port), METRICS_HOST="127.0.0.1") as process:
        assert works(process, lambda: urlopen(f"http://127.0.0.1:{port}/metrics").close())


@pytest.mark.parametrize("name", [name for name in SERVICE if name == "beat" or name.startswith("worker")])
def test_what_is_celerys_prints_no_greeting_which_would_be_no_line_of_json_either(name: str) -> None:
    commands = (compose()[name]["command"], manifests()[f"asgard-{name}"]["containers"][0]["command"])
    assert [command[3] for command in commands] == ["--quiet", "--quiet"]
