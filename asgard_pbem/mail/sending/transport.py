"""The way to the relay or the provider, kept open between mails by each thread that sends them.

A way of its own for each mail costs as much as writing it: where the relay wants TLS, the certificates of all
authorities are read, hands are shaken, one signs in, and each step is a trip to the relay and back.
"""

from __future__ import annotations

import smtplib
import socket
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from django.core.mail import EmailMessage, get_connection
from django.core.mail.backends.base import BaseEmailBackend

from asgard_pbem.serving.processes import OfProcess

IDLE_S = 20.0  # a relay should wait five minutes for the next command (RFC 5321, 4.5.3.2.7); not each does
MOST = 50  # mails of one session: not all relays take a hundred
ASKED_S = 5.0  # how long one is waited for that is asked whether it still listens, or told good-bye
# How long a relay may think about a whole mail: it may be taking it, and whoever gives up sends it once more with each
# try. Ten minutes would be right (RFC 5321, 4.5.3.2.6); a task has one for everything.
TAKEN_S = 45.0
CLOSING = 421  # it ends the session and has not taken the mail (RFC 5321, 3.8)


class Transport:
    """One way, opened when there is something to send. Of one thread. `clock`: seconds."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._backend: BaseEmailBackend | None = None
        self._sent = 0
        self._used = 0.0

    def send(self, message: EmailMessage) -> None:
        """Hand over one mail. Raises what the backend raises, and begins anew with the next one then."""
        kept = self._is_sound()
        try:
            self._hand_over(message)
        except smtplib.SMTPException as problem:
            if not (kept and _is_of_the_session(problem)):
                raise
            self._hand_over(message)

    def close(self) -> None:
        """End the session, if there is one, without waiting long for an answer. What goes wrong is of no interest."""
        backend, self._backend = self._backend, None
        if backend is not None:
            with suppress(Exception):
                _be_quick(_session(backend))
                backend.close()

    def _hang_up(self) -> None:
        """End the session without a good-bye, whose answer would be waited for: one that drips has no end."""
        if self._backend is not None and (session := _session(self._backend)) is not None:
            session.close()
        self.close()

    def _hand_over(self, message: EmailMessage) -> None:
        try:
            message.connection = self._backend or self._opened()
            message.send()
        except smtplib.SMTPException:
            self.close()
            raise
        except BaseException:  # a worker that is told to stop in mid-sentence too: the next mail must not go on with it
            self._hang_up()
            raise
        self._sent += 1
        self._used = self._clock()

    def _opened(self) -> BaseEmailBackend:
        """A new one; it is kept where there is something to keep."""
        backend = get_connection()
        if backend.open() is not None:
            self._backend, self._sent = backend, 0
            _do_not_hold_back(_session(backend))
            _wait_until_taken(_session(backend))
        return backend

    def _is_sound(self) -> bool:
        """Whether there is a session that still listens; one that does not is ended."""
        if self._backend is None:
            return False
        sound = False
        try:
            fresh = self._sent < MOST and self._clock() - self._used <= IDLE_S
            sound = fresh and _listens(self._backend)
        finally:  # also when the worker is stopped while it waits: what the relay says later would answer the next mail
            if not sound:
                self.close()
        return sound


def _session(backend: BaseEmailBackend) -> smtplib.SMTP | None:
    """That of SMTP; what speaks HTTP finds out by itself whether its connection is still good."""
    session = getattr(backend, "connection", None)
    return session if isinstance(session, smtplib.SMTP) else None


def _listens(backend: BaseEmailBackend) -> bool:
    """Whether the relay answers NOOP: one that has hung up says so here, and not in the middle of a mail."""
    session = _session(backend)
    if session is None:
        return True
    if (link := session.sock) is None:
        return False
    before = link.gettimeout()
    _be_quick(session)
    try:
        code, _ = session.noop()
        link.settimeout(before)
    except (smtplib.SMTPException, OSError):
        return False
    return code == 250


def _be_quick(session: smtplib.SMTP | None) -> None:
    """Let what is asked next wait no longer than `ASKED_S`."""
    if session is not None and session.sock is not None:
        session.sock.settimeout(ASKED_S)


def _do_not_hold_back(session: smtplib.SMTP | None) -> None:
    """Send the end of a mail at once: over TLS it waited 40 ms for an answer that the relay held back as well."""
    if session is not None and session.sock is not None:
        session.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)


def _wait_until_taken(session: smtplib.SMTP | None) -> None:
    """Wait `TAKEN_S` for what the relay says of a mail, and for all else as long as before."""
    if session is None:
        return

    def patiently(msg: Any) -> tuple[int, bytes]:
        before = session.sock.gettimeout() if session.sock is not None else None
        if session.sock is not None and before is not None:
            session.sock.settimeout(max(before, TAKEN_S))
        try:
            return type(session).data(session, msg)
        finally:
            if session.sock is not None:
                session.sock.settimeout(before)

    session.data = patiently  # type: ignore[method-assign]  # of this session alone; Django makes it, and asks for no class


def _is_of_the_session(problem: smtplib.SMTPException) -> bool:
    """Whether the relay has had enough of the session, and has taken nothing of the mail."""
    if isinstance(problem, smtplib.SMTPRecipientsRefused):
        return any(code == CLOSING for code, _ in problem.recipients.values())
    if isinstance(problem, smtplib.SMTPSenderRefused):  # with 450 or 452: the sender was none to refuse before
        return 400 <= problem.smtp_code < 500
    return isinstance(problem, smtplib.SMTPResponseException) and problem.smtp_code == CLOSING


class _OfThread(threading.local):
    def __init__(self) -> None:
        self.transport = Transport()


_here = OfProcess(_OfThread)  # two processes cannot speak through one session


def send(message: EmailMessage) -> None:
    """Hand over one mail by this thread's way; see `Transport.send`."""
    _here.own.transport.send(message)
