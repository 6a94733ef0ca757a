"""Whatever ends, and whenever: each letter is stored once and put away once."""

from __future__ import annotations

import os
import random
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import timedelta
from hashlib import sha256
from pathlib import Path
from typing import Any
from urllib.parse import quote
from urllib.request import urlopen

import pytest
from django.conf import settings
from django.db import DatabaseError, OperationalError, connection, connections
from pytest_django import Settings as SettingsWrapper

from asgard_pbem.mail.doors import inbound
from asgard_pbem.mail.doors.imap import fetching, worker
from asgard_pbem.mail.doors.imap.fetching import Round
from asgard_pbem.mail.doors.imap.letterbox import Letterbox
from asgard_pbem.mail.doors.imap.mailboxes import mailboxes
from asgard_pbem.mail.management import stuck
from asgard_pbem.mail.models import InboundMail
from asgard_pbem.tables.guards import pulse
from tests.mail.doors.imap.conftest import HANDLED, REFUSED, a_letter, fetch, mailbox, stored
from tests.mail.doors.imap.dovecot import Dovecot
from tests.ops.ports import free_port

ROOT = Path(__file__).resolve().parents[4]
SOON_S = 20.0


class Killed(BaseException):
    """The process ends here."""


class Mortal:
    """An IMAP client in a process that is killed at its `left`-th command, before the server has it or after."""

    def __init__(self, client: Any, left: list[int], *, after: bool) -> None:
        self.client, self.left, self.after = client, left, after

    def __setattr__(self, name: str, value: Any) -> None:
        if name == "normalise_times":
            setattr(self.client, name, value)
        else:
            super().__setattr__(name, value)

    def __getattr__(self, name: str) -> Any:
        found = getattr(self.client, name)
        if not callable(found) or name in {"has_capability", "shutdown", "logout"}:
            return found

        def command(*arguments: Any, **named: Any) -> Any:
            self.left[0] -= 1
            if self.left[0] == 0 and not self.after:
                raise Killed
            answer = found(*arguments, **named)
            if self.left[0] == 0:
                raise Killed
            return answer

        return command


def digests(letters: list[bytes]) -> list[str]:
    return sorted(sha256(raw).hexdigest() for raw in letters)


def kill_at(monkeypatch: pytest.MonkeyPatch, server: Dovecot, moment: int, *, after: bool) -> bool:
    """Let a worker be killed at its `moment`-th command; False when it has not so many."""
    left = [moment]
    connect = Letterbox.__init__.__globals__["_connect"]
    with monkeypatch.context() as patched:
        patched.setitem(Letterbox.__init__.__globals__, "_connect", lambda box: Mortal(connect(box), left, after=after))
        try:
            fetch(server)
        except Killed:
            return True
    return False


@pytest.mark.django_db
@pytest.mark.parametrize("capability", ["", "IMAP4rev1 UIDPLUS"])
@pytest.mark.parametrize("after", [False, True])
def test_a_worker_that_is_killed_at_any_command_loses_and_doubles_nothing(
    monkeypatch: pytest.MonkeyPatch, capability: str, after: bool
) -> None:
    moments = 0
    with Dovecot(capability=capability) as server:
        letters = list[bytes]()
        for moment in range(1, 60):
            letters += [a_letter("one"), a_letter("two")]
            server.deliver(*letters[-2:])
            killed = kill_at(monkeypatch, server, moment, after=after)
            fetch(server)
            assert stored() == digests(letters)
            assert server.lying() == []
            handled = server.lying(HANDLED)
            assert set(handled) == set(letters)
            assert capability or len(handled) == len(letters)  # a copy that was cut short is made once more
            if not killed:
                break
            moments += 1
    assert moments >= 12


@pytest.mark.django_db
@pytest.mark.parametrize("before", [True, False])
def test_nor_does_one_that_is_killed_around_the_commit(
    monkeypatch: pytest.MonkeyPatch, server: Dovecot, before: bool
) -> None:
    letters = [a_letter("one"), a_letter("two")]
    server.deliver(*letters)
    accept = inbound.accept

    def killed(*arguments: Any, **named: Any) -> Any:
        if not before:
            accept(*arguments, **named)
        raise Killed

    with monkeypatch.context() as patched:
        patched.setattr(inbound, "accept", killed)
        with pytest.raises(Killed):
            fetch(server)
    assert len(stored()) == (0 if before else 1)
    assert server.lying() == letters
    fetch(server)
    assert (stored(), server.lying(HANDLED)) == (digests(letters), letters)


