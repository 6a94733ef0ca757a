"""Providers' webhooks: the raw message is stored before anything takes it apart, whatever it is."""

from __future__ import annotations

import base64
import email.feedparser
import hashlib
import hmac
import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import padding, rsa
from django.test import Client, override_settings

from asgard_pbem.mail.answering import process
from asgard_pbem.mail.doors import inbound
from asgard_pbem.mail.models import Counter, InboundMail
from asgard_pbem.tables.models import Game, Outbox, Player
from tests.mail.conftest import PLAY, Post, letter

pytestmark = pytest.mark.django_db
KEY = rsa.generate_private_key(public_exponent=65537, key_size=2048)
PEM = KEY.public_key().public_bytes(serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo)
SETTINGS = {
    "WEBHOOK_SECRET": ["user:secret"], "MAILGUN_WEBHOOK_SIGNING_KEY": "mailgun", "MANDRILL_WEBHOOK_KEY": "mandrill",
    "MAILERSEND_INBOUND_SECRET": "mailersend", "POSTAL_WEBHOOK_KEY": "".join(PEM.decode().split("\n")[1:-2]),
}  # fmt: skip
BASIC = {"Authorization": "Basic " + base64.b64encode(b"user:secret").decode()}
FORM = "multipart/form-data; boundary=form"


@pytest.fixture(autouse=True)
def _configured() -> Iterator[None]:
    with override_settings(ANYMAIL=SETTINGS):
        yield


def posted(path: str, body: bytes, kind: str = "application/json", **headers: str) -> Any:
    return Client().post(f"/anymail/{path}", body, content_type=kind, headers={**BASIC, **headers})


def form(**fields: bytes) -> bytes:
    part = b'--form\r\nContent-Disposition: form-data; name="%s"\r\n\r\n%s\r\n'
    return b"".join(part % (name.encode(), value) for name, value in fields.items()) + b"--form--\r\n"


def postmark(raw: bytes, to: str) -> Any:
    headers = [{"Name": "Return-Path", "Value": "<anna@home.example>"}]
    event = {"RawEmail": raw.decode(), "OriginalRecipient": to, "MessageID": "e1", "Headers": headers}
    return posted("postmark/inbound/", json.dumps(event).encode())


def mailgun(raw: bytes, to: str) -> Any:
    mac = hmac.new(b"mailgun", b"1700000000e1", hashlib.sha256).hexdigest().encode()
    fields = {
        "body-mime": raw, "sender": b"anna@home.example", "recipient": to.encode(), "token": b"e1",
        "timestamp": b"1700000000", "signature": mac,
    }  # fmt: skip
    return posted("mailgun/inbound_mime/", form(**fields), FORM)


def sendgrid(raw: bytes, to: str) -> Any:
    envelope = json.dumps({"from": "anna@home.example", "to": [to]}).encode()
    return posted("sendgrid/inbound/", form(email=raw, envelope=envelope, SPF=b"pass"), FORM)


def mandrill(raw: bytes, to: str) -> Any:
    from urllib.parse import urlencode

    events = json.dumps([{"event": "inbound", "msg": {"raw_msg": raw.decode(), "email": to}}])
    url = "http://user:secret@testserver/anymail/mandrill/"
    mac = hmac.new(b"mandrill", f"{url}mandrill_events{events}".encode(), hashlib.sha1).digest()
    return posted(
        "mandrill/", urlencode({"mandrill_events": events}).encode(), "application/x-www-form-urlencoded",
        **{"X-Mandrill-Signature": base64.b64encode(mac).decode()},
    )  # fmt: skip


def sparkpost(raw: bytes, to: str) -> Any:
    content = {"email_rfc822": base64.b64encode(raw).decode(), "email_rfc822_is_base64": True}
    message = {"content": content, "msg_from": "anna@home.example", "rcpt_to": to, "protocol": "smtp"}
    return posted("sparkpost/inbound/", json.dumps([{"msys": {}}, {"msys": {"relay_message": message}}]).encode())


def mailersend(raw: bytes, to: str) -> Any:
    sender, recipients = {"email": "anna@home.example"}, {"rcptTo": [{"email": to}]}
    data = {"id": "e1", "raw": raw.decode(), "sender": sender, "recipients": recipients}
    body = json.dumps({"type": "inbound.message", "data": data}).encode()
    mac = hmac.new(b"mailersend", body, hashlib.sha256).hexdigest()
    return posted("mailersend/inbound/", body, Signature=mac)


def postal(raw: bytes, to: str) -> Any:
    message = base64.b64encode(raw).decode()
    body = json.dumps(
        {"id": 1, "message": message, "base64": True, "mail_from": "anna@home.example", "rcpt_to": to}
    ).encode()
    signed = base64.b64encode(KEY.sign(body, padding.PKCS1v15(), hashes.SHA1())).decode()
    return posted("postal/inbound/", body, **{"X-Postal-Signature": signed})


Provider = Callable[[bytes, str], Any]
PROVIDERS: list[Provider] = [postmark, mailgun, sendgrid, mandrill, sparkpost, mailersend, postal]
each_provider = pytest.mark.parametrize("provider", PROVIDERS, ids=lambda one: one.__name__)


@each_provider
def test_a_providers_message_is_stored_as_it_was_and_played(
    game: Game, people: list[Player], post: Post, provider: Provider
) -> None:
    to = post.to(people[0]).reply_to
    raw = letter(people[0].email, to, "1")
    assert [provider(raw, to).status_code for _ in range(2)] == [200, 200]
    row = InboundMail.objects.get()
    assert (row.source, row.envelope_to, row.verdicts["dmarc"]) == (provider.__name__, to, "unknown")
    assert inbound.raw_of(row) == raw
    process.process(row.pk)
    row.refresh_from_db()
    assert row.state == "done"


