"""A real relay: what it takes in one session, ends, puts off and refuses, and what it hands on to us."""

from __future__ import annotations

import smtplib
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.core.mail import EmailMultiAlternatives
from django.db import OperationalError, connections
from pytest_django import Settings as SettingsWrapper

from asgard_pbem.mail.doors import listener
from asgard_pbem.mail.models import InboundMail
from asgard_pbem.mail.sending import failing, transport
from asgard_pbem.mail.sending.transport import Transport
from tests.mail.doors.imap.dovecot import write_certificate
from tests.mail.relays.postfix import OURS, Postfix, running

TEXT = "Ход сделан.\n.a line with a dot before it\n" + "x" * 1500 + "\n"
Send = Callable[[Postfix, str], None]


@pytest.fixture
def way(settings: SettingsWrapper) -> Iterator[Transport]:
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST_USER = settings.EMAIL_HOST_PASSWORD = ""
    made = Transport()
    yield made
    made.close()


@pytest.fixture
def send(way: Transport, settings: SettingsWrapper) -> Send:
    def sent(relay: Postfix, subject: str, to: str = "anna") -> None:
        settings.EMAIL_HOST, settings.EMAIL_PORT = "localhost", relay.port
        mail = EmailMultiAlternatives(subject, TEXT, "games@asgard.example", [f"{to}@home.example"])
        mail.attach_alternative("<p>Ход сделан.</p>", "text/html")
        way.send(mail)

    return sent


def test_many_mails_go_through_one_session_and_arrive_as_they_were_written(send: Send) -> None:
    with running() as relay:
        subjects = [f"Ход {number:02}" for number in range(transport.MOST + 1)]
        for subject in subjects:
            send(relay, subject)
        mails = relay.arrived(count=len(subjects))
        assert [mail["Subject"] for mail in mails] == subjects
        body = mails[0].get_body(("plain",))
        assert body is not None
        assert body.get_content() == TEXT
        assert relay.log().count(": connect from") - 1 == 2, "no more than MOST in one; `start` looked in once"


def test_a_session_that_the_relay_ended_is_noticed_before_a_mail(send: Send) -> None:
    with running(smtpd_timeout="3s") as relay:
        send(relay, "1")
        until(lambda: "timeout after" in relay.log(), relay)
        send(relay, "2")
        assert [mail["Subject"] for mail in relay.arrived(count=2)] == ["1", "2"]


@pytest.mark.parametrize("command", ["reload", "stop"])
def test_a_relay_that_is_started_anew_gets_the_next_mail_once(send: Send, command: str) -> None:
    with running() as relay:
        send(relay, "before")
        relay.tell(command)
        if command == "stop":
            relay.start()
        send(relay, "next")
        assert [mail["Subject"] for mail in relay.arrived(count=2)] == ["before", "next"]


def test_whom_the_relay_does_not_know_is_a_bounce_at_once_and_the_next_mail_goes_out(send: Send) -> None:
    """Even where it ends the session after one such error (`smtpd_hard_error_limit`)."""
    with running(smtpd_hard_error_limit="1", smtpd_error_sleep_time="0") as relay:
        send(relay, "1")
        for _ in range(2):
            with pytest.raises(smtplib.SMTPRecipientsRefused) as refused:
                send(relay, "lost", to="nobody")
            assert failing.refusal(refused.value) == failing.Refusal(550, "5.1.1", of_recipient=True)
        send(relay, "2")
        assert [mail["Subject"] for mail in relay.arrived(count=2)] == ["1", "2"]


def test_mail_over_the_relays_limit_is_put_off_and_no_fault_of_its_reader(send: Send) -> None:
    with running(smtpd_client_message_rate_limit="2", anvil_rate_time_unit="8s") as relay:
        send(relay, "1")
        send(relay, "2")
        with pytest.raises(smtplib.SMTPSenderRefused) as later:
            send(relay, "3")
        assert failing.refusal(later.value) == failing.Refusal()
        time.sleep(9)
        send(relay, "3")
        assert len(relay.arrived(count=3)) == 3


