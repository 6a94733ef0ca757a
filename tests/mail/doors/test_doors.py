"""Every way in stores the same row: SMTP, LMTP, pipe, webhook, provider."""

from __future__ import annotations

import base64
import io
import resource
import smtplib
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest
from django.core.management import call_command
from django.db import OperationalError, connections
from django.test import Client, override_settings
from prometheus_client import REGISTRY
from psycopg.errors import ConnectionTimeout

from asgard_pbem.mail import tokens
from asgard_pbem.mail.doors import crowd, inbound, listener
from asgard_pbem.mail.models import InboundMail
from asgard_pbem.tables import services
from tests.ops.ports import free_port
from tests.ops.production.test_deploy import PRODUCTION, ROOT, manage

TOKEN = "a" * 26
TO = f"play+{TOKEN}@in.asgard.localhost"
RAW = f"From: anna@home.example\r\nTo: {TO}\r\n\r\n1\r\n".encode()


@pytest.fixture
def brief_connections(transactional_db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """The listener's own thread lets its connection go after each mail, so that the test database can be dropped."""
    monkeypatch.setitem(connections.settings["default"], "CONN_MAX_AGE", 0)


@pytest.fixture
def smtp(brief_connections: None) -> Iterator[int]:
    door = listener.Listener("127.0.0.1", free_port())
    door.start()
    yield door.port
    door.stop()


def test_smtp_takes_a_mail_to_a_token_and_stores_it(smtp: int, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level("INFO"), smtplib.SMTP("127.0.0.1", smtp) as client:
        client.sendmail("anna@home.example", [TO], RAW)
    assert TOKEN not in caplog.text
    assert "anna" not in caplog.text
    row = InboundMail.objects.get()
    assert (row.source, row.envelope_from, row.envelope_to, row.state) == ("smtp", "anna@home.example", TO, "new")


@pytest.mark.parametrize(
    "recipient",
    ["anna@home.example", "root@in.asgard.localhost", "play+short@in.asgard.localhost", f"{TOKEN}@other.example"],
)
def test_smtp_refuses_recipients_that_cannot_be_ours_before_any_data(smtp: int, recipient: str) -> None:
    with smtplib.SMTP("127.0.0.1", smtp) as client:
        client.ehlo()
        client.mail("anna@home.example")
        code, text = client.rcpt(recipient)
    assert (code, text.split()[0]) == (550, b"5.1.1")
    assert InboundMail.objects.count() == 0


def test_smtp_refuses_more_than_the_reader_reads(smtp: int) -> None:
    with smtplib.SMTP("127.0.0.1", smtp) as client, pytest.raises(smtplib.SMTPException) as refused:
        client.sendmail("anna@home.example", [TO], RAW + b"x" * 70 + b"\r\n" + (b"x" * 70 + b"\r\n") * 15_000)
    assert "552" in str(refused.value.args)
    assert InboundMail.objects.count() == 0


def test_smtp_puts_off_recipients_that_would_not_be_stored(smtp: int) -> None:
    others = [f"play+{letter * 26}@in.asgard.localhost" for letter in "abcdefghijklmnopqrstuv"]
    with smtplib.SMTP("127.0.0.1", smtp) as client:
        refused = client.sendmail("anna@home.example", others, RAW)
    assert {code for code, _ in refused.values()} == {452}
    assert InboundMail.objects.count() == len(others) - len(refused) == 20


def test_smtp_takes_the_long_lines_that_mail_programs_write(smtp: int) -> None:
    with smtplib.SMTP("127.0.0.1", smtp) as client:
        client.sendmail("anna@home.example", [TO], RAW + b"x" * 100_000 + b"\r\n")
    assert InboundMail.objects.get().size_bytes > 100_000


def test_who_comes_when_as_many_stand_there_as_may_is_told_to_come_again(
    smtp: int, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Each holds an open file. When none was left the log grew by a thousand lines a second, and nobody got a word."""
    monkeypatch.setattr(crowd.crowd, "most", 3)
    monkeypatch.setattr(crowd.crowd, "said_at", float("-inf"))
    silent: list[socket.socket] = []
    while len(silent) < 3:  # the first may come while the door's own look at itself, at its start, still stands there
        one = socket.create_connection(("127.0.0.1", smtp), timeout=10)
        if one.recv(3) == b"220":
            silent.append(one)
        else:
            one.close()
    for _ in range(4):
        with pytest.raises(smtplib.SMTPConnectError) as turned_away:
            smtplib.SMTP("127.0.0.1", smtp)
        assert turned_away.value.smtp_code == 421
    assert [line.levelname for line in caplog.records if line.name == crowd.__name__] == ["WARNING"]
    with silent.pop() as goes:
        goes.sendall(b"QUIT\r\n")
        while goes.recv(1000):
            pass
    with smtplib.SMTP("127.0.0.1", smtp) as client:
        client.sendmail("anna@home.example", [TO], RAW)
    for one in silent:
        one.close()
    assert InboundMail.objects.count() == 1


def test_no_more_are_let_in_than_this_process_may_open_files(monkeypatch: pytest.MonkeyPatch) -> None:
    for files, most in ((64, 32), (1024, crowd.AT_ONCE), (resource.RLIM_INFINITY, crowd.AT_ONCE)):
        monkeypatch.setattr(resource, "getrlimit", lambda _, files=files: (files, files))
        assert crowd.at_once() == most


def put_off() -> float:
    return REGISTRY.get_sample_value("asgard_mails_put_off_total", {"door": "smtp"}) or 0.0


def test_smtp_says_try_again_when_the_database_does_not_take_it(smtp: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """And counts it: with its disk full no row grows by which anybody would be told."""

    def full(*_: Any, **__: Any) -> None:
        raise OperationalError("No space left on device")

    before = put_off()
    monkeypatch.setattr(inbound, "_keep", full)
    with smtplib.SMTP("127.0.0.1", smtp) as client, pytest.raises(smtplib.SMTPDataError) as refused:
        client.sendmail("anna@home.example", [TO], RAW)
    assert refused.value.smtp_code == 451
    assert put_off() == before + 1


def test_smtp_says_try_again_and_tells_nothing_when_anything_else_goes_wrong(
    smtp: int, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """A fault of ours, or of this machine, ends: a mail that is refused for good (the library's 500) is a lost move."""

    def broken(*_: Any, **__: Any) -> None:
        raise RuntimeError("no thread for anna@home.example")

    before = put_off()
    with monkeypatch.context() as patch, smtplib.SMTP("127.0.0.1", smtp) as client:
        patch.setattr(inbound, "_keep", broken)
        with pytest.raises(smtplib.SMTPDataError) as refused:
            client.sendmail("anna@home.example", [TO], RAW)
        patch.setattr(tokens, "is_ours", broken)
        client.mail("anna@home.example")
        codes = [(refused.value.smtp_code, refused.value.smtp_error), client.rcpt(TO)]
    assert {code for code, _ in codes} == {451}
    assert not any(b"anna" in text for _, text in codes)
    assert put_off() == before + 1
    assert "RuntimeError" in caplog.text


def test_smtp_lets_nobody_wait_behind_a_database_that_says_nothing(smtp: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Mails are stored one after another: each would wait for its own attempt to connect."""
    asked, codes, before = [], [], put_off()

    def frozen(*_: Any, **__: Any) -> None:
        asked.append(1)
        time.sleep(0.3)
        raise OperationalError("no answer") from ConnectionTimeout("no answer")

    def refused() -> None:
        with smtplib.SMTP("127.0.0.1", smtp) as client, pytest.raises(smtplib.SMTPDataError) as problem:
            client.sendmail("anna@home.example", [TO], RAW)
        codes.append(problem.value.smtp_code)

    with monkeypatch.context() as patch:
        patch.setattr(listener, "accept", frozen)
        patch.setattr(listener, "SILENT_S", 0.5)
        people = [threading.Thread(target=refused) for _ in range(4)]
        for one in people:
            one.start()
        for one in people:
            one.join()
    assert codes == [451] * 4
    assert len(asked) == 1
    assert put_off() == before + 3  # the first is counted where it failed
    time.sleep(0.5)
    with smtplib.SMTP("127.0.0.1", smtp) as client:
        client.sendmail("anna@home.example", [TO], RAW)
    assert InboundMail.objects.count() == 1


@pytest.mark.django_db
def test_the_pipe_command_stores_its_standard_input() -> None:
    call_command("receive_mail", sender="a@b.example", recipients=[TO], stdin=io.BytesIO(RAW))
    assert InboundMail.objects.get().source == "pipe"


@pytest.mark.django_db
def test_the_pipe_command_exits_75_when_the_database_is_down(monkeypatch: pytest.MonkeyPatch) -> None:
    def down(*_: Any, **__: Any) -> None:
        raise OperationalError("connection refused")

    monkeypatch.setattr("asgard_pbem.mail.management.commands.receive_mail.accept", down)
    with pytest.raises(SystemExit) as ended:
        call_command("receive_mail", recipients=[TO], stdin=io.BytesIO(RAW))
    assert ended.value.code == 75


def test_the_pipe_command_exits_75_whatever_goes_wrong() -> None:
    """With anything else the mail server sends the mail back: here a user who may not write to the service's folder."""
    done = manage("receive_mail", **PRODUCTION, LOCAL_DIR="/proc/local", METRICS_TOKEN="t" * 20, SENTRY_DSN="")
    assert done.returncode == 75
    broken = "import manage, sys; sys.argv = ['manage.py', 'receive_mail']; manage.is_ours = 1; manage.main()"
    done = subprocess.run([sys.executable, "-c", broken], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 75
    assert "TypeError" in done.stderr


SECRETS = {"WEBHOOK_SECRET": ["old:secret", "new:secret"]}


def basic(pair: str) -> str:
    return "Basic " + base64.b64encode(pair.encode()).decode()


def post_raw(body: bytes = RAW, auth: str | None = "new:secret", **headers: str) -> Any:
    known = {"X-Envelope-From": "anna@home.example", "X-Envelope-To": TO, "X-Event-Id": "e1", **headers}
    if auth is not None:
        known["Authorization"] = basic(auth)
    return Client().post("/mail/inbound/raw", body, content_type="message/rfc822", headers=known)


@pytest.mark.django_db
@override_settings(ANYMAIL=SECRETS)
@pytest.mark.parametrize("auth", ["old:secret", "new:secret"])
def test_the_webhook_stores_a_raw_mail_under_any_of_its_secrets_once_an_event(auth: str) -> None:
    assert [post_raw(auth=auth).status_code for _ in range(3)] == [200, 200, 200]
    row = InboundMail.objects.get()
    assert (row.source, row.provider_event_id, row.envelope_to) == ("webhook", "e1", TO)


@pytest.mark.django_db
@override_settings(ANYMAIL=SECRETS)
@pytest.mark.parametrize(
    "said, known",
    [("pass", "pass"), (" Fail", "fail"), ("none", "none"), ("", "unknown"), ("passed", "unknown"), ("x", "unknown")],
)
def test_the_webhook_believes_a_verdict_that_it_knows(said: str, known: str) -> None:
    post_raw(**{"X-Dmarc": said})
    assert InboundMail.objects.get().verdicts["dmarc"] == known


@override_settings(ANYMAIL=SECRETS, HTTPS=True)
def test_the_webhook_is_nowhere_in_clear() -> None:
    assert post_raw().status_code == 403


@pytest.mark.django_db
@pytest.mark.parametrize("auth", [None, "new:wrong", "", "x"])
def test_the_webhook_refuses_strangers(auth: str | None) -> None:
    with override_settings(ANYMAIL=SECRETS):
        assert post_raw(auth=auth).status_code == 401
    with override_settings(ANYMAIL={}):
        assert post_raw(auth=auth).status_code == 404
    assert InboundMail.objects.count() == 0


@override_settings(ANYMAIL=SECRETS)
@pytest.mark.parametrize(
    "shown", ["Basic", "Basic =", "Basic ///", "Basic é", "Basic /w==", "Bearer x", "Bearer bmV3OnNlY3JldA=="]
)
def test_whatever_a_stranger_shows_for_a_secret_is_refused_in_order(shown: str) -> None:
    answer = Client().post("/mail/inbound/raw", RAW, "message/rfc822", headers={"authorization": shown})
    assert answer.status_code == 401


@pytest.mark.django_db
@override_settings(ANYMAIL=SECRETS)
def test_the_webhook_caps_the_body_and_takes_garbage_without_complaint() -> None:
    assert post_raw(b"x" * (1024 * 1024 + 1)).status_code == 413
    assert post_raw(b"\xff\x00 no mail at all").status_code == 200
    assert InboundMail.objects.count() == 1


def test_addresses_of_ours_survive_any_case_and_nothing_else_is_taken() -> None:
    for text in (TO, TO.upper(), f"<{TO}>", f"{TOKEN}@in.asgard.localhost"):
        assert tokens.box_of(text).token == TOKEN
        assert tokens.is_ours(text)
    for text in ("", "@", "play+@in.asgard.localhost", TO + ".evil.example", "x" * 65 + "@in.asgard.localhost"):
        assert tokens.box_of(text).token == ""
    assert tokens.box_of("Play@in.asgard.localhost").is_open
    assert not tokens.box_of(TO).is_open
    assert tokens.is_ours("Games@asgard.localhost"), "some programs answer From"


@pytest.mark.django_db
def test_a_token_is_twenty_six_letters_that_fit_into_a_local_part() -> None:
    token = services.issue_token(player=services.player_for("a@b.example"), purpose="player")
    assert tokens.box_of(tokens.reply_address(token)).token == token
    assert len(tokens.reply_address(token).partition("@")[0]) <= 64
