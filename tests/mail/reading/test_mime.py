"""How the text is found in a mail, whatever built it (mail notes 5 B and E)."""

from __future__ import annotations

import base64

import pytest

from asgard_pbem.mail.reading.parts.charsets import known_charset
from asgard_pbem.mail.reading.parts.mime import Headers, decode_header
from asgard_pbem.mail.reading.reply import body_of, read_mail, visible_text
from asgard_pbem.mail.reading.text.flowed import unflow
from asgard_pbem.mail.reading.text.html_text import html_to_text

TOP = b"From: a@b.example\r\n"


def single(body: bytes, *fields: bytes) -> bytes:
    return TOP + b"".join(field + b"\r\n" for field in fields) + b"\r\n" + body


def multi(*parts: bytes, kind: bytes = b"mixed") -> bytes:
    inner = b"".join(b"--b\r\n" + part + b"\r\n" for part in parts)
    return TOP + b"Content-Type: multipart/" + kind + b"; boundary=b\r\n\r\n" + inner + b"--b--\r\n"


PLAIN = b"Content-Type: text/plain\r\n\r\nb7"
HTML = b"Content-Type: text/html\r\n\r\n<p>c3</p>"


@pytest.mark.parametrize(
    "raw",
    [
        single(b"b7"),
        b"\r\n\n" + single(b"b7"),
        single(b"b7").replace(b"\r\n", b"\r"),
        single(b"b7").replace(b"\r\n", b"\n"),
        b"From mailer Sat Nov 21 09:15:00 2026\r\n" + single(b"b7"),
        single(b"b7", b"Message-ID: <[x@y]>", b"To: (c):", b"Cc: a:b;;"),
        single(b"b7", b"Content-Type: nonsense"),
        single(b"b7", b"Content-Type: multipart/mixed"),
        single(b"b7", b"Content-Type: multipart/mixed; boundary=never"),
        single(b"Yjc", b"Content-Transfer-Encoding: base64"),
        single(b"Yj\r\nc=\r\n", b"Content-Transfer-Encoding: base64"),
        single(b"=\r\nb=3", b"Content-Transfer-Encoding: quoted-printable").replace(b"b=3", b"b=37"),
        single(b"b7", b"Content-Transfer-Encoding: nonsense"),
        single(b"b\x007"),
        single(b"b\xed\xa0\x807", b"Content-Type: text/plain; charset=utf-8").replace(b"\xed\xa0\x80", b""),
        multi(PLAIN, HTML, kind=b"alternative"),
        multi(b"Content-Type: text/plain\r\n\r\n \r\n", PLAIN),
        multi(b"Content-Type: text/plain; name=orders.txt\r\n\r\nc3", PLAIN),
        multi(b"Content-Disposition: attachment\r\n\r\nc3", PLAIN),
        multi(b"Content-Type: message/rfc822\r\n\r\nFrom: x@y.example\r\n\r\nc3", PLAIN),
        multi(PLAIN, b"Content-Type: application/pgp-signature\r\n\r\nx", kind=b"signed"),
    ],
)
def test_the_order_is_found(raw: bytes) -> None:
    assert visible_text(raw) == "b7"


def test_an_empty_text_beside_html_gives_way_to_it() -> None:
    assert visible_text(multi(b"Content-Type: text/plain\r\n\r\n \xa0\r\n", HTML, kind=b"alternative")) == "c3"


def test_what_a_gateway_adds_below_does_not_stand_for_what_was_written() -> None:
    """The plain part of its own that says "checked for viruses" had taken the place of an answer in HTML."""
    added = b"Content-Type: text/plain\r\n\r\nChecked by Dr.Web"
    both = multi(PLAIN, HTML, kind=b"alternative").partition(b"\r\n")[2].replace(b"boundary=b", b"boundary=c")
    assert visible_text(multi(HTML, added)) == "c3"
    assert visible_text(multi(both.replace(b"--b", b"--c"), added)) == "b7"
    assert visible_text(multi(PLAIN, added)) == "b7"
    assert visible_text(multi(HTML, PLAIN, kind=b"alternative")) == "b7"


