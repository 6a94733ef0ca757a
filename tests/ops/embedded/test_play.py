"""`make play` with its real processes: from the first mail to an answer, Ctrl-C, and on again with the same game."""

import html
import http.cookiejar
import mailbox as standard_mailbox
import os
import re
import signal
import smtplib
import socket
import subprocess
import sys
import threading
import time
import urllib.parse
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import suppress
from email.message import EmailMessage
from pathlib import Path

import psutil
import pytest

from tests.ops.embedded.passable import passable

ROOT = Path(__file__).resolve().parents[3]
LONGEST_WAIT_S = 120  # a message that a killed worker held is found by the next sweep, on a busy machine


def wait_until(condition: Callable[[], object]) -> bool:
    """True as soon as the condition holds, False when it does not within the longest wait."""
    pause, deadline = threading.Event(), time.monotonic() + LONGEST_WAIT_S
    while not condition():
        if time.monotonic() > deadline:
            return False
        pause.wait(0.05)
    return True


class Service:
    """`manage.py play` in a folder of its own, and a browser without a window."""

    def __init__(self, folder: Path, *ports: str) -> None:
        environment = {name: value for name, value in os.environ.items() if name != "DATABASE_URL"}
        self.process = subprocess.Popen(
            [sys.executable, "manage.py", "play", *(ports or ("--port", "18080", "--smtp-port", "12580"))],
            cwd=ROOT,
            env={**environment, "LOCAL_DIR": str(folder), "PYTHONUNBUFFERED": "1"},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        self.said = ""
        self.browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar()))

    def gets_ready(self) -> bool:
        """Reads what it prints up to the line that says how to stop it."""
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.said += line
            if "Stop:" in line:
                return True
        return False

    def printed(self, pattern: str) -> str:
        found = re.search(pattern, self.said)
        assert found is not None, self.said
        return found[1]

    @property
    def mailbox(self) -> str:
        return self.printed(r"Your mail:\s+(\S+)")

    def read(self, address: str) -> str:
        with self.browser.open(address, timeout=10) as answer:
            return str(answer.read().decode())

    def mails(self) -> list[str]:
        """Numbers of the mails in the mailbox, newest first."""
        return re.findall(r'href="/mailbox/(\d+)/"', self.read(self.mailbox))

    def text_of(self, mail: str) -> str:
        found = re.search(r"<pre[^>]*>(.*?)</pre>", self.read(f"{self.mailbox}{mail}/?part=text"), re.DOTALL)
        assert found is not None
        return html.unescape(found[1])

    def raw_of(self, mail: str) -> str:
        return html.unescape(self.read(f"{self.mailbox}{mail}/?part=raw"))

    def answer(self, mail: str, text: str) -> str:
        """Fill in the form below a mail as a browser does; returns the page that follows."""
        page = self.read(f"{self.mailbox}{mail}/")
        token = re.search(r'mail-form.*?name="csrfmiddlewaretoken" value="([^"]+)"', page, re.DOTALL)
        assert token is not None
        fields = urllib.parse.urlencode({"csrfmiddlewaretoken": token[1], "text": text}).encode()
        return self.read_request(urllib.request.Request(f"{self.mailbox}{mail}/", fields))

    def read_request(self, request: urllib.request.Request) -> str:
        with self.browser.open(request, timeout=10) as answer:
            return str(answer.read().decode())

    def family(self) -> list[psutil.Process]:
        return psutil.Process(self.process.pid).children(recursive=True)

    def workers(self) -> psutil.Process | None:
        """The process from which all workers are forked, if it runs just now."""
        for one in psutil.Process(self.process.pid).children():
            with suppress(psutil.NoSuchProcess):  # it has just ended, and nobody has asked how
                if "asgard_pbem.embedded.running.workers" in one.cmdline():
                    return one
        return None

    def stops(self) -> int:
        self.process.send_signal(signal.SIGINT)
        self.said += self.process.communicate(timeout=LONGEST_WAIT_S)[0]
        return self.process.returncode


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder that the database's own user reaches, whoever runs the tests."""
    with passable() as found:
        yield found / "local"


