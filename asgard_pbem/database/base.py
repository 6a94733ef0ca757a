"""The database backend: Django's own for PostgreSQL, which enters the application's role after connecting.

Roles: a connection works as `settings.DATABASE_ROLE` as soon as that role exists (a migration of `tables` makes it).
Schema commands, the making of test databases and `flush` work as the owner. In embedded mode the first connection
starts or joins the local server.

Time-outs: a session of the application's ends statements, waits for locks and idle transactions that take too long. The
owner's statements take as long as they need, but wait for a lock only shortly: everybody else queues behind that wait.

Pools: a pool between us and the server (PgBouncer) is known by the number of the session, which it makes up itself.
What would stay with a session, which may be somebody else's from one transaction to the next, is then left: prepared
statements, cursors of the server, time-outs. A role has to be entered, so such an address must log in as it.
"""

import json
import select
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.db.backends.base.base import NO_DB_ALIAS
from django.db.backends.postgresql import base, creation, operations, schema
from django.utils.asyncio import async_unsafe
from psycopg import IsolationLevel, pq

from asgard_pbem.database import patience
from asgard_pbem.database.together import Statement, Together
from asgard_pbem.embedded import postgres as embedded_postgres

FRESH_S = 5.0  # how long an answer shows that a session is well, if it has not ended since
# Names of databases whose log `flush` may empty. Not kept by the connection: a test with an event loop has another one.
MADE_FOR_TESTS: set[str] = set()


class DatabaseOperations(operations.DatabaseOperations):
    def execute_sql_flush(self, sql_list: Any) -> None:
        """Empty tables as their owner: the application's role may not truncate the log. Outside tests nobody may."""
        connection: DatabaseWrapper = self.connection  # type: ignore[assignment]  # made by the class below
        for_tests = connection.settings_dict["NAME"] in MADE_FOR_TESTS
        allowed = ["SET LOCAL asgard_pbem.emptying = 'on'"] if for_tests else []
        with connection.as_owner():
            super().execute_sql_flush([*allowed, *sql_list])


class DatabaseCreation(creation.DatabaseCreation):
    def create_test_db(self, *args: Any, **kwargs: Any) -> str:
        """Make and migrate the test database as owner; tests then run as the application's role."""
        connection: DatabaseWrapper = self.connection  # type: ignore[assignment]  # made by the class below
        with connection.as_owner():
            name = super().create_test_db(*args, **kwargs)
        connection.close()
        MADE_FOR_TESTS.add(name)
        return name


class DatabaseSchemaEditor(schema.DatabaseSchemaEditor):
    """Indexes that are made beside running writers: may be made again, and wait for these as long as it takes."""

    def execute(self, sql: Any, params: Any = ()) -> None:
        """Run one statement. What is made CONCURRENTLY holds up nobody while it waits, so its wait has no end."""
        if "CONCURRENTLY" not in str(sql):
            super().execute(sql, params)
            return
        super().execute("SET lock_timeout = 0")
        try:
            super().execute(sql, params)
        finally:
            super().execute(f"SET lock_timeout = {patience.MIGRATION_LOCK_S * 1000}")

    def add_index(self, model: Any, index: Any, concurrently: bool = False) -> None:  # noqa: FBT001, FBT002  Django's signature
        """Make an index; what a broken attempt left of it, which PostgreSQL keeps as invalid, goes first."""
        if concurrently:
            self.execute(f"DROP INDEX CONCURRENTLY IF EXISTS {self.quote_name(index.name)}")
        super().add_index(model, index, concurrently=concurrently)


