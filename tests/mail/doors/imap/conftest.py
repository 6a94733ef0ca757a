"""A real IMAP server, and a game whose letters lie in its mailboxes."""

from __future__ import annotations

from collections.abc import Iterator
from uuid import uuid4

import pytest

from asgard_pbem.mail.doors.imap.fetching import Round
from asgard_pbem.mail.doors.imap.letterbox import Letterbox
from asgard_pbem.mail.doors.imap.mailboxes import Mailbox, mailboxes
from asgard_pbem.mail.models import InboundMail
from tests.mail.doors.imap.dovecot import Dovecot

HANDLED, REFUSED = "Asgard-handled", "Asgard-refused"


@pytest.fixture
def server() -> Iterator[Dovecot]:
    """Fails, not skips, without Debian's dovecot-imapd: `.ci/prerequisites test` installs it."""
    with Dovecot() as running:
        yield running


def mailbox(server: Dovecot, user: str = "games", *, tls: bool = False, folder: str = "INBOX") -> Mailbox:
    return mailboxes([server.address(user, tls=tls, folder=folder)])[0]


def fetch(server: Dovecot) -> None:
    """One visit of a worker that has never been there."""
    with Letterbox(mailbox(server)) as box:
        Round().empty(box)


def a_letter(text: str = "1", to: str = "play@in.asgard.localhost") -> bytes:
    """A letter unlike any other."""
    head = f"From: anna@home.example\r\nTo: {to}\r\nSubject: Re: Toy\r\nMessage-ID: <{uuid4().hex}@home.example>\r\n"
    return f"{head}\r\n{text}\r\n".encode()


def stored() -> list[str]:
    """Hashes of the letters that have a row, one for each row."""
    return sorted(InboundMail.objects.values_list("sha256", flat=True))
