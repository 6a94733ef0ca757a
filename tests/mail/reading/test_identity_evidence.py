"""What a mail shows of its sender and of the prompt it answers (mail notes 3, 5 B 6 and 6)."""

from __future__ import annotations

import hashlib

import pytest

from asgard_pbem.mail.reading.origin.addresses import Candidate, message_ids
from asgard_pbem.mail.reading.origin.sender import dmarc_verdict, opaque, strict_address
from asgard_pbem.mail.reading.read import ParsedMail, read_mail
from asgard_pbem.mail.reading.reply import prompt_hashes

TOKEN = "abcdefghijklmnopqrstuvwxyz"
OTHER = "234567abcdefghijklmnopqrst"
OURS = {"games.example"}
ID = "mx.games.example"
QUOTED = '"a;dmarc=pass header.from=b.example"'  # a local part that its writer chose


def read(*fields: str, body: str = "b7", envelope_to: tuple[str, ...] = ()) -> ParsedMail:
    raw = "\r\n".join(fields).encode() + b"\r\n\r\n" + body.encode()
    return read_mail(raw, domains=OURS, authserv_id=ID, envelope_to=envelope_to)


@pytest.mark.parametrize(
    "value, address",
    [
        ("freya@folkvang.example", "freya@folkvang.example"),
        ("Freya <Freya@Folkvang.example>", "freya@folkvang.example"),
        ('"Odin, \\"the\\" <one@eye.example>" <freya@folkvang.example>', "freya@folkvang.example"),
        ("Freya Q. Njordsdottir <freya@folkvang.example>", "freya@folkvang.example"),
        ("Фрейя <freya@folkvang.example>", "freya@folkvang.example"),
        ("\udcd4\udcf2 <freya@folkvang.example>", "freya@folkvang.example"),
        ("=?utf-8?q?=22Odin=22=2C_=3Cone=40eye.example=3E?= <freya@folkvang.example>", "freya@folkvang.example"),
        ("freya@folkvang.example <Freya@Folkvang.example>", "freya@folkvang.example"),
        ("freya@folkvang.example (Freya, of (Folkvang) \\) so)", "freya@folkvang.example"),
        ("Freya (of Folkvang) < freya@folkvang.example > (her)", "freya@folkvang.example"),
        ("Njordsdottir, Freya <freya@folkvang.example>", None),
        ("alice@example.org<bob@evil.example>", None),
        ("alice@example.org, <bob@evil.example>", None),
        ("alice@example.org; <bob@evil.example>", None),
        ("Friends: alice@example.org, <bob@evil.example>", None),
        ("Friends: <bob@evil.example>;", None),
        ("Friends:; <bob@evil.example>", None),
        ("<alice@example.org> <bob@evil.example>", None),
        ("<@a.example,@b.example:bob@evil.example>", None),
        ('"Freya <freya@folkvang.example>', None),
        ("Freya (of <freya@folkvang.example>", None),
        ("Freya \\<alice@example.org> <bob@evil.example>", None),
        ("alice@example.org\\, <bob@evil.example>", None),
        ("Bob@Evil.example <bob@evil.example>", "bob@evil.example"),
        ("=?utf-8?q?freya=40folkvang.example?=", None),
        ("freya@(here)folkvang.example", None),
        ("x" * 980 + " <freya@folkvang.example>, <bob@evil.example>", None),
        ("<bob@evil.example>", "bob@evil.example"),
        ("alice@example.org, bob@evil.example", None),
        ("Alice <alice@example.org>, Bob <bob@evil.example>", None),
        ("bob@evil.example (alice@example.org)", "bob@evil.example"),
        ("alice@example.org <bob@evil.example> x", None),
        ("a..b@example.org", None),
        ("alice@localhost", None),
        ("алиса@example.org", None),
        ("<>", None),
        (">", None),
        ("", None),
        ("x" * 65 + "@example.org", None),
        ("x" * 64 + "@example.org", "x" * 64 + "@example.org"),
        ("x@" + "long." * 49 + "example", "x@" + "long." * 49 + "example"),  # 254 characters
        ("xy@" + "long." * 49 + "example", None),
        ("x" * 981 + " <bob@evil.example>", "bob@evil.example"),  # a field of 1000
        ("x" * 982 + " <bob@evil.example>", None),
    ],
)
def test_only_one_strict_address_is_a_sender(value: str, address: str | None) -> None:
    assert strict_address(value) == address