@pytest.mark.django_db
def test_while_the_database_is_away_letters_stay_where_they_are(
    monkeypatch: pytest.MonkeyPatch, server: Dovecot
) -> None:
    letters = [a_letter("one"), a_letter("two")]
    server.deliver(*letters)

    def down(*_: Any, **__: Any) -> None:
        raise OperationalError("connection refused")

    visits = Round()
    with monkeypatch.context() as patched:
        patched.setattr(inbound, "accept", down)
        for _ in range(6):
            with pytest.raises(DatabaseError), Letterbox(mailbox(server)) as box:
                visits.empty(box)
    assert server.lying() == letters
    with Letterbox(mailbox(server)) as box:
        visits.empty(box)
    assert (stored(), server.lying(HANDLED)) == (digests(letters), letters)


def number_anew(folder: Path) -> None:
    """Another UIDVALIDITY, under which each of two letters has the number of the other."""
    head, first, second, *_ = (folder / "dovecot-uidlist").read_text().splitlines()
    for path in folder.glob("dovecot*"):
        path.unlink()
    head = re.sub(r"V(\d+)", lambda found: f"V{int(found[1]) + 1000}", head)
    lines = (head, "1 " + second.partition(" ")[2], "2 " + first.partition(" ")[2])
    (folder / "dovecot-uidlist").write_text("".join(f"{line}\n" for line in lines))
    os.chown(folder / "dovecot-uidlist", folder.stat().st_uid, folder.stat().st_gid)


@pytest.mark.django_db
def test_a_mailbox_that_is_numbered_anew_gives_each_letter_once(server: Dovecot) -> None:
    letters = [a_letter(str(number)) for number in range(4)]
    server.deliver(*letters[:2])
    visits = Round()
    with Letterbox(mailbox(server)) as box:
        before = box.validity
        for uid in box.waiting():  # stored, and the worker ended before it could move them
            letter = box.letter(uid, settings.MAIL_DATA_LIMIT_BYTES)
            assert letter is not None
            fetching.store(letter)
            visits.stored[uid] = box.refused  # and what it knew of these numbers
        visits.validity = box.validity
    server.stop()
    number_anew(server.folder_of())
    server.start()
    server.deliver(*letters[2:])
    with Letterbox(mailbox(server)) as box:
        assert box.validity != before
        visits.empty(box)
    assert stored() == digests(letters)
    assert (sorted(server.lying(HANDLED)), server.lying(REFUSED)) == (sorted(letters), [])


@contextmanager
def running(work: Callable[[threading.Event], None], count: int = 1) -> Iterator[None]:
    """`work` in threads of its own, as long as the block lasts."""
    stop, failed = threading.Event(), list[BaseException]()

    def run() -> None:
        try:
            work(stop)
        except BaseException as problem:  # noqa: BLE001  told below
            failed.append(problem)
        finally:
            connections.close_all()

    threads = [threading.Thread(target=run) for _ in range(count)]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        stop.set()
        for thread in threads:
            thread.join(30)
    assert not failed, failed


def soon(there: Callable[[], bool], what: str) -> float:
    """Seconds until it was so."""
    began = time.monotonic()
    while time.monotonic() < began + SOON_S:
        with suppress(OSError):
            if there():
                return time.monotonic() - began
        time.sleep(0.05)
    raise AssertionError(f"Not within {SOON_S} s: {what}")


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("capability", ["", "IMAP4rev1 UIDPLUS"])
def test_two_workers_at_one_mailbox_store_and_move_each_letter_once(capability: str) -> None:
    letters = [a_letter(str(number)) for number in range(30)]
    with Dovecot(capability=capability) as server:
        server.deliver(*letters)
        both = threading.Barrier(2)

        def work(_: threading.Event) -> None:
            with Letterbox(mailbox(server)) as box:
                both.wait(10)
                Round().empty(box)

        with running(work, count=2):
            pass
        assert stored() == digests(letters)
        assert (server.lying(), sorted(server.lying(HANDLED))) == ([], sorted(letters))


@pytest.mark.django_db(transaction=True)
def test_a_new_letter_is_heard_of_at_once(server: Dovecot, settings: SettingsWrapper) -> None:
    settings.IMAP_LOOK_S = 600
    with running(lambda stop: worker.watch([mailbox(server)], stop)):
        soon(lambda: "Asgard" in " ".join(path.name for path in server.folder_of().glob(".*")), "the worker is there")
        time.sleep(1.5)  # it is listening by now; were it not, it would look at its beginning
        server.deliver(a_letter())
        assert soon(lambda: len(stored()) == 1, "the letter is stored") < 10
        soon(lambda: not server.lying(), "the letter is moved")


def another_pulse(name: str) -> Callable[[], bool]:
    before = pulse.last(name)
    return lambda: pulse.last(name) != before


def has_stored(count: int) -> Callable[[], bool]:
    return lambda: len(stored()) == count


@pytest.mark.django_db(transaction=True)
def test_where_the_server_does_not_tell_the_worker_looks(settings: SettingsWrapper) -> None:
    settings.IMAP_LOOK_S = 1
    with Dovecot(capability="IMAP4rev1 MOVE") as server, running(lambda stop: worker.watch([mailbox(server)], stop)):
        for number in range(1, 3):
            server.deliver(a_letter())
            soon(has_stored(number), "the letter is stored")


