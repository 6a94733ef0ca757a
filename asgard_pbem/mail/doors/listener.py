"""The SMTP or LMTP door: checks recipients before any data, stores what comes, and says 250 only after the commit.

Bind it to loopback or behind a real MTA, which does TLS, DMARC and spam; see docs/operating.
"""

from __future__ import annotations

import logging
import socket
import time
from asyncio import AbstractServer
from collections.abc import Awaitable
from pathlib import Path
from typing import Any

from aiosmtpd.controller import Controller, UnixSocketController
from aiosmtpd.lmtp import LMTP
from aiosmtpd.smtp import SMTP, Envelope, Session
from asgiref.sync import sync_to_async
from django.conf import settings
from django.db import DatabaseError, close_old_connections
from psycopg.errors import ConnectionTimeout

from asgard_pbem.mail import tokens
from asgard_pbem.mail.doors.crowd import TurnedAway, crowd
from asgard_pbem.mail.doors.identity import AuthVerdicts
from asgard_pbem.mail.doors.inbound import MAX_RECIPIENTS, accept, put_off
from asgard_pbem.tables.errors import kind_of

log = logging.getLogger(__name__)
logging.getLogger("mail.log").setLevel(logging.ERROR)  # the protocol library would log every envelope address
OK = "250 2.0.0 Stored"
NOBODY = "550 5.1.1 No such address here"
MANY = "452 4.5.3 Too many recipients, please send the others theirs apart"
LATER = "451 4.3.0 Cannot store it now, please try again"

SILENT_S = 5.0  # so long nobody else waits for a database that said nothing: mails are stored one after another
MAX_LINE_BYTES = 256 * 1024  # RFC 5321 promises 998, and mail programs write whole letters into one line


class Counted:
    """A connection that says when it ends."""

    def connection_lost(self, error: Exception | None) -> None:
        crowd.goes()
        super().connection_lost(error)  # type: ignore[misc]  # of the protocol that this is mixed into


class LongLines(Counted, SMTP):
    """SMTP that takes lines as they come: a bounced letter would be a lost move."""

    line_length_limit = MAX_LINE_BYTES


class LongLinesLmtp(Counted, LMTP):
    """The same for LMTP, where a message is answered once for each recipient that was taken (RFC 2033, section 4.2).

    The protocol library answers a message that is too large but once: a client waits for the other answers for ever.
    """

    line_length_limit = MAX_LINE_BYTES
    recipients = 0  # of the message that is being taken

    async def push(self, status: str | bytes) -> None:
        """Send an answer; the one behind a message as often as it is owed."""
        text = status if isinstance(status, str) else status.decode()
        owed, self.recipients = self.recipients, 0
        await super().push("\r\n".join([text] * max(owed, 1)))
        if text.startswith("354"):
            assert self.envelope is not None
            self.recipients = len(self.envelope.rcpt_tos)


class Handler:
    """What the protocol asks of us. `source` names the transport in the stored rows."""

    def __init__(self, source: str = "smtp") -> None:
        self.source = source
        self.silent_until = float("-inf")

    async def handle_RCPT(  # noqa: N802  the name is the protocol library's
        self, server: SMTP, session: Session, envelope: Envelope, address: str, rcpt_options: list[str]
    ) -> str:
        """Takes only addresses that could be ours: domain and form are checked, nobody is looked up."""
        if not tokens.is_ours(address):
            return NOBODY
        if len(envelope.rcpt_tos) >= MAX_RECIPIENTS:  # more than `accept` stores: the client sends them again
            return MANY
        envelope.rcpt_tos.append(address)
        envelope.rcpt_options.extend(rcpt_options)
        return "250 2.1.5 OK"

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802  see above
        """Stores the message, for all its recipients or for none."""
        try:
            return await sync_to_async(self._store, thread_sensitive=True)(envelope)
        except DatabaseError as problem:
            log.error("inbound mail not stored: %s", kind_of(problem))  # noqa: TRY400  the text may quote data
            return LATER

    async def handle_exception(self, error: Exception) -> str:
        """What nobody foresaw ends one day as well. The library would refuse for good, and say the error's text."""
        log.error("inbound mail not taken", exc_info=error)
        return LATER

    def _store(self, envelope: Envelope) -> str:
        if time.monotonic() < self.silent_until:
            put_off(self.source)
            return LATER
        close_old_connections()
        try:
            content = envelope.original_content or b""
            accept(
                content,
                envelope_from=envelope.mail_from,
                envelope_to=list(envelope.rcpt_tos),
                source=self.source,
                provider_event_id=None,
                verdicts=AuthVerdicts(),
            )
        except DatabaseError as problem:
            if isinstance(problem.__cause__, ConnectionTimeout):  # said here: the next mail's turn comes at once
                self.silent_until = time.monotonic() + SILENT_S
            raise
        finally:
            close_old_connections()
        return OK


class Listener(Controller):
    """One listening socket, made at `host` and `port` or given. `lmtp`: speaks LMTP instead of SMTP."""

    def __init__(self, host: str, port: int, *, lmtp: bool = False, given: socket.socket | None = None) -> None:
        self.lmtp, self.given = lmtp, given
        super().__init__(Handler("lmtp" if lmtp else "smtp"), hostname=host, port=port)

    def factory(self) -> SMTP | TurnedAway:
        """One connection's protocol."""
        return _protocol(LongLinesLmtp if self.lmtp else LongLines, self.handler)

    def _create_server(self) -> Awaitable[AbstractServer]:
        if self.given is None:
            return super()._create_server()
        return self.loop.create_server(self._factory_invoker, sock=self.given)


class SocketListener(UnixSocketController):
    """LMTP on a Unix socket: for a mail server on the same machine, which needs its group to reach it."""

    def __init__(self, path: Path) -> None:
        super().__init__(Handler("lmtp"), unix_socket=path)

    def factory(self) -> SMTP | TurnedAway:
        """One connection's protocol."""
        return _protocol(LongLinesLmtp, self.handler)

    def start(self) -> None:
        """Listen; what a killed process has left at the path is replaced."""
        super().start()
        Path(self.unix_socket).chmod(0o660)

    def stop(self, no_assert: bool = False) -> None:  # noqa: FBT001, FBT002  the protocol library's
        """Listen no more."""
        super().stop(no_assert)
        Path(self.unix_socket).unlink(missing_ok=True)


def lmtp_listener(where: str) -> Listener | SocketListener:
    """LMTP at `host:port` or at the path of a Unix socket. Raises ValueError for anything else."""
    if where.startswith("/"):
        return SocketListener(Path(where))
    host, _, port = where.rpartition(":")
    if not host:
        raise ValueError("LMTP wants host:port, or the path of a socket.")
    return Listener(host.strip("[]"), int(port), lmtp=True)


def _protocol(kind: Any, handler: Handler) -> SMTP | TurnedAway:
    if not crowd.takes_one_more():
        return TurnedAway()
    protocol: SMTP = kind(
        handler,
        data_size_limit=settings.MAIL_DATA_LIMIT_BYTES,
        enable_SMTPUTF8=True,
        ident="Asgard PBEM",
        hostname=settings.IN_DOMAIN,
    )
    return protocol
