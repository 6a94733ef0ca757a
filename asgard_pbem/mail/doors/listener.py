"""The SMTP or LMTP door: checks recipients before any data, stores what comes, and says 250 only after the commit.

Bind it to loopback or behind a real MTA, which does TLS, DMARC and spam; see docs/operating.
"""

from __future__ import annotations

import logging
from typing import Any

from aiosmtpd.controller import Controller
from aiosmtpd.lmtp import LMTP
from aiosmtpd.smtp import SMTP, Envelope, Session
from asgiref.sync import sync_to_async
from django.conf import settings
from django.db import DatabaseError, close_old_connections
from django.utils import timezone

from asgard_pbem.mail import tokens
from asgard_pbem.mail.doors.identity import AuthVerdicts
from asgard_pbem.mail.doors.inbound import MAX_RECIPIENTS, accept

log = logging.getLogger(__name__)
logging.getLogger("mail.log").setLevel(logging.ERROR)  # the protocol library would log every envelope address
OK = "250 2.0.0 Stored"
NOBODY = "550 5.1.1 No such address here"
MANY = "452 4.5.3 Too many recipients, please send the others theirs apart"
LATER = "451 4.3.0 Cannot store it now, please try again"


MAX_LINE_BYTES = 256 * 1024  # RFC 5321 promises 998, and mail programs write whole letters into one line


class LongLines(SMTP):
    """SMTP that takes lines as they come: a bounced letter would be a lost move."""

    line_length_limit = MAX_LINE_BYTES


class LongLinesLmtp(LMTP):
    """The same for LMTP."""

    line_length_limit = MAX_LINE_BYTES


class Handler:
    """What the protocol asks of us. `source` names the transport in the stored rows."""

    def __init__(self, source: str = "smtp") -> None:
        self.source = source

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
        """Stores the message. LMTP answers once for each recipient (RFC 2033, section 4.2)."""
        try:
            await sync_to_async(self._store, thread_sensitive=True)(envelope)
            answer = OK
        except DatabaseError as problem:
            log.error("inbound mail not stored: %s", type(problem).__name__)  # noqa: TRY400  the text may quote data
            answer = LATER
        return "\r\n".join([answer] * (len(envelope.rcpt_tos) if isinstance(server, LMTP) else 1))

    def _store(self, envelope: Envelope) -> None:
        close_old_connections()
        try:
            content = envelope.original_content or b""
            accept(
                content,
                envelope_from=envelope.mail_from,
                envelope_to=list(envelope.rcpt_tos),
                received_at=timezone.now(),
                source=self.source,
                provider_event_id=None,
                verdicts=AuthVerdicts(),
            )
        finally:
            close_old_connections()


class Listener(Controller):
    """One listening socket. `lmtp`: speaks LMTP instead of SMTP."""

    def __init__(self, host: str, port: int, *, lmtp: bool = False) -> None:
        self.lmtp = lmtp
        super().__init__(Handler("lmtp" if lmtp else "smtp"), hostname=host, port=port)

    def factory(self) -> SMTP:
        """One connection's protocol."""
        kind: Any = LongLinesLmtp if self.lmtp else LongLines
        protocol: SMTP = kind(
            self.handler,
            data_size_limit=settings.MAIL_DATA_LIMIT_BYTES,
            enable_SMTPUTF8=True,
            ident="Asgard PBEM",
            hostname=settings.IN_DOMAIN,
        )
        return protocol
