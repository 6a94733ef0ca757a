"""Answers to mails of ours as people's mail programs write them: for simulations and tests."""

from __future__ import annotations

import email.policy
import html
from collections.abc import Sequence
from dataclasses import dataclass
from email.message import EmailMessage
from email.parser import BytesParser
from email.utils import formatdate, make_msgid

LONG = email.policy.SMTP.clone(max_line_length=990)  # else long ids would be folded into encoded words
STYLES = ("top", "bottom", "bare", "html", "outlook", "mobile")


@dataclass(frozen=True, slots=True)
class Incoming:
    """A mail of ours as its reader has it: address to answer, ids to name, text to quote."""

    reply_to: str
    subject: str
    message_id: str
    references: str
    date: str
    sender: str
    text: str

    @classmethod
    def read(cls, raw: bytes) -> Incoming:
        """From the bytes that went out."""
        message = BytesParser(policy=email.policy.default).parsebytes(raw)
        assert isinstance(message, EmailMessage)
        body = message.get_body(("plain",))
        return cls(
            reply_to=str(message["Reply-To"]),
            subject=str(message["Subject"]),
            message_id=str(message["Message-ID"]),
            references=str(message["References"] or ""),
            date=str(message["Date"] or ""),
            sender=str(message["From"]),
            text=str(body.get_content()) if body is not None else "",
        )


def reply_to(mail: Incoming, sender: str, lines: Sequence[str], style: str = "top") -> bytes:
    """A raw answer of `lines` by `sender`, quoting `mail` in one of STYLES."""
    answer = EmailMessage(policy=LONG)
    answer["From"] = sender
    answer["To"] = mail.reply_to
    answer["Subject"] = mail.subject if mail.subject.startswith("Re:") else f"Re: {mail.subject}"
    answer["Date"] = formatdate()
    answer["Message-ID"] = make_msgid(domain=sender.rpartition("@")[2])
    if style != "bare":
        answer["In-Reply-To"] = mail.message_id
        answer["References"] = " ".join(f"{mail.references} {mail.message_id}".split())
    text = "\n".join(lines)
    answer.set_content(_plain(mail, text, style))
    if style in {"html", "outlook"}:
        answer.add_alternative(_html(mail, text, style), subtype="html")
    return answer.as_bytes()


def _plain(mail: Incoming, text: str, style: str) -> str:
    quoted = "\n".join(f"> {line}".rstrip() for line in mail.text.splitlines())
    attribution = f"On {mail.date}, {mail.sender} wrote:"
    if style == "bare":
        return f"{text}\n"
    if style == "bottom":
        return f"{attribution}\n{quoted}\n\n{text}\n"
    if style == "outlook":
        head = f"From: {mail.sender}\nSent: {mail.date}\nTo: you\nSubject: {mail.subject}\n"
        return f"{text}\n\n________________________________\n{head}\n{mail.text}\n"
    mark = "\nSent from my iPhone\n" if style == "mobile" else ""
    return f"{text}\n{mark}\n{attribution}\n{quoted}\n"


def _html(mail: Incoming, text: str, style: str) -> str:
    def lines(value: str) -> str:
        return "<br>\n".join(html.escape(line) for line in value.splitlines())

    if style == "outlook":
        fields = (("From", mail.sender), ("Sent", mail.date), ("Subject", mail.subject))
        head = "<br>".join(f"<b>{name}:</b> {html.escape(value)}" for name, value in fields)
        return f"<div>{lines(text)}</div><div id='divRplyFwdMsg'>{head}</div><div>{lines(mail.text)}</div>"
    quote = (
        f"<div class='gmail_quote'><div>On {mail.date} wrote:</div><blockquote>{lines(mail.text)}</blockquote></div>"
    )
    return f"<div dir='ltr'>{lines(text)}</div><br>{quote}"