@pytest.fixture
def service(folder: Path) -> Iterator[Service]:
    running = Service(folder)
    yield running
    if running.process.poll() is None:
        running.stops()


def gone(processes: list[psutil.Process]) -> bool:
    return not any(one.is_running() and one.status() != psutil.STATUS_ZOMBIE for one in processes)


def test_a_first_prompt_is_there_an_answer_is_played_and_everything_stops_and_continues(
    service: Service, folder: Path
) -> None:
    assert service.gets_ready(), service.said
    game = service.printed(r"Your game:\s+(\S+)")
    prompt = service.mails()[0]  # it lies there by the time that its address is told

    assert "success" in service.answer(prompt, "1")
    assert wait_until(lambda: len(service.mails()) >= 3)  # the copy of the answer, and the next prompt, which tells it
    assert any("“1” - " in service.text_of(mail) for mail in service.mails() if mail != prompt)

    files = standard_mailbox.Maildir(folder / "mail" / "you", create=False)
    assert len(files) >= 2  # the prompts, for any mail program; not the copy of the answer
    assert service.read(game).count("Sign out") == 1  # the printed address signs in

    family = service.family()
    postmaster = int((folder / "pg" / "postmaster.pid").read_text().split("\n")[0])
    assert len(family) >= 4
    assert service.stops() == 0
    assert gone(family)
    assert gone([psutil.Process(postmaster)] if psutil.pid_exists(postmaster) else [])

    taken = socket.create_server(("127.0.0.1", 18085))  # another service, where the next start would like to be
    left = folder / "broker" / "queue" / "00000000000000000001_of-before.nobody.msg"
    left.write_text("{}")
    again = Service(folder, "--port", "18085")
    try:
        assert again.gets_ready(), again.said
        assert not left.exists(), "where thousands such lie the first prompt waits for them"
        assert again.printed(r"Your mail:\s+(\S+)") == "http://127.0.0.1:18086/mailbox/"
        assert again.printed(r"Local SMTP: \S+:(\d+)") == service.printed(r"Local SMTP: \S+:(\d+)"), "as last time"
        assert again.printed(r"Your game:\s+(\S+)").split("/g/")[1] == game.split("/g/")[1]
        assert len(again.mails()) >= 3
        second = Service(folder)
        assert second.process.wait(LONGEST_WAIT_S) == 0
        assert second.process.stdout is not None
        said = second.process.stdout.read()
        assert "runs already" in said
        assert again.printed(r"(Your game:\s+\S+)") in said
    finally:
        taken.close()
        assert again.stops() == 0


def test_mail_from_any_program_to_the_local_port_is_taken_and_a_dead_process_comes_back(service: Service) -> None:
    assert service.gets_ready(), service.said
    assert wait_until(service.mails)
    raw = service.raw_of(service.mails()[0])
    address = re.search(r"^Reply-To: .*?([\w.+-]+@[\w.-]+)", raw, re.MULTILINE)
    assert address is not None
    worker = service.workers()
    assert worker is not None
    worker.kill()
    message = EmailMessage()
    message["From"], message["To"], message["Subject"] = "you@home.localhost", address[1], "Re: my turn"
    message["Message-ID"] = "<one@home.localhost>"
    message.set_content("status\n")
    with smtplib.SMTP("127.0.0.1", int(service.printed(r"Local SMTP: 127\.0\.0\.1:(\d+)")), timeout=10) as link:
        link.send_message(message)
    assert wait_until(lambda: service.workers() not in (worker, None))
    answers = re.compile(r"^In-Reply-To: <one@home\.localhost>", re.MULTILINE)
    assert wait_until(lambda: any(answers.search(service.raw_of(mail)) for mail in service.mails()))
    assert service.stops() == 0
    assert "worker ended unexpectedly (SIGKILL); starting it again" in service.said


def test_when_play_is_killed_all_that_it_started_ends_the_database_too(service: Service, folder: Path) -> None:
    assert service.gets_ready(), service.said
    postmaster = psutil.Process(int((folder / "pg" / "postmaster.pid").read_text().split("\n")[0]))
    everything = [*service.family(), postmaster]
    service.process.kill()
    service.process.communicate(timeout=LONGEST_WAIT_S)
    assert wait_until(lambda: gone(everything))