@pytest.mark.django_db(transaction=True)
def test_a_server_that_goes_away_and_comes_back_and_another_that_is_down_for_good(
    server: Dovecot, settings: SettingsWrapper
) -> None:
    settings.IMAP_LOOK_S = 600
    nobody = mailboxes([server.address().replace(str(server.port), "1")])[0]
    letters = [a_letter(str(number)) for number in range(3)]
    with running(lambda stop: worker.watch([nobody, mailbox(server), mailbox(server, user="more")], stop)):
        for number, raw in enumerate(letters):
            server.deliver(raw)
            soon(has_stored(number + 1), "the letter is stored")
            soon(lambda: not server.lying(), "the letter is moved")
            server.stop()
            time.sleep(0.5)
            server.start()
        server.deliver(a_letter("to the other"), user="more")
        soon(lambda: len(stored()) == 4, "the other mailbox is emptied too")
    assert server.lying(HANDLED) == letters


@pytest.mark.django_db(transaction=True)
def test_when_a_mailbox_was_emptied_is_noted_and_that_one_never_was(server: Dovecot, settings: SettingsWrapper) -> None:
    """Else a password that is wrong is found out by those whose time is up."""
    settings.IMAP_LOOK_S = 1
    both = mailboxes(["imaps://nobody:sesame@127.0.0.1:1/", server.address()])
    with running(lambda stop: worker.watch(both, stop)):
        soon(lambda: pulse.last("mailbox 1") is not None, "the first try is noted")
        never = pulse.last("mailbox 1")
        for _ in range(2):
            soon(another_pulse("mailbox 2"), "the other is emptied again")
        assert pulse.last("mailbox 1") == never
    assert never is not None
    later = never + timedelta(minutes=20)
    told = [(one.name, one.why) for one in stuck.everything(later) if one.what == "mail in"]
    assert told == [("mailbox 1", "is not emptied"), ("mailbox 2", "is not emptied")]
    assert not [one for one in stuck.everything(later + timedelta(days=7)) if one.what == "mail in"]


def scraped(port: int) -> str:
    with urlopen(f"http://127.0.0.1:{port}/metrics", timeout=5) as answer:
        return str(answer.read().decode())


def the_command(server: Dovecot, *options: str, **more: str) -> subprocess.Popen[bytes]:
    """`manage.py fetch_mail` in a process of its own, at the database of this test."""
    there = connection.settings_dict
    variables = {
        "DATABASE_URL": f"postgres://{there['USER']}@{quote(there['HOST'], safe='')}/{there['NAME']}",
        "SECRET_KEY": settings.SECRET_KEY,
        "IN_DOMAIN": settings.IN_DOMAIN,
        "IMAP_MAILBOXES": server.address(),
        "LOCAL_DIR": str(settings.LOCAL_DIR),
        **more,
    }
    command = [sys.executable, "manage.py", "fetch_mail", *options]
    return subprocess.Popen(command, cwd=ROOT, env={**os.environ, **variables}, stdout=subprocess.PIPE)


@pytest.mark.django_db(transaction=True)
def test_a_process_that_is_killed_again_and_again_loses_and_doubles_nothing(server: Dovecot, tmp_path: Path) -> None:
    letters = [a_letter(str(number)) for number in range(80)]
    server.deliver(*letters)
    chance, moved, port = random.Random(11), [len(letters)], free_port()
    told = {"METRICS_PORT": str(port), "LOCAL_DIR": str(tmp_path)}
    for number in range(3):
        process = the_command(server, **(told if number == 0 else {}))
        assert process.stdout is not None
        process.stdout.readline()  # it begins
        if number == 0:  # and tells what it does
            soon(lambda: 'asgard_mails_stored_total{door="imap"}' in scraped(port), "the process tells its figures")
        time.sleep(chance.uniform(0.1, 0.5))
        process.kill()
        process.wait(10)
        process.stdout.close()
        moved.append(len(server.lying()))
    assert moved[-1] < len(letters)
    last = the_command(server, "--once")
    assert last.wait(60) == 0
    assert last.stdout is not None
    last.stdout.close()
    assert stored() == digests(letters)
    assert InboundMail.objects.count() == len(letters)
    assert (server.lying(), sorted(server.lying(HANDLED))) == ([], sorted(letters))


@pytest.mark.django_db(transaction=True)
def test_a_worker_that_is_told_to_end_ends_within_seconds(server: Dovecot) -> None:
    process = the_command(server)
    assert process.stdout is not None
    assert process.stdout.readline().startswith(b"Fetching mail from mailbox 1 at 127.0.0.1")
    soon(lambda: server.folder_of().exists(), "the worker is there")
    process.send_signal(signal.SIGTERM)
    assert process.wait(10) == 0
    process.stdout.close()
