"""One open mailbox: what waits in it, one letter at a time, and where a letter is put. No decisions are made here.

Whatever the server does wrong ends in one of `LOST`; the connection is then of no more use.
"""

from __future__ import annotations

import logging
import ssl
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Self

from imapclient import IMAPClient, SocketTimeout
from imapclient.exceptions import IMAPClientAbortError, IMAPClientError, LoginError

from asgard_pbem.mail.doors.imap.mailboxes import Mailbox, Wire

logging.getLogger("imapclient").setLevel(logging.ERROR)  # it would log who logs in, and what the server says of them

LOST = (IMAPClientAbortError, OSError, EOFError)  # the connection is gone; TLS that fails is an OSError
REFUSED = IMAPClientError  # the server said no to one command
NOT_LET_IN = LoginError
PATIENCE = SocketTimeout(connect=15, read=60)  # seconds
GLANCE_S = 1.0  # how soon a wait ends when the worker is to stop


@dataclass(frozen=True, slots=True)
class Letter:
    """A message as far as it was fetched. `size`: of the whole, in bytes, as the server counts."""

    raw: bytes
    size: int
    arrived_at: datetime  # in this mailbox


class Letterbox:
    """A mailbox that is open for reading and moving. Messages are named by their UIDs."""

    def __init__(self, mailbox: Mailbox) -> None:
        """Connect, log in, make the two folders. Raises LOST, NOT_LET_IN, REFUSED."""
        self.mailbox = mailbox
        self.client = _connect(mailbox)
        try:
            _let_in(self.client, mailbox)
            self.client.normalise_times = False  # times with their zone, not in this machine's
            prefix = self._prefix()
            self.handled, self.refused = (self._made(name, prefix) for name in (mailbox.handled, mailbox.refused))
            self.validity = int(self.client.select_folder(mailbox.folder)[b"UIDVALIDITY"])
            self.idles = bool(self.client.has_capability("IDLE"))
        except BaseException:
            _drop(self.client)
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        try:
            self.client.logout()
        except (*LOST, REFUSED):
            _drop(self.client)

    def _prefix(self) -> str:
        """What names of folders begin with here: at some servers all lie below INBOX (RFC 2342)."""
        if not self.client.has_capability("NAMESPACE"):
            return ""
        personal = self.client.namespace().personal
        return str(personal[0][0]) if personal else ""

    def _made(self, name: str, prefix: str) -> str:
        """The folder, which is there now. Two workers may make it at once: then one of them is refused."""
        whole = name if name.startswith(prefix) else prefix + name
        if not self.client.folder_exists(whole):
            with suppress(REFUSED):
                self.client.create_folder(whole)
        return whole

    def waiting(self) -> list[int]:
        """UIDs of all that lie in the folder, oldest first; whether somebody has looked at them makes no difference."""
        self.client.noop()  # some servers tell of new mail only when they are asked for something else
        self._told_of_more()
        found = self.client.search("UNDELETED")
        while self._told_of_more():
            found = self.client.search("UNDELETED")
        return sorted(found)

    def _told_of_more(self) -> bool:
        """Whether the server spoke of new mail beside its last answer. It does so once: IDLE hears nothing of it."""
        return bool(self.client._imap.response("EXISTS")[1] != [None])  # noqa: SLF001 - the library keeps it for itself

    def letter(self, uid: int, limit_bytes: int) -> Letter | None:
        """A message, unread as before; of a large one its first `limit_bytes` + 1 bytes. None: it has gone."""
        told = self.client.fetch([uid], ["RFC822.SIZE", "INTERNALDATE", f"BODY.PEEK[]<0.{limit_bytes + 1}>"]).get(uid)
        if told is None or b"RFC822.SIZE" not in told:
            return None
        return Letter(told.get(b"BODY[]<0>") or b"", int(told[b"RFC822.SIZE"]), told[b"INTERNALDATE"])

    def put(self, uid: int, folder: str) -> None:
        """Move a message. Without MOVE (RFC 6851) it is copied and marked; cut short, it is copied once more."""
        self.client.noop()
        if not self.client.search(["UID", str(uid), "UNDELETED"]):  # somebody else has put it away
            return
        if self.client.has_capability("MOVE"):
            self.client.move([uid], folder)
            return
        self.client.copy([uid], folder)
        self.client.delete_messages([uid], silent=True)
        if self.client.has_capability("UIDPLUS"):  # else what others have marked would go with it
            self.client.uid_expunge([uid])

    def wait(self, seconds: float, stopping: Callable[[], bool]) -> None:
        """Until the server tells of new mail, or the time is up, or the worker is to stop."""
        until = time.monotonic() + seconds
        if self.idles and self._idle(until, stopping):
            return
        while not stopping() and time.monotonic() < until:
            time.sleep(min(GLANCE_S, max(0.0, until - time.monotonic())))

    def _idle(self, until: float, stopping: Callable[[], bool]) -> bool:
        """IDLE (RFC 2177). False: the server offers it and does not do it."""
        try:
            self.client.idle()
        except LOST:
            raise
        except REFUSED:
            self.idles = False
            return False
        told: list[Any] = []
        while not told and not stopping() and (left := until - time.monotonic()) > 0:
            began = time.monotonic()
            told = self.client.idle_check(timeout=min(GLANCE_S, left))
            if not told and time.monotonic() - began < min(GLANCE_S, left) / 2:
                break  # readable, and nothing to read: the connection has ended, which the next command tells
        self.client.idle_done()
        return True


def _connect(mailbox: Mailbox) -> IMAPClient:
    """A connection whose other end is who it should be. Raises LOST."""
    context = ssl.create_default_context()
    client = IMAPClient(
        mailbox.host, mailbox.port, ssl=mailbox.wire is Wire.TLS, ssl_context=context, timeout=PATIENCE
    )  # fmt: skip
    if mailbox.wire is Wire.STARTTLS:
        try:
            client.starttls(context)
        except BaseException:
            _drop(client)
            raise
    return client


def _let_in(client: IMAPClient, mailbox: Mailbox) -> None:
    """Log in. Raises NOT_LET_IN for who may not, LOST or REFUSED where nobody can at this moment.

    The library calls all of it a failed login; but a server that goes away, or that says UNAVAILABLE (RFC 5530 section
    3), as when it is started anew, says nothing of the password.
    """
    try:
        client.login(mailbox.user, mailbox.password)
    except NOT_LET_IN as problem:
        why = problem.__context__
        if isinstance(why, REFUSED) and (isinstance(why, LOST) or "[UNAVAILABLE]" in str(why).upper()):
            raise why from None
        raise


def _drop(client: IMAPClient) -> None:
    """End a connection of which nothing can be expected any more."""
    with suppress(*LOST, REFUSED):
        client.shutdown()
