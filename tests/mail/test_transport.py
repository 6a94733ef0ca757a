"""One session for many mails: what a relay sees of us, and what becomes of a mail when the session is over."""

from __future__ import annotations

import asyncio
import os
import smtplib
import socket
import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from email import message_from_string
from email.message import Message
from pathlib import Path
from typing import Any

import pytest
import requests
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session
from anymail.exceptions import AnymailAPIError
from django.core.mail import EmailMessage
from pytest_django import Settings as SettingsWrapper

from asgard_pbem.mail.sending import transport
from asgard_pbem.mail.sending.transport import Transport
from tests.mail.doors.imap.dovecot import write_certificate
from tests.ops.ports import free_port


@dataclass
class Relay:
    """What it was sent, and in how many sessions. `most`: mails of one session, then it closes as `closing` says."""

    most: int = 1000
    closing: str = "421 4.7.0 enough for now"
    hangs_at: str = ""
    thinks_s: float = 0.0  # about a mail, before it says that it has taken it
    refuses: str = ""
    sessions: int = 0
    good_byes: int = 0
    subjects: list[str] = field(default_factory=list)
    heads: list[Message] = field(default_factory=list)
    of_session: dict[int, int] = field(default_factory=dict)

    async def handle_EHLO(  # noqa: N802  the protocol library's
        self, server: SMTP, session: Session, envelope: Envelope, hostname: str, responses: list[str]
    ) -> list[str]:
        if id(session) not in self.of_session:
            self.sessions += 1
        self.of_session[id(session)] = 0
        session.host_name = hostname
        self.kept = (*getattr(self, "kept", ()), session)  # so that no other gets its id
        return responses

    async def handle_NOOP(self, server: SMTP, session: Session, envelope: Envelope, arg: str) -> str:  # noqa: N802
        await self._hang("NOOP")
        return "250 OK"

    async def handle_MAIL(  # noqa: N802  see above
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        if self.of_session[id(session)] >= self.most:
            return self.closing
        envelope.mail_from = address
        return "250 OK"

    async def handle_RCPT(  # noqa: N802  see above
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        if self.refuses and address.startswith(self.refuses):
            return "550 5.1.1 nobody of that name"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802  see above
        head = (envelope.original_content or b"").decode()
        self.subjects.append(head.partition("Subject: ")[2].partition("\r\n")[0])
        self.heads.append(message_from_string(head))
        self.of_session[id(session)] += 1
        await asyncio.sleep(self.thinks_s)
        return "250 OK"

    async def handle_QUIT(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802  see above
        await self._hang("QUIT")
        self.good_byes += 1
        return "221 Bye"

    async def _hang(self, where: str) -> None:
        if self.hangs_at == where:
            await asyncio.sleep(30)


@contextmanager
def listening(relay: Relay, settings: SettingsWrapper, port: int = 0, **more: Any) -> Iterator[None]:
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "localhost", port or free_port()
    settings.EMAIL_HOST_USER = settings.EMAIL_HOST_PASSWORD = ""
    door = Controller(relay, hostname="127.0.0.1", port=settings.EMAIL_PORT, **more)
    door.start()
    try:
        yield
    finally:
        door.stop()


def mail(subject: str, to: str = "anna@home.example") -> EmailMessage:
    return EmailMessage(subject, "text", "games@asgard.example", [to])


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_many_mails_go_through_one_session(settings: SettingsWrapper) -> None:
    with listening(relay := Relay(), settings):
        way = Transport()
        for number in range(transport.MOST + 1):
            way.send(mail(str(number)))
        assert (relay.sessions, relay.good_byes) == (2, 1), "no more than MOST in one"
        way.close()
    assert relay.subjects == [str(number) for number in range(transport.MOST + 1)]
    assert relay.good_byes == 2


def test_a_relay_that_thinks_long_about_a_mail_is_waited_for(settings: SettingsWrapper) -> None:
    """It has taken the mail by then, and each further try was one more mail to its reader: 22 in four days."""
    settings.EMAIL_TIMEOUT = 1
    with listening(relay := Relay(thinks_s=2.5), settings):
        way = Transport()
        for subject in ("one", "two"):
            way.send(mail(subject))
        session = transport._session(way._backend) if way._backend is not None else None
        assert session is not None
        assert session.sock is not None
        assert session.sock.gettimeout() == settings.EMAIL_TIMEOUT, "for all else as long as before"
    assert relay.subjects == ["one", "two"]


def test_a_session_that_said_nothing_for_long_is_not_relied_on(settings: SettingsWrapper) -> None:
    with listening(relay := Relay(), settings):
        way = Transport(clock := Clock())
        for clock.now in (0.0, transport.IDLE_S, 2 * transport.IDLE_S + 1):
            way.send(mail(str(clock.now)))
        assert relay.sessions == 2


def test_a_relay_that_was_started_anew_meanwhile_gets_the_next_mail(settings: SettingsWrapper) -> None:
    relay, way = Relay(), Transport()
    with listening(relay, settings):
        way.send(mail("before"))
        before = settings.EMAIL_PORT
    with listening(relay, settings, port=before):
        way.send(mail("after"))
    assert (relay.subjects, relay.sessions) == (["before", "after"], 2)


@pytest.mark.parametrize("closing", ["421 4.7.0 enough for now", "452 4.5.3 too many mails in this session"])
def test_a_relay_that_closes_after_some_mails_gets_the_next_one_in_a_new_session(
    closing: str, settings: SettingsWrapper
) -> None:
    with listening(relay := Relay(most=2, closing=closing), settings):
        way = Transport()
        for number in range(5):
            way.send(mail(str(number)))
    assert relay.subjects == ["0", "1", "2", "3", "4"]
    assert relay.sessions == 3


def test_a_relay_that_will_take_nothing_is_asked_no_third_time(settings: SettingsWrapper) -> None:
    with listening(relay := Relay(most=1), settings):
        way = Transport()
        way.send(mail("first"))
        relay.most = 0
        with pytest.raises(smtplib.SMTPSenderRefused):
            way.send(mail("second"))
    assert relay.sessions == 2


def test_what_is_wrong_with_one_mail_is_not_wrong_with_the_next(settings: SettingsWrapper) -> None:
    with listening(relay := Relay(refuses="gone"), settings):
        way = Transport()
        way.send(mail("one"))
        with pytest.raises(smtplib.SMTPRecipientsRefused):
            way.send(mail("two", "gone@home.example"))
        way.send(mail("three"))
    assert relay.subjects == ["one", "three"]


def test_a_worker_that_is_stopped_in_the_middle_of_a_mail_leaves_no_session_to_the_next(
    settings: SettingsWrapper, monkeypatch: pytest.MonkeyPatch
) -> None:
    with listening(relay := Relay(), settings):
        way = Transport()
        way.send(mail("one"))
        with monkeypatch.context() as while_sending:

            def stopped(*_: object) -> None:
                raise KeyboardInterrupt

            while_sending.setattr(smtplib.SMTP, "data", stopped)
            with pytest.raises(KeyboardInterrupt):
                way.send(mail("two"))
        way.send(mail("three"))
    assert (relay.subjects, relay.sessions) == (["one", "three"], 2)
    assert not relay.good_byes, "whoever had no time left waits for no answer"


@pytest.mark.parametrize("command", ["NOOP", "QUIT"])
def test_a_relay_that_does_not_answer_is_not_waited_for_long(
    command: str, settings: SettingsWrapper, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(transport, "ASKED_S", 0.2)
    with listening(relay := Relay(hangs_at=command), settings):
        way = Transport(clock := Clock())
        way.send(mail("one"))
        clock.now = 0.0 if command == "NOOP" else transport.IDLE_S + 1
        way.send(mail("two"))
    assert (relay.subjects, relay.sessions) == (["one", "two"], 2)


def test_tls_is_agreed_on_once(settings: SettingsWrapper, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    certificate, key = tmp_path / "cert.pem", tmp_path / "key.pem"
    write_certificate(certificate, key)
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    agreed: list[bool] = []
    shake = smtplib.SMTP.starttls

    def counted(self: smtplib.SMTP, **how: Any) -> Any:
        agreed.append(True)
        return shake(self, **how)

    monkeypatch.setattr(smtplib.SMTP, "starttls", counted)
    settings.EMAIL_USE_TLS = True
    with listening(relay := Relay(), settings, tls_context=context, require_starttls=True):
        way = Transport()
        for number in range(3):
            way.send(mail(str(number)))
        session: Any = way._backend
        assert session.connection.sock.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY), "the end of a mail waits"
        way.close()
    assert relay.subjects == ["0", "1", "2"]
    assert len(agreed) == 1


def test_a_provider_is_asked_through_one_connection(settings: SettingsWrapper, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.EMAIL_BACKEND, settings.ANYMAIL = "anymail.backends.postmark.EmailBackend", {"POSTMARK_SERVER_TOKEN": "x"}
    asked: list[int] = []

    def answer(session: requests.Session, *_: Any, **__: Any) -> requests.Response:
        asked.append(id(session))
        found = requests.Response()
        found.status_code = 500 if len(asked) == 2 else 200
        found._content = b'{"ErrorCode": 0, "Message": "OK", "MessageID": "m", "To": "anna@home.example"}'
        return found

    monkeypatch.setattr(requests.Session, "request", answer)
    way = Transport()
    way.send(mail("one"))
    with pytest.raises(AnymailAPIError):
        way.send(mail("two"))
    way.send(mail("three"))
    way.send(mail("four"))
    assert [number == asked[2] for number in asked[2:]] == [True, True]


def test_a_worker_that_is_stopped_while_it_asks_whether_the_relay_listens_leaves_no_answer_behind(
    settings: SettingsWrapper, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The answer that came later was taken for one about the next mail."""
    with listening(relay := Relay(), settings):
        way = Transport()
        way.send(mail("one"))
        with monkeypatch.context() as while_asking:

            def stopped(session: smtplib.SMTP) -> None:
                session.putcmd("noop")
                raise KeyboardInterrupt

            while_asking.setattr(smtplib.SMTP, "noop", stopped)
            with pytest.raises(KeyboardInterrupt):
                way.send(mail("two"))
        way.send(mail("three"))
    assert (relay.subjects, relay.sessions) == (["one", "three"], 2)


def test_a_forked_process_begins_a_session_of_its_own_and_leaves_that_of_its_parent_alone(
    settings: SettingsWrapper,
) -> None:
    with listening(relay := Relay(), settings):
        transport.send(mail("from the parent"))
        child = os.fork()
        if child == 0:
            transport.send(mail("from the child"))
            os._exit(0)
        assert os.waitpid(child, 0)[1] == 0
        transport.send(mail("from the parent again"))
        transport._here.own.transport.close()
    assert relay.subjects == ["from the parent", "from the child", "from the parent again"]
    assert relay.sessions == 2
