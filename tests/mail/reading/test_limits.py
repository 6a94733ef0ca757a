"""No mail costs more than its size is worth, and none stops the reader (mail notes 5 A and 7).

Work is counted, not timed: every call that Python makes, into Python or into C, is one step.
"""

from __future__ import annotations

import sys
from types import FrameType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from asgard_pbem.mail.reading.cutting import rules as cut_rules
from asgard_pbem.mail.reading.cutting.cut import cut_reply
from asgard_pbem.mail.reading.parts import mime, prescan
from asgard_pbem.mail.reading.parts.plain import MAX_LINES, MAX_TEXT_BYTES, compose, normalise
from asgard_pbem.mail.reading.reply import classify, read_mail, visible_text
from asgard_pbem.mail.reading.text import html_text
from asgard_pbem.mail.reading.text.html_text import html_to_text
from tests.mail.doors.bombs import bombs

SMALL, LARGE = bombs(16), bombs(64)


def steps(raw: bytes) -> int:
    """How many calls reading `raw` takes."""
    count = 0

    def on_call(_frame: FrameType, event: str, _argument: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    sys.setprofile(on_call)
    try:
        visible_text(raw)
    finally:
        sys.setprofile(None)
    return count


@pytest.mark.parametrize("name", LARGE)
def test_work_grows_no_faster_than_the_mail(name: str) -> None:
    small, large = steps(SMALL[name]), steps(LARGE[name])
    assert large <= 5 * small + 2_000
    assert large < 400_000


@pytest.mark.parametrize("name", LARGE)
def test_a_bomb_is_read_like_any_mail(name: str) -> None:
    mail = read_mail(LARGE[name], domains={"games.example"}, authserv_id="mx.games.example")
    assert len(mail.reply.text.encode()) <= MAX_TEXT_BYTES
    assert mail.reply.text.count("\n") < MAX_LINES


def test_every_pattern_looks_only_at_the_beginning_of_a_long_line() -> None:
    long = "> " + "x" * 50_000
    assert len(cut_rules.squeezed(long)) <= 1000
    assert not cut_rules.may_end_attribution("On 1 May 2020 " + "x" * 50_000 + " wrote:")
    assert not cut_rules.is_mobile("Sent from my " + "x" * 50_000)
    assert cut_rules.is_mark("--- " + "x" * 50_000 + " ---") == ""
    assert cut_rules.labels("x" * 50_000 + ": From: a") == set()


def test_a_run_of_marks_is_composed_in_short_pieces() -> None:
    assert compose("e\u0301") == "é"
    assert len(compose("\u0301\u0327" * 30_000)) == 60_000


def test_html_stops_at_its_limits() -> None:
    assert html_to_text("<i>a</i>" * html_text.MAX_TAGS)[1]
    assert html_to_text("a" * (html_text.MAX_HTML_CHARS + 1))[1]
    assert html_to_text("<p>b7</p>") == ("b7", False)


@pytest.mark.parametrize(
    "raw, reason",
    [
        (b"", "empty"),
        (b"\r\n\r\n \n", "empty"),
        (b"From: a@b.example\n\n" + b"x" * prescan.MAX_RAW_BYTES, "too_large"),
        (b"X: y\n" * (prescan.MAX_FIELDS + 1) + b"\nhi", "malformed"),
        (b"X: " + b"y" * prescan.MAX_FIELD_BYTES + b"\n\nhi", "malformed"),
        ((b"X: " + b"y" * 8_000 + b"\n") * 9 + b"\nhi", "malformed"),
        (b"From: a@b.example\n\n" + b"--\n" * (prescan.MAX_DASH_LINES + 1), "malformed"),
        (b"From: a@b.example\n\n" + b"Content-Type: multipart/mixed\n" * (prescan.MAX_CONTAINERS + 1), "malformed"),
    ],
)
def test_a_mail_over_a_limit_is_not_parsed(raw: bytes, reason: str) -> None:
    mail = read_mail(raw, domains=(), authserv_id=None)
    assert (mail.kind, mail.refusal) == ("unreadable", reason)
    assert visible_text(raw) == ""


def _nested(depth: int) -> bytes:
    heads = b"".join(
        b"Content-Type: multipart/mixed; boundary=b%d\r\n\r\n--b%d\r\n" % (level, level) for level in range(depth)
    )
    return b"From: a@b.example\r\n" + heads + b"Content-Type: text/plain\r\n\r\nb7\r\n"


def test_nesting_is_followed_to_the_eighth_level_only() -> None:
    assert visible_text(_nested(mime.MAX_DEPTH)) == "b7"
    assert read_mail(_nested(mime.MAX_DEPTH + 1), domains=(), authserv_id=None).refusal == "malformed"


def test_more_than_fifty_parts_are_malformed() -> None:
    head = b"From: a@b.example\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n"
    many = head + b"--b\r\n\r\nx\r\n" * (mime.MAX_PARTS + 1) + b"--b--"
    assert read_mail(many, domains=(), authserv_id=None).refusal == "malformed"


def test_a_text_is_clipped_to_its_lines_and_bytes() -> None:
    assert normalise("a\n" * 5_000) == ("\n".join(["a"] * MAX_LINES), True)
    text, clipped = normalise("ж" * 100_000)
    assert (len(text.encode()), clipped) == (MAX_TEXT_BYTES, True)
    assert normalise("a\r\n\r\n\r\n\r\nb \t\r") == ("a\n\nb", False)


@given(raw=st.binary(max_size=600))
def test_no_bytes_make_the_reader_raise(raw: bytes) -> None:
    assert isinstance(visible_text(raw), str)
    assert classify(raw) in {"reply", "auto-reply", "bounce", "complaint", "mdn", "other"}
    assert read_mail(raw, domains={"b"}, authserv_id="b").sha256


_PIECES = st.sampled_from(
    [
        b"\r\n", b"\n", b"\r", b"\r\n\r\n", b"From: ", b"To: ", b"Subject: =?utf-8?b?", b"?=", b"<a@b.example>", b"a@b",
        b"Content-Type: ", b"multipart/mixed", b"text/html", b"text/plain", b"message/rfc822", b"; boundary=",
        b"x", b"--x", b"--x--",
        b"; charset=", b"utf-7", b"unicode_escape", b"Content-Transfer-Encoding: ", b"base64", b"quoted-printable",
        b"=", b"=\xff",
        b"Content-Disposition: attachment; filename*=utf-8''%ff", b"\x00", b"\xed\xa0\x80", b"\xff\xfe", b"> ",
        b"On 1 May ", b"wrote:",
        b"<div class=gmail_quote>", b"<blockquote>", b"</div>", b"&#1114112;", b"&#xd800;", b"(", b"\\", b'"',
        b"format=flowed",
        b"Authentication-Results: b; dmarc=", b"pass", b"References: ", b"-----BEGIN PGP SIGNED MESSAGE-----",
    ]
)  # fmt: skip


@given(pieces=st.lists(_PIECES, max_size=40))
def test_no_mixture_of_mail_like_pieces_makes_the_reader_raise(pieces: list[bytes]) -> None:
    raw = b"".join(pieces)
    mail = read_mail(raw, domains={"b.example"}, authserv_id="b")
    mail.reply.text.encode()
    mail.subject.encode()
    assert "\x00" not in mail.reply.text + mail.subject + mail.message_id + (mail.sender or "")


@given(text=st.text(max_size=300), sentinel=st.text(max_size=40))
def test_a_cut_keeps_only_lines_that_were_there(text: str, sentinel: str) -> None:
    reply = cut_reply(text, sentinel=sentinel)
    assert set(reply.text.split("\n")) <= {*normalise(text)[0].split("\n"), ""}
