"""Mails that are meant to cost a reader much more time than their size is worth.

Every one is synthetic. `bombs(kib)` gives them in a size; tests count the work they cause, the bench times them.
"""

from __future__ import annotations

from collections.abc import Callable

_TOP = b"From: mallory@example.org\r\nTo: play@example.net\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n"
_FLOWED = b"From: mallory@example.org\r\nContent-Type: text/plain; charset=utf-8; format=flowed\r\n\r\n"
_HTML = b"From: mallory@example.org\r\nContent-Type: text/html; charset=utf-8\r\n\r\n"
_PARTS = b"From: mallory@example.org\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n"
_BASE64 = b"From: mallory@example.org\r\nContent-Transfer-Encoding: base64\r\n\r\n"
_QP = b"From: mallory@example.org\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n"

# The head of a mail and what is repeated below it, by name.
_REPEATED: dict[str, tuple[bytes, bytes]] = {
    "opening words": (_TOP, b"On "),
    "opening lines": (_TOP, b"On Monday\n"),
    "attributions without an end": (_TOP, b"On 1 May 2020 at 10:00, Al <al@example.org>\n"),
    "attributions": (_TOP, b"On 1 May 2020 al@example.org wrote:\n"),
    "attributions and quotes": (_TOP, b"On 1 May 2020 al@example.org wrote:\n> x\ny\n\n"),
    "verbs": (_TOP, b"wrote:\n"),
    "dates": (_TOP, b"2020-01-01 " * 60 + b":\n"),
    "times": (_TOP, b"On " + b"1:23 " * 100 + b":\n"),
    "month names": (_TOP, b"1 May 1 " * 45 + b":\n"),
    "addresses": (_TOP, b"al@ex.am " * 40 + b":\n"),
    "half addresses": (_TOP, b"<al@" * 90 + b":\n"),
    "ats": (_TOP, b"@" * 390 + b":\n"),
    "quote marks": (_TOP, b">"),
    "named quote marks": (_TOP, b"A> "),
    "quoted lines": (_TOP, b"> x\n"),
    "quoted and own lines": (_TOP, b"> x\ny\n\n"),
    "wrapped quotes": (_TOP, b"> " + b"x" * 70 + b"\ny z\n"),
    "dashes": (_TOP, b"-"),
    "dashed words": (_TOP, b"--- x ---\n"),
    "rules": (_TOP, b"_____\n"),
    "spaced underscores": (_TOP, b"_ "),
    "labels": (_TOP, b"From: a\n"),
    "bold labels": (_TOP, b"*From:* a\n*Sent:* b\n"),
    "labels in one line": (_TOP, b"From: a To: b " * 60 + b"\n"),
    "phone lines": (_TOP, b"Sent from my "),
    "phone lines of others": (_TOP, b"Sent from my phone\n"),
    "closing formulas": (_TOP, b"regards\n"),
    "signatures": (_TOP, b"-- \n"),
    "blank lines": (_TOP, b"\n"),
    "carriage returns": (_TOP, b"\r"),
    "blanks": (_TOP, b"x  "),
    "no-break blanks": (_TOP, b"a\xc2\xa0\n"),
    "combining marks": (_TOP, "\u0301\u0327".encode()),
    "letters with marks": (_TOP, ("a\u0327\u0301" * 20 + "\n").encode()),
    "zero-width marks": (_TOP, "\u200b\u200d".encode()),
    "Cyrillic labels": (_TOP, "От: а\n".encode()),
    "angle brackets": (_TOP, b"<"),
    "links": (_TOP, b"<http://"),
    "colons": (_TOP, b":"),
    "one long line": (_TOP, b"abc "),
    "soft lines": (_FLOWED, b"a \n"),
    "soft lines of many depths": (_FLOWED, b"> a \n>> a \n"),
    "armour": (_TOP, b"-----BEGIN PGP SIGNED MESSAGE-----\n"),
    "open divs": (_HTML, b"<div>"),
    "open quotes": (_HTML, b"<blockquote>"),
    "open containers": (_HTML, b"<div class=gmail_quote>"),
    "formatting opened in every block": (_HTML, b"<b id=x><p>"),
    "closing tags": (_HTML, b"</div>"),
    "crossed tags": (_HTML, b"<div id=a></p>"),
    "tags without an end": (_HTML, b"<a "),
    "open attribute": (_HTML, b"<a href='"),
    "comments": (_HTML, b"<!--"),
    "entities": (_HTML, b"&nbsp;"),
    "huge entities": (_HTML, b"&#" + b"9" * 5000 + b";"),
    "line breaks": (_HTML, b"<br>"),
    "cells": (_HTML, b"<td>"),
    "heads": (_HTML, b"<head>"),
    "styles": (_HTML, b"<style>"),
    "preformatted lines": (_HTML, b"<pre>\n\n\n\n"),
    "parts": (_PARTS, b"--b\r\n\r\nx\r\n"),
    "near boundaries": (_PARTS, b" --b\r\n"),
    "base64 lines": (_BASE64, b"AAAA\n"),
    "soft breaks": (_QP, b"=\n"),
}


def bombs(kib: int = 64) -> dict[str, bytes]:
    """All bombs with a body of about `kib` KiB, by name."""
    size = kib * 1024
    found = {name: head + piece * (size // len(piece)) for name, (head, piece) in _REPEATED.items()}
    return found | {name: make(size) for name, make in _MADE.items()}


def _nested_multiparts(size: int) -> bytes:
    heads = [
        b"Content-Type: multipart/mixed; boundary=b%d\r\n\r\n--b%d\r\n" % (i, i) for i in range(min(3000, size // 60))
    ]
    return b"".join(heads) + b"Content-Type: text/plain\r\n\r\nhi\r\n"


def _long_from(size: int) -> bytes:
    return b"From: " + b", ".join(b"a%d@example.org" % i for i in range(size // 18)) + b"\r\n\r\nhi"


def _long_reference(size: int) -> bytes:
    return b"From: al@example.org\r\nReferences: " + b"<a@b>," * (min(size, 8000) // 6) + b"\r\n\r\nhi"


_MADE: dict[str, Callable[[int], bytes]] = {
    "nested multiparts": _nested_multiparts,
    "nested messages": lambda size: b"Content-Type: message/rfc822\r\n\r\n" * (size // 36) + b"\r\nhi",
    "senders": _long_from,
    "references": _long_reference,
    "encoded words": lambda size: b"Subject: " + b"=?utf-8?q?a?= " * (size // 14) + b"\r\n\r\nhi",
    "header fields": lambda size: b"A: b\r\n" * (size // 6) + b"\r\nhi",
    "parameters": lambda size: b"Content-Type: text/plain" + b';"' * (min(size, 8000) // 2) + b"\r\n\r\nhi",
    "comments in results": lambda size: b"Authentication-Results: " + b"(" * min(size, 8000) + b"\r\n\r\nhi",
    "half base64 parts": lambda size: (
        _PARTS + (b"--b\r\nContent-Transfer-Encoding: base64\r\n\r\n" + b"A" * 1300 + b"\r\n") * (size // 1350)
    ),
}