def test_a_relay_that_wants_no_more_connections_is_tried_later(send: Send, way: Transport) -> None:
    def in_sessions_of_their_own(relay: Postfix) -> None:
        for number in range(4):  # whether it counts the first look of `start` is its own affair
            send(relay, str(number))
            way.close()

    with running(smtpd_client_connection_rate_limit="2") as relay:
        with pytest.raises(smtplib.SMTPConnectError) as later:
            in_sessions_of_their_own(relay)
        assert failing.refusal(later.value) == failing.Refusal()


def test_a_session_over_tls_is_kept_too(
    send: Send, settings: SettingsWrapper, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    certificate, key = tmp_path / "cert.pem", tmp_path / "key.pem"
    write_certificate(certificate, key)
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
    settings.EMAIL_USE_TLS = True
    with running(certificate=(certificate, key), smtpd_tls_loglevel="1", smtpd_tls_security_level="encrypt") as relay:
        for number in range(3):
            send(relay, str(number))
        assert len(relay.arrived(count=3)) == 3
        assert relay.log().count("TLS connection established") == 1


# --- What it hands on to us ---------------


@pytest.fixture
def brief_connections(transactional_db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """The listener's own thread lets its connection go after each mail, so that the test database can be dropped."""
    monkeypatch.setitem(connections.settings["default"], "CONN_MAX_AGE", 0)


@pytest.fixture
def to_us(brief_connections: None) -> Iterator[Postfix]:
    with running() as relay:
        door = listener.lmtp_listener(f"127.0.0.1:{relay.lmtp}")
        door.start()
        yield relay
        door.stop()


def seats(*letters: str) -> list[str]:
    return [f"play+{letter * 26}@{OURS}" for letter in letters]


def hand_in(relay: Postfix, *recipients: str) -> None:
    with smtplib.SMTP("127.0.0.1", relay.port) as client:
        text = f"From: anna@home.example\r\nSubject: Re: Ход\r\nMessage-ID: <1@home.example>\r\n\r\n{TEXT}"
        client.sendmail("anna@home.example", recipients, text.replace("\n", "\r\n").encode(), ["BODY=8BITMIME"])


def until(done: Callable[[], bool], relay: Postfix) -> None:
    deadline = time.monotonic() + 30
    while not done():
        assert time.monotonic() < deadline, relay.log()
        time.sleep(0.05)


def test_it_hands_a_mail_to_our_lmtp_door_once_for_each_recipient(to_us: Postfix) -> None:
    hand_in(to_us, *seats("a", "b"))
    until(lambda: InboundMail.objects.count() == 2, to_us)
    found = InboundMail.objects.order_by("envelope_to")
    assert list(found.values_list("source", "envelope_to")) == [("lmtp", one) for one in seats("a", "b")]
    until(lambda: to_us.log().count("status=sent") == 2, to_us)


def test_what_we_cannot_take_waits_in_its_queue_and_comes_once(to_us: Postfix, monkeypatch: pytest.MonkeyPatch) -> None:
    def down(*_: Any, **__: Any) -> None:
        raise OperationalError("connection refused")

    with monkeypatch.context() as meanwhile:
        meanwhile.setattr(listener, "accept", down)
        hand_in(to_us, *seats("a", "b"))
        until(lambda: to_us.log().count("status=deferred") >= 2, to_us)
        assert InboundMail.objects.count() == 0
    until(lambda: to_us.log().count("status=sent") == 2, to_us)
    assert sorted(InboundMail.objects.values_list("envelope_to", flat=True)) == seats("a", "b")


def test_whom_nobody_can_write_to_here_comes_back_to_the_sender(to_us: Postfix) -> None:
    hand_in(to_us, f"nobody@{OURS}")
    notice = to_us.arrived("anna", count=1)[0]
    assert notice.get_content_type() == "multipart/report"
    assert InboundMail.objects.count() == 0