class DatabaseWrapper(base.DatabaseWrapper):
    creation_class = DatabaseCreation
    ops_class = DatabaseOperations
    SchemaEditorClass = DatabaseSchemaEditor
    health_check_enabled: bool  # Django's: whether a request or task is to look if the session still lives
    health_check_done: bool  # and whether it has looked

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.owner_depth = int(settings.DATABASE_AS_OWNER or self.alias == NO_DB_ALIAS)
        self._kept: list[Statement] = []  # go with the commit, or before whatever else is asked of the connection
        self._heard = -FRESH_S  # when the server answered last, by this process's clock
        self.behind_pool = False  # whether the session may be lent to others between two transactions
        self.told_hour = datetime.min.replace(tzinfo=UTC), 0.0  # the server's, and when it was told by `time.monotonic`

    def get_connection_params(self) -> dict[str, Any]:
        """Parameters for psycopg; with the embedded server running when it is the one that is meant."""
        if folder := self.settings_dict.get("EMBEDDED_FOLDER"):
            embedded_postgres.ensure_running(Path(folder))
        return super().get_connection_params()

    @async_unsafe
    def get_new_connection(self, conn_params: dict[str, Any]) -> patience.Patient:
        """Connect as Django does without its pool and its isolation levels, which nobody here asks for."""
        self.isolation_level = IsolationLevel.READ_COMMITTED
        return patience.Patient.connect(**conn_params)

    def is_usable(self) -> bool:
        """Whether the server answers: soon, as it would have to answer a new connection."""
        if self.connection is None:
            return False
        before, self.connection.silence_s = self.connection.silence_s, float(patience.CONNECT_S)
        try:
            return bool(super().is_usable())
        finally:
            self.connection.silence_s = before

    def together(self, *statements: Statement) -> list[pq.abc.PGresult]:
        """Carry statements out in one round trip, the BEGIN that is owed included. Returns their results."""
        self.validate_no_broken_transaction()
        kept = self._take_kept()
        return self._trip([*kept, *statements])[len(kept) :]

    def with_commit(self, statement: Statement) -> None:
        """Let `statement` go with the commit that comes next, in one round trip; at once where none does.

        What is wrong with it is then raised by the commit, which does not happen. Whatever is asked before that sends
        it first; but for a cursor that is open already, which would not see it.
        """
        if len(self.atomic_blocks) == 1 and not self.savepoint_ids and not self.needs_rollback:
            self._kept.append(statement)
        else:
            self.together(statement)

    def close_if_health_check_failed(self) -> None:
        """As Django does before the first statement of a request or task; it asks the server even in mid-play."""
        asked = self.health_check_enabled and not self.health_check_done
        if asked and self._has_just_answered():
            self.health_check_done = True
        else:
            super().close_if_health_check_failed()

    def _has_just_answered(self) -> bool:
        """Whether the server did so moments ago and has said nothing since: the end of a session is something said."""
        if self.connection is None or self.connection.closed or self.behind_pool:
            return False
        if time.monotonic() - self._heard > FRESH_S:
            return False
        quiet = select.poll()
        quiet.register(self.connection.pgconn.socket, select.POLLIN)
        return not quiet.poll(0)

    def ensure_sound(self) -> None:
        """Connect, where there is no connection or the one that was kept has died: what Django does for a cursor."""
        self.close_if_health_check_failed()
        if self.connection is None:
            self.ensure_connection()

    def hour(self) -> datetime:
        """The server's time: as it said when the session began, or was asked last, and the seconds since."""
        if self.connection is None:
            self.ensure_connection()
        told, at = self.told_hour
        return told + timedelta(seconds=time.monotonic() - at)

    def ask_hour(self) -> None:
        """Let the server say what time it is."""
        with self.cursor() as cursor:
            cursor.execute("SELECT clock_timestamp()")
            self.told_hour = cursor.fetchone()[0], time.monotonic()

    def _take_kept(self) -> list[Statement]:
        kept, self._kept = self._kept, []
        return kept

    def _trip(self, statements: list[Statement], *, commit: bool = False) -> list[pq.abc.PGresult]:
        if self.connection is None:  # Django's look is dearer, and looks for the same
            self.ensure_connection()
        try:
            with self.wrap_database_errors:
                found = Together(self.connection, prepare=not self.behind_pool).go(statements, commit=commit)
        except BaseException:  # a worker's time limit as well, which leaves a session in mid-answer
            if self.connection.closed:
                self.close()  # else Django would go on with it, for it knows of no error
            raise
        self._heard = time.monotonic()
        return found

    def send_kept(self) -> None:
        """Carry out what waits for the commit."""
        if self._kept:
            self._trip(self._take_kept())

    def _cursor(self, name: str | None = None) -> Any:
        self.send_kept()
        if name is not None:
            self.ensure_connection()
        return super()._cursor(None if self.behind_pool else name)  # type: ignore[misc]  # Django's own, without types

    def _commit(self) -> None:
        if self._kept or (self._has_begun() and not self.queries_logged):
            self._trip(self._take_kept(), commit=True)
        else:
            super()._commit()  # type: ignore[misc]

    def _has_begun(self) -> bool:
        """Whether the server has a transaction of this session's that went well so far."""
        return self.connection is not None and self.connection.pgconn.transaction_status == pq.TransactionStatus.INTRANS

    def _rollback(self) -> None:
        self._kept.clear()
        super()._rollback()  # type: ignore[misc]

    def _set_autocommit(self, autocommit: bool) -> None:  # noqa: FBT001  Django's signature
        self._kept.clear()  # of a transaction that ended without a commit
        super()._set_autocommit(autocommit)  # type: ignore[misc]

    def _close(self) -> None:
        self._kept.clear()
        super()._close()  # type: ignore[misc]

    def _configure_role(self, connection: Any) -> bool:
        """Settle a session's time-outs, enter the application's role, if it exists, and hear what time it is.

        One statement; always True.
        """
        owner = bool(self.owner_depth)
        connection.silence_s = None if owner else patience.SILENCE_S
        pooled = self.settings_dict["DISABLE_SERVER_SIDE_CURSORS"] and not owner  # so it was said; else it is seen
        with connection.cursor() as cursor:
            cursor.execute(
                "WITH here AS (SELECT pg_backend_pid() = %s AS ours)"
                " SELECT 'session', here.ours::text FROM here"
                " UNION ALL SELECT 'hour', extract(epoch FROM clock_timestamp())::text"
                " UNION ALL SELECT name, set_config(name, value, false)"
                " FROM here, jsonb_each_text(%s::jsonb) one (name, value) WHERE here.ours OR %s"
                " UNION ALL SELECT 'role', CASE WHEN here.ours THEN set_config('role', rolname, false) END"
                " FROM here, pg_roles WHERE rolname = %s AND rolname <> session_user AND NOT %s",
                [
                    0 if pooled else connection.info.backend_pid,
                    json.dumps(patience.of_session(owner=owner)),
                    owner,
                    settings.DATABASE_ROLE,
                    owner,
                ],
            )
            done = dict(cursor.fetchall())
        self.told_hour = datetime.fromtimestamp(float(done["hour"]), UTC), time.monotonic()
        self.behind_pool = done["session"] != "true"
        if "role" in done and done["role"] is None:
            connection.close()
            self.connection = None  # else it would be used as it is
            raise ImproperlyConfigured(f"Behind a pool DATABASE_URL must log in as {settings.DATABASE_ROLE} itself.")
        return True

    @contextmanager
    def as_owner(self) -> Iterator[None]:
        """Work as the owner inside the block, also on the connection that is open already."""
        self.owner_depth += 1
        if self.connection is not None:
            with self.connection.cursor() as cursor:
                cursor.execute("RESET ROLE")
            self._configure_role(self.connection)
        try:
            yield
        finally:
            self.owner_depth -= 1
            if not self.owner_depth and self.connection is not None and not self.needs_rollback:
                self._configure_role(self.connection)