def test_no_sender_and_two_senders_are_told_apart() -> None:
    assert read("To: x@y.example").refusal == "no_sender"
    assert read("From: nobody").refusal == "no_sender"
    assert read("From: a@b.example", "From: c@d.example").refusal == "malformed"
    assert read("From: a@b.example").refusal is None


@pytest.mark.parametrize("end", ["\r\n", "\n"])
@pytest.mark.parametrize("lone", ["\r", "\n"])
def test_a_sender_whom_no_mail_server_saw_is_nobody(end: str, lone: str) -> None:
    """A server that takes lone signs for letters judges the second From; its verdict is told apart from the mail."""
    hidden = f"Subject: x{lone}From: alice@b.example{lone}{lone}stop mail"
    raw = end.join(("Received: from x", hidden, "From: eve@evil.example", "", "b7")).encode()
    assert (lone != end) == (read_mail(raw, domains=OURS, authserv_id=None).sender is None)


@pytest.mark.parametrize(
    "first",
    [
        "X: a\rFrom: alice@b.example\rno field",
        "X: a\rFrom: alice@b.example\r\rstop mail\r",
        "X: a\nFrom: alice@b.example\n\nstop mail\n",
        "From: alice@b.example\r\rstop mail\n",
    ],
)
def test_the_first_line_does_not_tell_which_ends_a_server_knew(first: str) -> None:
    """Where a message is handed on as it came, no server has put a line of its own above it."""
    raw = f"{first}\r\nFrom: eve@evil.example\r\nTo: x\r\n\r\nb7"
    assert read_mail(raw.encode(), domains=OURS, authserv_id=None).sender is None


@pytest.mark.parametrize(
    "raw",
    [
        b"Received: x\nFrom: Alice\r\n\t<alice@b.example>\r\nTo: y\r\n\r\nb7\r\n\r\nFrom: us\r\n",
        b"Received: x\r\nTo: y\nFrom: Alice <alice@b.example>\n\nb7\n\nFrom: us\n",
        b"Received: x\nFrom: Alice <alice@b.example>\n\nb7\r\n\r\nFrom: us\r\n",
        b"Received: x\rFrom: Alice <alice@b.example>\r\rb7\r\rFrom: us\r",
    ],
)
def test_lines_that_a_pipe_added_with_ends_of_its_own_make_no_second_sender(raw: bytes) -> None:
    assert read_mail(raw, domains=OURS, authserv_id=None).sender == "alice@b.example"


@pytest.mark.parametrize(
    "fields, verdict",
    [
        ([f"{ID}; dmarc=pass header.from=b.example"], "pass"),
        ([f"{ID.upper()} 1; spf=pass; dkim=fail; dmarc=fail (p=none) header.from=b.example"], "fail"),
        ([f"{ID}; dmarc=none header.from=b.example"], "none"),
        ([f"{ID}; dmarc=pass"], "unknown"),
        ([f"{ID}; dmarc=fail"], "fail"),
        ([f"{ID}; dmarc=temperror"], "unknown"),
        ([f"{ID}; spf=pass smtp.mailfrom=b.example"], "unknown"),
        ([f"{ID}; dmarc=pass header.from=other.example"], "unknown"),
        ([f"{ID}; spf=pass (x; dmarc=pass header.from=b.example)"], "unknown"),
        ([f"{ID}; dmarc=pass header.from=B.example."], "pass"),
        ([f"{ID}.evil; dmarc=pass header.from=b.example"], "unknown"),
        (["mx.other.example; dmarc=pass header.from=b.example"], "unknown"),
        (["; dmarc=pass header.from=b.example"], "unknown"),
        (["mx.other.example; dmarc=none", f"{ID}; dmarc=pass header.from=b.example"], "unknown"),
        ([f"{ID}; dkim=pass", f"{ID}; dmarc=pass header.from=b.example"], "pass"),
        ([f"{ID}; spf=pass smtp.mailfrom={QUOTED}; dmarc=fail header.from=b.example"], "fail"),
        ([f"{ID}; spf=pass smtp.mailfrom={QUOTED}"], "unknown"),
        ([f'{ID}; spf=pass smtp.mailfrom="\\";dmarc=pass header.from=b.example;"'], "unknown"),
        ([f"{ID}; spf=pass smtp.helo=x;dmarc=pass header.from=b.example; dmarc=fail header.from=b.example"], "fail"),
        ([f"{ID}; dmarc=pass header.from=evil.example header.from=b.example"], "unknown"),
        ([f"{ID}; dmarc=pass header.from=b.example; dmarc=pass header.from=evil.example"], "unknown"),
        ([f"{ID}; dmarc=pass header.from=b.example (not closed"], "unknown"),
        ([f'{ID}; dmarc=pass header.from="b.example"'], "unknown"),
        ([f"{ID}; dmarc=pass header.from=b.example.evil.example"], "unknown"),
        ([f"{ID} (our own)\r\n ; dmarc (checked) = pass\r\n header.from=b.example"], "pass"),
        ([], "unknown"),
    ],
)
def test_only_our_receivers_verdict_counts(fields: list[str], verdict: str) -> None:
    pairs = [("authentication-results", value) for value in fields]
    assert dmarc_verdict(pairs, ID, "b.example") == verdict
    assert dmarc_verdict(pairs, f" {ID.upper()} ", "b.example") == verdict  # as somebody may write it into the settings
    assert dmarc_verdict(pairs, None, "b.example") == "unknown"


