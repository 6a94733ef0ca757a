"""The process that takes strangers' mail apart, killed, hanging, out of memory, babbling: only its mail fails."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from subprocess import TimeoutExpired
from threading import Timer

import pytest

from asgard_pbem.mail.reading import sandbox
from asgard_pbem.mail.reading.read import ParsedMail

RAW = b"From: anna@home.example\r\nTo: play@in.asgard.localhost\r\nSubject: Hello\r\n\r\nhelp\r\n"
BEGINS = "import os, resource, signal, struct, sys, time\nout = sys.stdout.buffer\n"
READY = "out.write(struct.pack('>I', 5) + b'ready'); out.flush(); sys.stdin.buffer.read(4)\n"
FAILURES = {
    "is killed": "os.kill(os.getpid(), signal.SIGKILL)",
    "ends": "sys.exit(0)",
    "raises": "raise ZeroDivisionError",
    "eats two gigabytes": (
        "resource.setrlimit(resource.RLIMIT_AS, (768 << 20, 768 << 20)); held = bytearray(2 << 30); time.sleep(60)"
    ),
    "hangs": "time.sleep(60)",
    "goes round in circles": "while True: pass",
    "answers garbage": "out.write(struct.pack('>I', 7) + b'garbage'); out.flush(); time.sleep(60)",
    "answers without end": "out.write(struct.pack('>I', 4_000_000_000)); out.flush(); time.sleep(60)",
}


@pytest.fixture(autouse=True)
def _fresh() -> Iterator[None]:
    sandbox.stop()
    yield
    sandbox.stop()


def read() -> ParsedMail:
    return sandbox.read_apart(
        RAW, domains=["asgard.localhost"], authserv_id=None, hops=0, envelope_from=None,
        envelope_to=["play@in.asgard.localhost"],
    )  # fmt: skip


def test_whatever_becomes_of_it_the_mail_is_given_up_in_time_and_the_next_is_read(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for program in FAILURES.values():
        with monkeypatch.context() as patch:
            patch.setattr(sandbox, "PROGRAM", ("-c", BEGINS + READY + program))
            patch.setattr(sandbox, "TIME_LIMIT_S", 0.7)
            patch.setattr(sandbox, "WAIT_LIMIT_S", 0.7)
            began = time.monotonic()
            with pytest.raises(sandbox.ReadTimeout):
                read()
            assert time.monotonic() - began < 10  # its start counts as well
        assert sandbox._child is None
    assert read().text.strip() == "help"


def test_what_goes_round_in_circles_is_ended_by_its_own_work_long_before_the_clock(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sandbox, "PROGRAM", ("-c", BEGINS + READY + FAILURES["goes round in circles"]))
    monkeypatch.setattr(sandbox, "TIME_LIMIT_S", 0.5)
    monkeypatch.setattr(sandbox, "WAIT_LIMIT_S", 60.0)
    with pytest.raises(sandbox.ReadTimeout):
        read()


def test_a_machine_that_stood_still_for_longer_than_a_mail_may_take_refuses_none(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert read().text.strip() == "help"
    child = sandbox._child
    assert child is not None
    monkeypatch.setattr(sandbox, "TIME_LIMIT_S", 0.5)
    child.send_signal(signal.SIGSTOP)
    Timer(1.5, child.send_signal, (signal.SIGCONT,)).start()
    assert read().text.strip() == "help"


def test_one_that_is_slow_to_begin_is_not_the_mails_fault_and_answers_for_no_other(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """On an overloaded machine its first word came late, and was taken for an answer: a good mail was refused."""
    for program, why in (("time.sleep(60)", TimeoutError), ("sys.exit(1)", EOFError)):
        with monkeypatch.context() as patch:
            patch.setattr(sandbox, "PROGRAM", ("-c", BEGINS + program))
            patch.setattr(sandbox, "START_LIMIT_S", 1.0)
            with pytest.raises(sandbox.NoReaderError) as told:
                read()
            assert isinstance(told.value.__cause__, why)
        assert sandbox._child is None
    assert read().text.strip() == "help"


def test_less_memory_than_it_may_have_is_enough_to_read_with() -> None:
    """`ulimit -v`, systemd's LimitAS: it asked for more than its worker may have, ended, and no mail was ever read."""
    program = (
        "import os, resource, sys; held = 640 << 20; resource.setrlimit(resource.RLIMIT_AS, (held, held));"
        "os.execv(sys.executable, [sys.executable, '-m', 'asgard_pbem.mail.reading.sandbox'])"
    )
    # Root may raise a bound that others may not, where its capabilities let it: then there is nothing to be seen here.
    done = subprocess.run([sys.executable, "-c", program], input=b"", capture_output=True, check=False)
    assert (done.returncode, done.stdout[4:], done.stderr) == (0, b"ready", b"")


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_worker_that_is_asked_to_stop_reads_its_mail_to_the_end(number: signal.Signals) -> None:
    """A terminal and systemd tell the whole group: the mail that was being read was refused as malformed."""
    assert read().text.strip() == "help"
    child = sandbox._child
    assert child is not None
    child.send_signal(number)
    with pytest.raises(TimeoutExpired):
        child.wait(0.5)
    assert read().text.strip() == "help"
    assert sandbox._child is child


def test_the_reader_ends_with_its_worker() -> None:
    read()
    child = sandbox._child
    assert child is not None
    assert child.stdin is not None
    child.stdin.close()
    assert child.wait(5) == 0