def test_html_alone_is_read() -> None:
    assert visible_text(single(b"<html><body><p>b7<br>c3</p></body></html>", b"Content-Type: text/html")) == "b7\nc3"


@pytest.mark.parametrize(
    "raw, refusal",
    [
        (single(b"x", b"Content-Type: application/pkcs7-mime; smime-type=enveloped-data"), "encrypted"),
        (multi(b"Content-Type: application/pgp-encrypted\r\n\r\nVersion: 1", kind=b"encrypted"), "encrypted"),
        (single(b"-----BEGIN PGP MESSAGE-----\r\n\r\nx"), "encrypted"),
        (single(b"x", b"Content-Type: application/ms-tnef; name=winmail.dat"), "tnef"),
        (multi(b"Content-Type: image/png\r\n\r\nx"), "attachment_only"),
        (single(b" \r\n"), "empty"),
    ],
)
def test_a_mail_without_text_of_its_writer_says_why(raw: bytes, refusal: str) -> None:
    assert read_mail(raw, domains=(), authserv_id=None).refusal == refusal


def test_attachments_are_counted_by_kind_and_not_read() -> None:
    body = body_of(multi(PLAIN, b"Content-Type: image/png; name=x.png\r\n\r\nx"))
    assert (body.text, body.attachments) == ("b7", ("image/png",))


def test_inline_clear_signing_is_taken_off() -> None:
    signed = (
        b"-----BEGIN PGP SIGNED MESSAGE-----\r\nHash: SHA256\r\n\r\nb7\r\n- -x\r\n-----BEGIN "
        b"PGP SIGNATURE-----\r\n\r\nzzz\r\n"
    )
    assert visible_text(single(signed)) == "b7\n-x"


@pytest.mark.parametrize(
    "declared, data, text",
    [
        ("windows-1251", "ход 7".encode("cp1251"), "ход 7"),
        ("KOI8-R", "ход 7".encode("koi8-r"), "ход 7"),
        ("iso-2022-jp", "手 7".encode("iso-2022-jp"), "手 7"),
        ("windows-31j", "手 7".encode("cp932"), "手 7"),
        ("x-gbk", "手 7".encode("gbk"), "手 7"),
        ("utf8mb4", "ход 7".encode(), "ход 7"),
        ("us-ascii", "ход 7".encode(), "ход 7"),
        ("nonsense-8", "ход 7".encode(), "ход 7"),
        ("utf-8", "Zug für Thor".encode("cp1252"), "Zug für Thor"),
        ("windows-1251", "ход 7".encode(), "ход 7"),
        ("koi8-r", "да".encode(), "да"),
        ("iso-8859-1", "Thor’s 7".encode(), "Thor’s 7"),
        ("koi8-r", "её".encode("koi8-r"), "её"),
        ("cp866", "сна".encode("cp866"), "сна"),
        ("iso-8859-5", "ЧАЩА".encode("iso-8859-5"), "ЧАЩА"),
        ("gb2312", "联通".encode("gbk"), "联通"),
        ("utf-7", b"+AGI-7", "+AGI-7"),
        ("unicode_escape", rb"\x62\x37", r"\x62\x37"),
        ("punycode", b"b7-", "b7-"),
        ("rot13", b"b7", "b7"),
    ],
)
def test_a_declared_charset_is_believed_only_where_it_is_harmless(declared: str, data: bytes, text: str) -> None:
    assert visible_text(single(data, f'Content-Type: text/plain; charset="{declared}"'.encode())) == text


def test_only_listed_charsets_are_known() -> None:
    assert known_charset("windows-874") == "cp874"
    assert known_charset("cp-850") == "cp850"
    assert known_charset("iso-8859-8-i") == "iso8859-8"
    assert [known_charset(name) for name in ("idna", "utf-7", "undefined", "hex", "", None)] == [None] * 6


def test_soft_lines_are_joined_within_one_depth() -> None:
    assert unflow("one \ntwo\n> a \n> b\n>> c\n  x\n-- \nme", del_sp=False) == "one two\n> a b\n>> c\n x\n-- \nme"
    assert unflow("手 \n札", del_sp=True) == "手札"


