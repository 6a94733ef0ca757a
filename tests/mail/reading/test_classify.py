"""What kind of mail it is: only a person's mail may hold orders (mail notes 5 C)."""

from __future__ import annotations

import pytest

from asgard_pbem.mail.reading.reply import classify, read_mail

OURS = {"games.example"}


def mail(*fields: str, body: str = "b7", sender: str = "Freya <freya@folkvang.example>") -> bytes:
    head = "\r\n".join((f"From: {sender}", *fields))
    return f"{head}\r\n\r\n{body}".encode()


def report(kind: str, inner: str) -> bytes:
    parts = (
        f"--b\r\n\r\nwords\r\n--b\r\nContent-Type: message/{inner}\r\n\r\nFinal-Recipient: "
        f"rfc822; a@b.example\r\n--b--\r\n"
    )
    return mail(f"Content-Type: multipart/report; report-type={kind}; boundary=b", body=parts)


def holding(kind: str, *fields: str) -> bytes:
    """A mail of several parts, one of which is a `kind`."""
    parts = f"--b\r\n\r\nwords\r\n--b\r\nContent-Type: {kind}\r\n\r\nX: y\r\n\r\nz\r\n--b--\r\n"
    return mail(*fields, "Content-Type: multipart/mixed; boundary=b", body=parts)


@pytest.mark.parametrize(
    "raw, kind, reason",
    [
        (report("delivery-status", "delivery-status"), "bounce", "delivery_status"),
        (report("nonsense", "delivery-status"), "bounce", "delivery_status"),
        (report("feedback-report", "feedback-report"), "complaint", "feedback_report"),
        (report("disposition-notification", "disposition-notification"), "mdn", "disposition_notification"),
        (holding("message/delivery-status"), "bounce", "delivery_status"),
        (holding("message/feedback-report"), "complaint", "feedback_report"),
        (report("Disposition-Notification", "x"), "mdn", "disposition_notification"),
        (report("x", "global-disposition-notification"), "mdn", "disposition_notification"),
        (mail("X-Failed-Recipients: a@b.example"), "bounce", "failed_recipients"),
        (mail(sender="Mail Delivery System <MAILER-DAEMON@b.example>"), "bounce", "daemon"),
        (mail(sender="postmaster@b.example"), "bounce", "daemon"),
        (mail("Auto-Submitted: auto-replied", sender="postmaster@b.example"), "auto-reply", "auto_submitted"),
        (mail("Auto-Submitted: auto-replied", sender="MAILER-DAEMON <>"), "bounce", "daemon"),
        (mail("Return-Path: <>", "Subject: Undeliverable: [Game 4711]"), "bounce", "delivery_words"),
        (mail("Subject: Undeliverable: Aesir", body="550 5.1.1 user unknown"), "bounce", "delivery_words"),
        (holding("message/rfc822", "Subject: Undeliverable: Aesir"), "bounce", "delivery_words"),
        (mail(body="Undeliverable: <turn.4711.3.x@Games.example>"), "bounce", "our_id_returned"),
        (mail(body="Undeliverable: <turn.4711.3.x@other.example>"), "reply", "person"),
        (mail(body="I moved. <turn.4711.3.x@games.example>"), "reply", "person"),
        (mail(sender="Asgard <play@games.example>"), "loop", "own_domain"),
        (mail("Auto-Submitted: auto-replied"), "auto-reply", "auto_submitted"),
        (mail("Auto-Submitted: auto-generated; owner-email=x"), "auto-reply", "auto_submitted"),
        (mail("Return-Path: <>"), "auto-reply", "null_sender"),
        (mail("X-Autoreply: yes"), "auto-reply", "auto_field"),
        (mail("X-Apple-Action: VACATION"), "auto-reply", "auto_field"),
        *(
            (mail(f"Precedence: {one}"), "auto-reply", "precedence")
            for one in ("Bulk", "junk", "auto_reply", "auto-reply")
        ),
        (mail("Precedence: list"), "list", "list_header"),
        (mail("List-Id: <x.example>"), "list", "list_header"),
        (mail("Subject: Abwesenheitsnotiz: Aesir", "X-Auto-Response-Suppress: All"), "auto-reply", "away_subject"),
        (mail("Subject: Vacation"), "auto-reply", "away_subject"),
        (mail("Subject: Vacation", "In-Reply-To: <x@y>", "X-Auto-Response-Suppress: x"), "auto-reply", "away_subject"),
        (mail("Content-Type: text/calendar; method=REPLY"), "calendar", "calendar_reply"),
        (mail("Content-Type: text/calendar; method=REQUEST"), "reply", "person"),
        (holding("text/vnd.google.email-reaction+json"), "calendar", "reaction"),
        (mail("Content-Disposition: reaction"), "calendar", "reaction"),
        (mail("In-Reply-To: <turn.1@games.example>"), "reply", "person"),
        (mail("Auto-Submitted: No"), "reply", "person"),
        (mail("Auto-Submitted: no (a person)"), "reply", "person"),
        (mail("X-Auto-Response-Suppress: All", "Subject: Re: [Game 4711]"), "reply", "person"),
        (mail("Subject: Re: Out of office poker", "In-Reply-To: <x@y.example>"), "reply", "person"),
        (mail("Subject: Out of office: poker", "In-Reply-To: <x@y.example>"), "auto-reply", "away_subject"),
        (mail("Subject: Undeliverable cards"), "reply", "person"),
        (mail("Precedence: first-class"), "reply", "person"),
    ],
)
def test_the_first_sign_that_fits_names_the_kind(raw: bytes, kind: str, reason: str) -> None:
    found = read_mail(raw, domains=OURS, authserv_id=None)
    assert (found.kind, found.reason) == (kind, reason)


