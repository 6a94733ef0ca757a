"""Statements that go to the server together and come back together: one round trip, whatever their number.

On libpq's pipeline mode itself, by psycopg's own wrapper: psycopg's `Connection.pipeline` costs more of this process's
time for each statement than the server needs to carry it out, and its commit does not wait for an answer.
"""

from __future__ import annotations

import hashlib
import select
from collections.abc import Sequence
from datetime import datetime
from functools import cache
from typing import Any, NamedTuple, Protocol

import psycopg
from psycopg import errors, pq

from asgard_pbem.database.patience import Patient

GOOD = (pq.ExecStatus.COMMAND_OK, pq.ExecStatus.TUPLES_OK)
_BEGIN, _COMMIT = b"BEGIN", b"COMMIT"
# A column that a prepared statement reads has another type by now: the session would refuse it for ever, so it ends.
_PLAN_OF_BEFORE = b"0A000"


class Statement(NamedTuple):
    """One of our few statements, with `$1` and so on, and its parameters as text."""

    text: bytes
    values: Sequence[bytes | None] = ()


class Trips(Protocol):
    """What our connections give beside Django's."""

    connection: Any

    def together(self, *statements: Statement) -> list[pq.abc.PGresult]:
        """Carry statements out in one round trip, the BEGIN that is owed included. Returns their results."""

    def with_commit(self, statement: Statement) -> None:
        """Let a statement go with the commit that comes next, in one round trip; at once where none does."""

    def hour(self) -> datetime:
        """The server's time, as it was told last and by the seconds since."""

    def ask_hour(self) -> None:
        """Have it told anew."""


@cache
def _name(text: bytes) -> bytes:
    return b"asgard_" + hashlib.sha256(text).hexdigest()[:16].encode()


class Together:
    """One trip: queue statements, then `go`."""

    def __init__(self, raw: Patient, *, prepare: bool) -> None:
        self._raw, self._pgconn, self._prepare = raw, raw.pgconn, prepare
        self._known = raw.prepared
        self._answers: list[bytes | None] = []  # what is awaited: None a result, else the text that is prepared
        self._synced = False  # the server has answered everything

    def go(self, statements: Sequence[Statement], *, commit: bool = False) -> list[pq.abc.PGresult]:
        """Carry them out, in a transaction that is begun where none is open (unless the connection commits by itself),
        and committed then and there if `commit`. Returns a result for each. Raises psycopg.Error: nothing after the
        statement that failed was carried out, no commit either.
        """
        with self._raw.lock:
            begins = not self._raw.autocommit and self._pgconn.transaction_status == pq.TransactionStatus.IDLE
            self._pgconn.enter_pipeline_mode()
            try:
                return self._carried_out(statements, begins=begins, commit=commit)
            finally:
                if self._synced:
                    self._pgconn.exit_pipeline_mode()
                else:  # interrupted, or the server is gone (nobody can tell whose the next answer would be), or useless
                    self._raw.close()

    def _carried_out(self, statements: Sequence[Statement], *, begins: bool, commit: bool) -> list[pq.abc.PGresult]:
        if begins:
            self._send(Statement(_BEGIN))
        for one in statements:
            self._send(one)
        if commit:
            self._send(Statement(_COMMIT))
        self._pgconn.pipeline_sync()
        found = self._received()
        if commit and found[-1].command_status != _COMMIT:
            raise psycopg.OperationalError("the transaction was not committed")
        return found[begins : len(found) - commit]

    def _send(self, one: Statement) -> None:
        if not self._prepare:
            self._pgconn.send_query_params(one.text, one.values)
        else:
            if one.text not in self._known:
                self._known.add(one.text)
                self._pgconn.send_prepare(_name(one.text), one.text)
                self._answers.append(one.text)
            self._pgconn.send_query_prepared(_name(one.text), one.values)
        self._answers.append(None)

    def _received(self) -> list[pq.abc.PGresult]:
        """The result of each statement. Raises the first error, once the server is done with all of them."""
        found: list[pq.abc.PGresult] = []
        failed: pq.abc.PGresult | None = None
        self._flush()
        for preparing in self._answers:
            result = self._get()
            while result is not None and (more := self._get()) is not None:  # libpq ends each with nothing
                result = more
            if result is None:
                raise psycopg.OperationalError("the server has closed the connection")
            if result.status not in GOOD:
                if preparing is not None:
                    self._known.discard(preparing)
                if failed is None:
                    failed = result
            elif preparing is None:
                found.append(result)
        if (end := self._get()) is None or end.status != pq.ExecStatus.PIPELINE_SYNC:
            raise psycopg.OperationalError("the server answers something else than it was asked")
        self._synced = failed is None or failed.error_field(pq.DiagnosticField.SQLSTATE) != _PLAN_OF_BEFORE
        if failed is not None:
            raise errors.error_from_result(failed)
        return found

    def _get(self) -> pq.abc.PGresult | None:
        while self._pgconn.is_busy():
            self._await(select.POLLIN)
            self._pgconn.consume_input()
        return self._pgconn.get_result()

    def _flush(self) -> None:
        while self._pgconn.flush():
            if self._await(select.POLLIN | select.POLLOUT) & select.POLLIN:
                self._pgconn.consume_input()

    def _await(self, events: int) -> int:
        """Wait until the line is ready for one of `events`, and say for which. Signals are heard, as in psycopg."""
        ready, silence_s = select.poll(), self._raw.silence_s
        ready.register(self._pgconn.socket, events)
        found = ready.poll(silence_s and silence_s * 1000)
        if not found:
            raise self._raw.given_up()
        return found[0][1]
