"""A broker that is down or frozen costs nobody a move: stored means 250, at once; pages answer; the pipe says 0."""

from __future__ import annotations

import io
import smtplib
import socket
import threading
import time
from collections.abc import Iterator

import pytest
from django.core.management import call_command
from django.db import connections
from django.test import Client

from asgard_pbem.mail.doors import listener
from asgard_pbem.mail.models import InboundMail
from asgard_pbem.tables import publisher
from asgard_pbem.tables.models import Outbox

TO = f"play+{'a' * 26}@in.asgard.localhost"
AT_ONCE = 8
SOON_S = 12.0  # for eight mails, on a machine with much else to do; each used to take 4 to 12 s, one after the other


class Door:
    """A port of this machine: nobody listens there, or somebody who takes connections and never says a word."""

    def __init__(self, *, listens: bool) -> None:
        self.socket = socket.create_server(("127.0.0.1", 0), backlog=64)
        self.port = self.socket.getsockname()[1]
        if not listens:
            self.socket.close()

    def close(self) -> None:
        self.socket.close()


@pytest.fixture(params=["refuses", "hangs"])
def broker_away(request: pytest.FixtureRequest) -> Iterator[Door]:
    door = Door(listens=request.param == "hangs")
    yield door
    door.close()


@pytest.fixture(params=["amqp", "redis"])
def away(request: pytest.FixtureRequest, broker_away: Door, monkeypatch: pytest.MonkeyPatch) -> None:
    """Everything in this process tells a broker of this kind, which is away."""
    link = publisher.Link(f"{request.param}://127.0.0.1:{broker_away.port}//")
    monkeypatch.setattr(publisher._here, "own", publisher.Publisher(link))


@pytest.fixture
def smtp(transactional_db: None, monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    monkeypatch.setitem(connections.settings["default"], "CONN_MAX_AGE", 0)  # the test database is to be dropped
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = int(probe.getsockname()[1])
    door = listener.Listener("127.0.0.1", port)
    door.start()
    yield port
    door.stop()


def test_eight_mails_at_once_are_taken_with_250_and_at_once(away: None, smtp: int) -> None:
    answers: list[int] = []

    def deliver(number: int) -> None:
        raw = f"From: anna@home.example\r\nMessage-ID: <{number}@home.example>\r\n\r\n{number}\r\n".encode()
        with smtplib.SMTP("127.0.0.1", smtp, timeout=30) as client:
            client.ehlo()
            client.mail("anna@home.example")
            client.rcpt(TO)
            answers.append(client.data(raw)[0])

    senders = [threading.Thread(target=deliver, args=(number,)) for number in range(AT_ONCE)]
    began = time.monotonic()
    for sender in senders:
        sender.start()
    for sender in senders:
        sender.join()
    assert answers == [250] * AT_ONCE
    assert time.monotonic() - began < SOON_S
    assert InboundMail.objects.filter(state=InboundMail.State.NEW).count() == AT_ONCE


@pytest.mark.django_db(transaction=True)
def test_a_form_that_owes_a_mail_answers_as_always(away: None) -> None:
    answer = Client().post("/sign-in/", {"email": "anna@home.example"})
    assert answer.status_code in {200, 302}
    assert Outbox.objects.filter(state=Outbox.State.QUEUED).count() == 1


@pytest.mark.django_db(transaction=True)
def test_the_pipe_stores_and_ends_without_an_error(away: None) -> None:
    call_command("receive_mail", "--to", TO, stdin=io.BytesIO(b"From: anna@home.example\r\n\r\n1\r\n"))
    assert InboundMail.objects.get().source == "pipe"
