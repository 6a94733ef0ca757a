"""The local mailbox: where embedded mode delivers to, and from where an answer goes back by real SMTP."""

import smtplib
from collections.abc import Sequence
from datetime import UTC, datetime
from email import message_from_bytes, policy
from email.message import EmailMessage as MimeMessage
from email.utils import formatdate, getaddresses, make_msgid, parseaddr
from itertools import pairwise
from typing import Any

from django.conf import settings
from django.core.mail import EmailMessage
from django.core.mail.backends.base import BaseEmailBackend
from django.utils import timezone

from asgard_pbem.embedded import maildir
from asgard_pbem.embedded.models import EmbeddedMail

SMTP_TIMEOUT_S = 5


class NotSentError(Exception):
    """The service would not take the message; the text is its SMTP answer."""


class MailboxBackend(BaseEmailBackend):
    """Django's outgoing mail, put into the recipients' local mailboxes instead of the internet."""

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        """Returns the number of messages stored, each counted once."""
        for message in email_messages:
            raw = message.message().as_bytes()
            for _, address in getaddresses(message.recipients()):
                EmbeddedMail.objects.create(
                    owner=address.lower(),
                    sender=message.extra_headers.get("From", message.from_email),
                    recipient=address,
                    subject=str(message.subject),
                    preview=preview(str(message.body)),
                    raw=raw,
                )
                maildir.deliver(address, raw)
        return len(email_messages)


def parsed(mail: EmbeddedMail) -> MimeMessage:
    """The stored bytes as a message whose headers and bodies can be asked for."""
    return message_of(bytes(mail.raw))


def message_of(raw: bytes) -> MimeMessage:
    """The same of any bytes."""
    message = message_from_bytes(raw, policy=policy.default)
    assert isinstance(message, MimeMessage)
    return message


def preview(text: str) -> str:
    """The first line with words below the first line, which in our mails is the same sentence always; no heading."""
    lines = [line.strip() for line in text.split("\n")[1:]]
    words = (line for line, below in pairwise([*lines, ""]) if line.strip("~") and not (below and not below.strip("~")))
    return next(words, "").removeprefix("· ")[:120]


def mark_read(mail: EmbeddedMail) -> None:
    if mail.read_at is None:
        mail.read_at = timezone.now()
        mail.save(update_fields=["read_at"])


def body(message: MimeMessage, subtype: str) -> str:
    """The text of the `plain` or `html` part, with bare line feeds; empty when there is none."""
    part = message.get_body((subtype,))
    return "" if part is None else str(part.get_content()).replace("\r\n", "\n")


def answer_address(message: MimeMessage) -> str:
    """Where an answer to this message belongs: Reply-To, else From."""
    return parseaddr(str(message["Reply-To"] or message["From"] or ""))[1]


def reply(mail: EmbeddedMail, text: str) -> MimeMessage:
    """The owner's answer to a received mail, as a mail program writes it: own text above the quoted original."""
    original = parsed(mail)
    subject = str(original["Subject"] or "")
    message = compose(
        sender=mail.owner,
        recipient=answer_address(original),
        subject=subject if subject.lower().startswith("re:") else f"Re: {subject}",
        text=f"{text.rstrip()}\n\n{_attribution(original)}\n{_quoted(body(original, 'plain'))}\n",
    )
    if original["Message-ID"]:
        identity = str(original["Message-ID"]).strip()
        message["In-Reply-To"] = identity
        message["References"] = f"{original['References'] or ''} {identity}".strip()
    return message


def compose(*, sender: str, recipient: str, subject: str, text: str) -> MimeMessage:
    """A new plain-text message. ValueError when an address or the subject holds a line break."""
    message = MimeMessage(policy=policy.SMTP)
    message["From"], message["To"], message["Subject"] = sender, recipient, subject
    message["Date"] = formatdate(localtime=False)
    message["Message-ID"] = make_msgid(domain=sender.rpartition("@")[2] or "localhost")
    message.set_content(text, charset="utf-8")
    return message


def submit(message: MimeMessage, owner: str) -> bool:
    """Send by SMTP to the local listener and keep a copy; True when it took the SMTP way.

    False: nobody listens, so the message was stored by the same function that the listener calls.
    Raises NotSentError when the listener refused it.
    """
    raw, recipient = message.as_bytes(), parseaddr(str(message["To"]))[1]
    by_smtp = True
    try:
        with smtplib.SMTP(settings.INBOUND_SMTP_HOST, settings.INBOUND_SMTP_PORT, timeout=SMTP_TIMEOUT_S) as link:
            link.sendmail(owner, [recipient], raw)
    except smtplib.SMTPRecipientsRefused as refused:
        raise NotSentError(_answer(next(iter(refused.recipients.values())))) from refused
    except smtplib.SMTPResponseException as refused:
        raise NotSentError(_answer((refused.smtp_code, refused.smtp_error))) from refused
    except (OSError, smtplib.SMTPException):
        _accept_directly(raw, owner, recipient)
        by_smtp = False
    EmbeddedMail.objects.create(
        owner=owner.lower(),
        written=True,
        sender=owner,
        recipient=recipient,
        subject=str(message["Subject"]),
        preview=preview(f"\n{body(message, 'plain')}"),
        raw=raw,
        read_at=timezone.now(),
    )
    return by_smtp


def _accept_directly(raw: bytes, owner: str, recipient: str) -> None:
    """Hand the bytes to the one way in, as the listener would have done."""
    from asgard_pbem.mail.doors.identity import AuthVerdicts
    from asgard_pbem.mail.doors.inbound import accept

    accept(
        raw,
        envelope_from=owner,
        envelope_to=[recipient],
        source="mailbox",
        provider_event_id=None,
        verdicts=AuthVerdicts(),
    )


def _answer(reply_of_smtp: tuple[int, Any]) -> str:
    code, text = reply_of_smtp
    return f"{code} {text.decode(errors='replace') if isinstance(text, bytes) else text}"


def _attribution(original: MimeMessage) -> str:
    """The line above the quotation: when, and who wrote."""
    header = original["Date"]
    sent_at = getattr(header, "datetime", None) or datetime.now(UTC)
    return f"On {sent_at:%a, %d %b %Y at %H:%M}, {original['From']} wrote:"


def _quoted(text: str) -> str:
    return "\n".join(f"> {line}".rstrip() for line in text.rstrip().split("\n"))
