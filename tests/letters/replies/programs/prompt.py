"""A mail of ours as a mail program has it, and what every builder of replies needs to answer it."""

from __future__ import annotations

import base64
import html as escaping
import quopri
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from tests.letters.replies.programs.as_text import Habits, as_text, wrapped

US = "Asgard PBEM"
ME = "Anna Smith"
MY_ADDRESS = "anna@home.example"


@dataclass(frozen=True)
class Prompt:
    """Both parts of a mail of ours, with the lines that are known of it."""

    text: str
    html: str
    reply_to: str
    sender: str  # the address in From
    subject: str
    message_id: str
    sentinel: str
    own_lines: frozenset[str]

    @property
    def body(self) -> str:
        """What stands inside `body` of the HTML part."""
        return re.sub(r"(?s).*?<body[^>]*>(.*)</body>.*", r"\1", self.html)

    def said(self, habits: Habits) -> str:
        """The HTML part as a program writes it into a text part."""
        return as_text(self.html, habits)


Builder: TypeAlias = Callable[[str, Prompt], bytes]


def marked(text: str, mark: str = "> ", columns: int = 0) -> str:
    """`text` behind quote marks, wrapped first where the program wraps."""
    lines = [piece for line in text.splitlines() for piece in (wrapped(line, columns) if columns else [line])]
    return "\n".join((mark + line).rstrip() for line in lines)


def divs(text: str, tag: str = "div", about: str = "") -> str:
    """Lines of an answer as an editor's paragraphs."""
    about = f" {about}" if about else ""
    return "".join(f"<{tag}{about}>{escaping.escape(line) or '<br>'}</{tag}>" for line in text.splitlines())


def breaks(text: str) -> str:
    """Lines of an answer parted by `br`."""
    return "<br>".join(map(escaping.escape, text.splitlines()))


def linked(address: str) -> str:
    """An address as programs make a link of it."""
    return f'&lt;<a href="mailto:{address}">{address}</a>&gt;'


def mail(
    prompt: Prompt,
    text: str | None,
    html: str | None = None,
    *,
    charset: str = "utf-8",
    encoding: str = "quoted-printable",
    params: str = "",
    headers: str = "",
    threaded: bool = True,
) -> bytes:
    """The raw reply with the parts that the program writes."""
    head = [
        f"From: {ME} <{MY_ADDRESS}>", f"To: {US} <{prompt.reply_to}>", f"Subject: Re: {prompt.subject}",
        "Message-ID: <reply-1@home.example>", "Date: Sat, 21 Nov 2026 22:50:00 +0100", "MIME-Version: 1.0",
    ]  # fmt: skip
    if threaded:
        head += [f"In-Reply-To: {prompt.message_id}", f"References: {prompt.message_id}"]
    head += headers.splitlines()
    parts = [_part("text/plain", text, charset, encoding, params)] if text is not None else []
    parts += [_part("text/html", html, charset, encoding, "")] if html is not None else []
    if len(parts) == 1:
        return "\r\n".join(head).encode() + b"\r\n" + parts[0]
    head.append('Content-Type: multipart/alternative; boundary="=_42"')
    return "\r\n".join(head).encode() + b"\r\n\r\n--=_42\r\n" + b"\r\n--=_42\r\n".join(parts) + b"\r\n--=_42--\r\n"


def _part(kind: str, text: str, charset: str, encoding: str, params: str) -> bytes:
    data = text.replace("\n", "\r\n").encode(charset, "xmlcharrefreplace" if kind == "text/html" else "replace")
    if encoding == "base64":
        data = base64.encodebytes(data).replace(b"\n", b"\r\n")
    elif encoding == "quoted-printable":
        data = quopri.encodestring(data.replace(b"\r\n", b"\n")).replace(b"\n", b"\r\n")
    head = f"Content-Type: {kind}; charset={charset}{params}\r\nContent-Transfer-Encoding: {encoding}\r\n\r\n"
    return head.encode() + data