RECEIVED, FORGED = ("received", "from x by y"), ("authentication-results", f"{ID}; dmarc=pass header.from=b.example")


@pytest.mark.parametrize(
    "fields, hops, verdict",
    [
        ([("authentication-results", f"{ID}; spf=pass"), RECEIVED, FORGED], 0, "unknown"),
        ([RECEIVED, FORGED], 0, "unknown"),
        ([RECEIVED, FORGED], 1, "pass"),  # our own server writes one Received above its verdict
        ([RECEIVED, ("subject", "x"), RECEIVED, FORGED], 1, "unknown"),
        ([("return-path", "<a@b.example>"), ("dmarc-filter", "x"), FORGED, RECEIVED], 0, "pass"),
    ],
)
def test_what_stands_below_the_first_foreign_received_came_with_the_mail(
    fields: list[tuple[str, str]], hops: int, verdict: str
) -> None:
    assert dmarc_verdict(fields, ID, "b.example", hops) == verdict


def test_the_verdict_is_read_from_the_mail() -> None:
    fields = f"Authentication-Results: {ID};\r\n dmarc=pass (p=reject)\r\n header.from=b.example", "From: a@b.example"
    assert read(*fields).dmarc == "pass"
    assert read(f"Received: from x by {ID}", *fields).dmarc == "unknown"
    assert read(*fields, "From: c@d.example").dmarc == "unknown"


def test_a_from_line_past_its_limit_is_nobodys() -> None:
    """Cut short, this one would be from the first of its two senders."""
    pad = "x" * (1000 - len(" <alice@b.example>"))
    assert read(f"From: {pad} <alice@b.example>, <mallory@evil.example>").sender is None


def test_comments_and_quoted_strings_hide_what_they_hold() -> None:
    assert opaque('a (b (c) "d) e "f (g;\\"h" i') == 'a   e " i'
    assert opaque("a (b") is None
    assert opaque('a "b\\"') is None


def test_tokens_are_found_in_the_most_trusted_place_first() -> None:
    mail = read(
        "From: a@b.example",
        f"To: Asgard <play+{TOKEN.upper()}@Games.example>",
        f"Cc: {OTHER}@games.example, play+{TOKEN}@elsewhere.example",
        f"Delivered-To: play+{OTHER}@games.example",
        envelope_to=(f"play+{TOKEN}@games.example",),
    )
    assert mail.candidates == (Candidate(TOKEN, "envelope"), Candidate(OTHER, "delivered-to"))


@pytest.mark.parametrize("field", ["Delivered-To", "X-Original-To", "Envelope-To", "X-Gm-Original-To", "To", "Cc"])
def test_every_place_of_an_address_is_searched(field: str) -> None:
    assert read("From: a@b.example", f"{field}: <play%2B{TOKEN}@games.example>").candidates == (
        Candidate(TOKEN, field.lower()),
    )