def test_flowed_answers_keep_their_lines() -> None:
    raw = single(
        b"play the card that \r\nI drew\r\nb7\r\n> long \r\n> quote\r\n", b"Content-Type: text/plain; format=flowed"
    )
    assert visible_text(raw) == "play the card that I drew\nb7"


@pytest.mark.parametrize(
    "source, text",
    [
        ("<p>b7</p><style>c3</style><script>c3</script><title>c3</title>", "b7"),
        ("<head><meta x>c3</head><body>b7</body>", "b7"),
        ('<div style="display:none">c3</div>b7', "b7"),
        ('<div hidden>c3</div><p style="mso-hide:all">c3</p>b7', "b7"),
        ("b7<!-- c3 -->", "b7"),
        ("<table><tr><td>a</td><td>1</td></tr><tr><td>b</td><td>2</td></tr></table>", "a\t1\nb\t2"),
        ("<pre>b7\n  c3</pre>", "b7\n  c3"),
        ("a &lt; b &amp;&nbsp;c", "a < b &\xa0c"),
        ("a < b and 1<2", "a < b and 1<2"),
        ("<blockquote style='margin:0 0 0 40px;border:none'>b7</blockquote>", "b7"),
        ("<blockquote>q</blockquote>b7", "> q\nb7"),
        ('<div class="gmail_signature">Freya</div>b7', "b7"),
        ('b7<span id="OLK_SRC_BODY_SECTION"><div>q</div></span>', "b7\n> q"),
        ('b7<div class="protonmail_quote">q</div>', "b7\n> q"),
        ('<a href="x>y">b7</a>', "b7"),
        ("b7<a href='", "b7"),
        ("b7<style>c3", "b7"),
        ("&#99999999999999999999;b7", "\ufffdb7"),
    ],
)
def test_html_becomes_the_lines_that_its_reader_sees(source: str, text: str) -> None:
    assert html_to_text(source)[0].strip("\n") == text


def test_an_answer_inside_a_container_of_quotation_counts_where_nothing_else_was_written() -> None:
    quote = (
        '<div class="gmail_quote"><div class="gmail_attr">On 1 May 2026 Asgard wrote:</div>'
        "<blockquote>q</blockquote>b7</div>"
    )
    assert visible_text(single(quote.encode(), b"Content-Type: text/html")) == "b7"
    assert visible_text(single(b"c3" + quote.encode(), b"Content-Type: text/html")) == "c3"


def test_a_forward_in_html_is_not_an_answer() -> None:
    html = (
        '<div>see</div><div class="gmail_quote"><div class="gmail_attr">---------- Forwarded message '
        "---------<br>From: Odin<br>"
        "Date: Sat<br>Subject: x<br>To: me<br></div><br><div>b7</div></div>"
    )
    assert visible_text(single(html.encode(), b"Content-Type: text/html")) == "see"


@pytest.mark.parametrize(
    "value, text",
    [
        ("=?utf-8?b?0KXQvtC0?= 7", "Ход 7"),
        ("=?koi8-r?q?=E8=CF=C4?=", "Ход"),
        ("=?utf-7?q?+AGI-?=", "+AGI-"),
        ("=?nonsense?x?zz?=", "=?nonsense?x?zz?="),
        ("=?utf-8?b?=", "=?utf-8?b?="),
        ("a\r\n b\x00\u202e", "a b"),
    ],
)
def test_a_header_is_decoded_as_far_as_it_can_be(value: str, text: str) -> None:
    assert decode_header(value) == text


def test_headers_in_raw_eight_bit_letters_are_read() -> None:
    assert Headers("Subject: Ход".encode()).get("subject") == "Ход"
    assert Headers("Subject: Zug für".encode("latin-1")).get("subject") == "Zug für"
    assert len(Headers(b"Subject: " + b"x" * 5000).get("subject")) == 1000


def test_base64_with_foreign_signs_gives_what_can_be_read() -> None:
    data = base64.b64encode(b"one order\ntwo orders\n").replace(b"b", b"b!\r\n ", 1)
    assert visible_text(single(data, b"Content-Transfer-Encoding: base64")) == "one order\ntwo orders"