@pytest.mark.parametrize("provider", [mailgun, sendgrid, sparkpost, postal], ids=lambda one: one.__name__)
def test_bytes_that_are_no_utf_8_arrive_as_they_left(db: None, provider: Provider) -> None:
    raw = b"From: a@b.example\r\nContent-Type: text/plain; charset=koi8-r\r\n\r\n\xcb\xc9\xc5\xd7\x00\xff\r\n"
    assert provider(raw, PLAY).status_code == 200
    assert inbound.raw_of(InboundMail.objects.get()) == raw


TOP = b"From: anna@home.example\r\nTo: play@in.asgard.localhost\r\n"
BOMBS = {
    "nested parts": TOP + b"".join(
        b"Content-Type: multipart/mixed; boundary=b%d\r\n\r\n--b%d\r\n" % (n, n) for n in range(300)
    ) + b"\r\nhi\r\n",
    "tiny parts": TOP + b"Content-Type: multipart/mixed; boundary=b\r\n\r\n" + b"--b\r\n\r\n" * 100_000,
    "senders": b"From: " + b",\r\n ".join(b"a%d@b.example" % n for n in range(16_000)) + b"\r\n\r\nhi\r\n",
}  # fmt: skip


@each_provider
@pytest.mark.parametrize("name", BOMBS)
def test_a_bomb_is_stored_by_who_parses_nothing_and_refused_by_the_bounded_reader(
    game: Game, people: list[Player], post: Post, provider: Provider, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    to = post.to(people[0]).reply_to

    def parsed(*_: Any, **__: Any) -> Any:
        raise AssertionError("the web process took a stranger's message apart")

    with monkeypatch.context() as patch:
        patch.setattr(email.feedparser.FeedParser, "feed", parsed)
        assert provider(BOMBS[name], to).status_code == 200
        row = InboundMail.objects.get()
        process.process(row.pk)
    row.refresh_from_db()
    assert (row.state, row.reason, row.size_bytes) == ("refused", "malformed", len(BOMBS[name]))


@pytest.mark.parametrize("provider", [postmark, sendgrid, mailgun], ids=lambda one: one.__name__)
def test_of_a_mail_past_the_limit_the_beginning_is_stored_and_its_writer_told(
    game: Game, people: list[Player], post: Post, provider: Provider
) -> None:
    to = post.to(people[0]).reply_to
    head = TOP + b"Content-Type: multipart/mixed; boundary=b\r\n\r\n"
    assert provider(head + b"--b\r\n\r\nx\r\n" * 120_000, to).status_code == 200
    row = InboundMail.objects.get()
    process.process(row.pk)
    row.refresh_from_db()
    assert (row.state, row.reason) == ("refused", "too_large")
    assert Outbox.objects.filter(purpose="receipt", player=people[0]).count() == 1


@each_provider
def test_who_does_not_know_the_secret_stores_nothing(provider: Provider, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(BASIC, "Authorization", "Basic " + base64.b64encode(b"user:guess").decode())
    assert provider(letter("a@b.example", PLAY, "1"), PLAY).status_code == 400
    with override_settings(ANYMAIL={}):
        assert provider(letter("a@b.example", PLAY, "1"), PLAY).status_code == 404
    assert not InboundMail.objects.exists()


@pytest.mark.parametrize("path", ["mailgun/inbound/", "mailersend/inbound/", "postal/inbound/", "mandrill/"])
def test_a_provider_without_its_keys_is_not_there(path: str) -> None:
    with override_settings(ANYMAIL={"WEBHOOK_SECRET": ["user:secret"]}):
        assert posted(path, b"{}").status_code == 404


@pytest.mark.parametrize("provider", ["amazon_ses", "brevo", "mailjet", "mailtrap", "resend", "sendinblue"])
def test_providers_that_give_no_raw_message_are_not_offered(provider: str) -> None:
    assert posted(f"{provider}/inbound/", b"{}").status_code == 404


@pytest.mark.parametrize(
    "path, body, kind",
    [
        ("postmark/inbound/", b"", "application/json"),
        ("postmark/inbound/", b"[]", "application/json"),
        ("postmark/inbound/", b'{"TextBody": "1"}', "application/json"),
        ("postmark/inbound/", b'{"RawEmail": 7}', "application/json"),
        ("postmark/inbound/", b'{"RawEmail": "x", "Headers": [1]}', "application/json"),
        ("postmark/inbound/", b"[" * 200_000, "application/json"),
        ("sparkpost/inbound/", b'[{"msys": {"message_event": {}}}]', "application/json"),
        ("sendgrid/inbound/", form(text=b"1", headers=b"From: a@b.example"), FORM),
        ("sendgrid/inbound/", form(email=b"x", envelope=b"["), FORM),
        ("sendgrid/inbound/", form(**{f"field{n}": b"" for n in range(1500)}), FORM),
    ],
)
def test_what_is_no_raw_message_is_refused_and_never_an_error_of_ours(path: str, body: bytes, kind: str) -> None:
    assert posted(path, body, kind).status_code == 400
    assert not InboundMail.objects.exists()


def test_what_is_far_too_large_is_dropped_so_that_the_provider_does_not_repeat_it() -> None:
    assert posted("postmark/inbound/", b"x" * (3 * 1024 * 1024 + 1)).status_code == 200
    assert Counter.objects.get(what="too_large_at_door").count == 1
    assert Client().post(
        "/anymail/postmark/inbound/", b"x" * (3 * 1024 * 1024 + 1), content_type="application/json"
    ).status_code == 413  # fmt: skip
