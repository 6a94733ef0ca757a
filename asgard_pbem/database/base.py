"""The database backend: Django's own for PostgreSQL, which enters the application's role after connecting.

Roles: a connection works as `settings.DATABASE_ROLE` as soon as that role exists (a migration of `tables` makes it).
Schema commands, the making of test databases and `flush` work as the owner. In embedded mode the first connection
starts or joins the local server.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db.backends.base.base import NO_DB_ALIAS
from django.db.backends.postgresql import base, creation, operations

from asgard_pbem.embedded import postgres as embedded_postgres

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


class DatabaseWrapper(base.DatabaseWrapper):
    creation_class = DatabaseCreation
    ops_class = DatabaseOperations

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.owner_depth = int(settings.DATABASE_AS_OWNER or self.alias == NO_DB_ALIAS)

    def get_connection_params(self) -> dict[str, Any]:
        """Parameters for psycopg; with the embedded server running when it is the one that is meant."""
        if folder := self.settings_dict.get("EMBEDDED_FOLDER"):
            embedded_postgres.ensure_running(Path(folder))
        return super().get_connection_params()

    def _configure_role(self, connection: Any) -> bool:
        """Enter the application's role if it exists; True when something was executed."""
        if self.owner_depth:
            return False
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT set_config('role', rolname, false) FROM pg_roles"
                " WHERE rolname = %s AND rolname <> session_user",
                [settings.DATABASE_ROLE],
            )
        return True

    @contextmanager
    def as_owner(self) -> Iterator[None]:
        """Work as the owner inside the block, also on the connection that is open already."""
        self.owner_depth += 1
        self._switch("RESET ROLE")
        try:
            yield
        finally:
            self.owner_depth -= 1
            if not self.owner_depth and self.connection is not None and not self.needs_rollback:
                self._configure_role(self.connection)

    def _switch(self, statement: str) -> None:
        if self.connection is not None:
            with self.connection.cursor() as cursor:
                cursor.execute(statement)