@pytest.mark.parametrize("address", [f"play+{TOKEN}@elsewhere.example", f"{TOKEN}@games.example.evil.example"])
def test_a_token_at_anybody_elses_is_none(address: str) -> None:
    mail = read("From: a@b.example", f"To: {address}", f"References: <reply.{address}>", envelope_to=(address,))
    assert (mail.candidates, mail.boxes) == ((), ())


def test_an_answer_is_known_by_what_it_refers_to_last_and_else_by_its_subject() -> None:
    subject = f"Subject: Re: b7 [{OTHER}]"
    names = [f"References: <reply.{OTHER}@games.example> <reply.{TOKEN.upper()}@Games.example.>", subject]
    assert read("From: a@b.example", *names).candidates == (Candidate(TOKEN, "references"),)
    answered = f"In-Reply-To: <reply.{TOKEN}@games.example>"
    assert read("From: a@b.example", answered, subject).candidates == (Candidate(TOKEN, "references"),)
    assert read("From: a@b.example", subject.upper()).candidates == (Candidate(OTHER, "subject"),)
    assert read("From: a@b.example", subject.replace("[", "").replace("]", "")).candidates == ()


def test_of_a_mail_with_a_token_in_an_address_nothing_else_counts() -> None:
    told = f"References: <reply.{OTHER}@games.example>", f"Subject: [{OTHER}]"
    mail = read("From: a@b.example", f"To: play+{TOKEN}@games.example.", *told)
    assert mail.candidates == (Candidate(TOKEN, "to"),)


def test_boxes_are_of_our_domains_whatever_the_case() -> None:
    mail = read("From: a@b.example", "To: New@Games.example., x@elsewhere.example", "Delivered-To: play@games.example")
    assert mail.boxes == ("play@games.example", "new@games.example.")


@pytest.mark.parametrize("local", ["play", TOKEN[:-1], TOKEN + "a", "play+" + "1" * 26])
def test_what_is_no_token_is_not_found(local: str) -> None:
    assert read("From: a@b.example", f"To: {local}@games.example").candidates == ()


def test_references_are_split_on_blanks_and_commas() -> None:
    assert message_ids("<a@b>,<c@d>\t<e@f> ,g@h nonsense <a@b>") == ("a@b", "c@d", "e@f", "g@h")


def test_the_nearest_reference_comes_first_and_ours_are_picked() -> None:
    mail = read(
        "From: a@b.example",
        "References: <game.1@games.example>,<x@b.example>,<turn.1.2.x@Games.example>",
        "In-Reply-To: <turn.1.3.x@games.example>",
    )
    assert mail.our_referred == ("turn.1.3.x@games.example", "turn.1.2.x@games.example", "game.1@games.example")
    strange = "\u0437@games.example", f"{'x' * 250}@games.example", "turn.1@games.example.evil.example"
    assert read("From: a@b.example", "References: " + " ".join(f"<{one}>" for one in strange)).our_referred == ()


def test_a_mail_without_an_id_is_named_by_its_bytes() -> None:
    raw = b"From: a@b.example\r\n\r\nb7"
    digest = hashlib.sha256(raw).hexdigest()
    mail = read_mail(raw, domains=OURS, authserv_id=None)
    assert (mail.message_id, mail.sha256) == (f"sha256:{digest}", digest)
    assert read("From: a@b.example", "Message-ID: <[x@y]>").message_id == "x@y"


def test_the_reply_is_cut_again_once_the_prompt_is_known() -> None:
    prompt = "Please write above this line. [Asgard QK7FZ2]\nPick one of the cards in your hand\nOdin"
    mail = read("From: a@b.example", body=f"b7\n{prompt}")
    assert mail.reply.text == f"b7\n{prompt}"
    known = mail.cut(sentinel=prompt.splitlines()[0], own_lines=prompt_hashes(prompt), names=frozenset())
    assert (known.text, known.below) == ("b7", "")


def test_what_is_private_does_not_show_in_a_repr() -> None:
    assert "b7" not in repr(read("From: a@b.example"))
