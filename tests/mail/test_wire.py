"""The bytes of a message: as the library writes them, in less time."""

from __future__ import annotations

import email
import email.policy
from email.header import Header, decode_header, make_header
from email.mime.multipart import MIMEMultipart
from email.policy import Compat32

import pytest
from django.core.mail.message import MIMEMixin, SafeMIMEMultipart, SafeMIMEText
from hypothesis import example, given
from hypothesis import strategies as st

from asgard_pbem.mail.sending.wire import Headers, Parts, html, picture

PNG = bytes(range(256)) * 40
LINES = st.text(st.characters(codec="utf-8") | st.sampled_from("\r\n"), max_size=300)


def built(text: str, multipart: MIMEMultipart, inner: MIMEMultipart) -> MIMEMultipart:
    html = SafeMIMEText(f"<p>{text}</p>" + "x" * 1200, "html", "utf-8")  # so long a line is written in another way
    for part in (html, picture(PNG)):
        inner.attach(part)
    multipart.attach(SafeMIMEText(text, "plain", "utf-8"))
    multipart.attach(inner)
    return multipart


@given(LINES, st.sampled_from(["\n", "\r\n"]))
def test_a_message_is_the_bytes_that_the_library_writes(text: str, linesep: str) -> None:
    inner, outer = Parts("related"), Parts("alternative")
    message = built(text, outer, inner)
    written = message.as_bytes(linesep=linesep)  # type: ignore[call-arg]  # of Django's
    assert written == MIMEMixin.as_bytes(message, linesep=linesep)  # type: ignore[arg-type]
    assert picture(PNG).get_payload(decode=True) == PNG
    [found] = [one for one in email.message_from_bytes(written).walk() if one.get_content_type() == "image/png"]
    assert found.get_payload(decode=True) == PNG


@given(LINES | st.text("ab =\xa0\t\n", max_size=300))
def test_html_arrives_as_it_was_in_lines_that_every_relay_takes(words: str) -> None:
    part = html(words)
    lines = words.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    plain = "\n".join(line.rstrip(" \t") for line in lines).encode()
    assert part.get_payload(decode=True) == plain
    assert all(len(line) <= 76 and line == line.rstrip(" \t") for line in str(part.get_payload()).split("\n"))
    again = email.message_from_bytes(part.as_bytes(), policy=email.policy.default)
    assert (again.get_content_type(), again.get_content_charset()) == ("text/html", "utf-8")
    assert again.get_content().encode() == plain


def test_no_boundary_is_a_word_of_its_parts_or_another_ones() -> None:
    theirs = SafeMIMEMultipart("related", encoding="utf-8")
    message = built("--=_\n--=_--", Parts("alternative"), theirs)
    again = email.message_from_bytes(message.as_bytes())
    assert [one.get_content_type() for one in again.walk()][2:] == ["multipart/related", "text/html", "image/png"]
    boundaries = {Parts("mixed").get_boundary() for _ in range(9)}
    assert len(boundaries) == 9
    assert all(len(str(one)) <= 70 for one in boundaries)  # RFC 2046, 5.1.1


@pytest.mark.parametrize("linesep", ["\n", "\r\n"])
@given(name=st.sampled_from(["Subject", "To", "X-Auto-Response-Suppress"]), value=st.text(max_size=120))
def test_a_short_plain_header_is_what_the_library_makes_of_it(name: str, value: str, linesep: str) -> None:
    value = " ".join(value.split())
    ours, theirs = Headers(linesep=linesep), Compat32(linesep=linesep)
    assert ours.fold_binary(name, value) == theirs.fold_binary(name, value)
    assert ours.fold(name, value) == theirs.fold(name, value)


@given(name=st.sampled_from(["Subject", "From"]), value=st.text("Кровавая яость Nora, 2", min_size=1, max_size=120))
@example(name="Subject", value="Nora приглашает вас сыграть в игру «Кровавая ярость»")
def test_no_header_begins_with_an_empty_line_whatever_its_letters(name: str, value: str) -> None:
    value = " ".join(value.split()) or "Оля"
    written = Header(value, "utf-8").encode()  # as Django hands it over
    for folded in (Headers().fold(name, written), Headers().fold_binary(name, written).decode()):
        assert folded.partition("\n")[0].strip() != f"{name}:"
        assert all(len(line) <= 76 for line in folded.split("\n")), "RFC 2047, 2"
        assert str(make_header(decode_header(folded.partition(": ")[2].strip()))) == value


@pytest.mark.parametrize(
    "words", ["=?foo?b?YWJj?=", "=?utf-8?q?=FF?=", "=?utf-8?b?YWJjZ?=", "=?utf-8?q?a=0ABcc:_odd?="]
)
def test_what_looks_like_encoded_words_and_is_what_somebody_calls_a_table_goes_as_it_is(words: str) -> None:
    """Decoded it is nothing, or another header: whoever sits at that table gets their mail all the same."""
    written = Header(words).encode()
    assert Headers().fold("Subject", written) == f"Subject: {written}\n"
    again = Headers().fold("From", f"{written} {'long ' * 20}<odd@home.example>")
    assert again.replace("\n", "") == f"From: {written} {'long ' * 20}<odd@home.example>"
