"""The tables of the embedded database: whoever comes first makes them, so every command runs in a fresh checkout."""

from django.conf import settings
from django.core.management import call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from asgard_pbem.embedded import postgres


def ensure_migrated() -> bool:
    """Bring the embedded database up to date; True when there was something to do. Two who call at once do it once."""
    connection.ensure_connection()
    if not _behind():
        return False
    with postgres.locked(postgres.place(settings.LOCAL_DIR / "pg"), "migrate"):
        if _behind():
            with connection.as_owner():  # type: ignore[attr-defined]  # our own backend
                call_command("migrate", verbosity=0)
    connection.close()  # the next one enters the application's role, which a migration may just have made
    return True


def _behind() -> bool:
    executor = MigrationExecutor(connection)
    return bool(executor.migration_plan(executor.loader.graph.leaf_nodes()))