def test_the_envelope_says_more_than_the_mail() -> None:
    assert read_mail(mail(), domains=OURS, authserv_id=None, envelope_from="").reason == "null_sender"
    assert read_mail(mail(), domains=OURS, authserv_id=None, envelope_from="bounce@games.example").kind == "loop"
    trace = mail("Return-Path: <>")
    assert read_mail(trace, domains=OURS, authserv_id=None, envelope_from="freya@folkvang.example").kind == "reply"


def test_where_one_address_is_ours_the_rest_of_its_domain_is_not() -> None:
    for sender, kind in (("play@mail.example", "loop"), ("freya@mail.example", "reply")):
        found = read_mail(mail(sender=sender), domains=OURS, authserv_id=None, address="play@mail.example")
        assert found.kind == kind


@pytest.mark.parametrize(
    "raw, why",
    [
        (mail(), ""),
        (mail("List-Unsubscribe: <https://b.example/>"), "bulk"),
        (mail("Feedback-ID: 1"), "bulk"),
        (mail(sender="no-reply@b.example"), "no_reply_address"),
        (mail(sender="Majordomo+x@b.example"), "no_reply_address"),
        (mail(sender="noreen@no-reply.example"), ""),
    ],
)
def test_signs_that_somebody_unknown_is_better_not_asked(raw: bytes, why: str) -> None:
    found = read_mail(raw, domains=OURS, authserv_id=None)
    assert (found.kind, found.unasked) == ("reply", why)


QUOTING = "3\n\nOn 3 Dec 2026 at 9:15, Asgard <play@games.example> wrote:\n> User Unknown: my mail was undeliverable"


@pytest.mark.parametrize("envelope, field", [("freya@folkvang.example", "X: y"), (None, "In-Reply-To: <1@a.example>")])
def test_what_others_wrote_makes_no_bounce_of_an_answer(envelope: str | None, field: str) -> None:
    raw = mail("Subject: Re: Aesir: Freya, User Unknown", field, body=QUOTING)
    found = read_mail(raw, domains=OURS, authserv_id=None, envelope_from=envelope)
    assert (found.kind, found.reason) == ("reply", "person")


@pytest.mark.parametrize("envelope", ["", "<>", None])
def test_a_server_that_writes_no_report_is_known_by_its_words(envelope: str | None) -> None:
    raw = mail("Subject: Undeliverable: Aesir", body="<play@games.example>: undeliverable, user unknown")
    assert read_mail(raw, domains=OURS, authserv_id=None, envelope_from=envelope).kind == "bounce"


def test_only_a_persons_mail_is_read() -> None:
    found = read_mail(mail("Auto-Submitted: auto-replied"), domains=OURS, authserv_id=None)
    assert (found.text, found.refusal, found.reply.text) == ("", None, "")


@pytest.mark.parametrize(
    "raw, kind",
    [
        (mail(), "reply"),
        (mail("Precedence: list"), "other"),
        (report("delivery-status", "delivery-status"), "bounce"),
        (b"", "other"),
        (b"X: y\n" * 500, "other"),
    ],
)
def test_the_short_answer_has_six_words(raw: bytes, kind: str) -> None:
    assert classify(raw) == kind
