"""A copy made by deploy/backup.sh is restored by deploy/restore.sh, and never over data that are there."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
from django.conf import settings
from django.db import connection

from asgard_pbem import env
from asgard_pbem.embedded import postgres

ROOT = Path(__file__).resolve().parents[2]
pytestmark = pytest.mark.django_db(transaction=True)


class Server:
    """Databases of a test on the running server, each reached by an address as production has it."""

    def __init__(self) -> None:
        self.host, self.base = connection.settings_dict["HOST"], connection.settings_dict["NAME"]

    def sql(self, statement: str, name: str = "postgres") -> list[tuple[object, ...]]:
        with psycopg.connect(host=self.host, user=postgres.SUPERUSER, dbname=name, autocommit=True) as link:
            answer = link.execute(statement)
            return answer.fetchall() if answer.description else []

    def url(self, name: str) -> str:
        return f"postgres://{postgres.SUPERUSER}@{self.host.replace('/', '%2F')}/{name}"

    def run(self, name: str, *command: str) -> subprocess.CompletedProcess[str]:
        """Run a script or command against one database, with PostgreSQL's own programs at hand."""
        binaries = postgres.place(settings.LOCAL_DIR / "pg").binaries
        kept = {key: value for key, value in os.environ.items() if key not in env.ASKED}
        return subprocess.run(
            command,
            cwd=ROOT,
            env={
                **kept,
                "PATH": f"{binaries}:{kept['PATH']}",
                "PYTHON": sys.executable,
                "LOCAL_DIR": str(settings.LOCAL_DIR),
                "SECRET_KEY": "x" * 60,
                "DATABASE_URL": self.url(name),
                "DATABASE_OWNER_URL": self.url(name),
            },
            capture_output=True,
            text=True,
            check=False,
        )


@pytest.fixture
def server() -> Iterator[Server]:
    """A server with a migrated database `…_from` and an empty `…_to`."""
    made = Server()
    names = [f"{made.base}_from", f"{made.base}_to"]
    for name in names:
        made.sql(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')
        made.sql(f'CREATE DATABASE "{name}"')
    migrated = made.run(names[0], sys.executable, "manage.py", "migrate", "--verbosity=0")
    assert migrated.returncode == 0, migrated.stderr
    yield made
    for name in names:
        made.sql(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')


def test_a_copy_is_restored_into_an_empty_database_and_its_projections_hold(server: Server, tmp_path: Path) -> None:
    source, target = f"{server.base}_from", f"{server.base}_to"
    played = server.run(
        source, sys.executable, "manage.py", "simulate", "aesir", "--seats", "2", "--seed", "1", "--json"
    )
    assert played.returncode == 0, played.stderr
    saved = server.run(source, "deploy/backup.sh", str(tmp_path))
    assert saved.returncode == 0, saved.stderr
    restored = server.run(target, "deploy/restore.sh", saved.stdout.strip())
    assert restored.returncode == 0, restored.stderr
    heads = "SELECT game_id, max(seq), count(*) FROM event GROUP BY game_id"
    assert server.sql(heads, target) == server.sql(heads, source) != []


def test_a_database_with_tables_is_not_restored_over(server: Server, tmp_path: Path) -> None:
    source = f"{server.base}_from"
    saved = server.run(source, "deploy/backup.sh", str(tmp_path))
    refused = server.run(source, "deploy/restore.sh", saved.stdout.strip())
    assert refused.returncode == 1
    assert "The database is not empty" in refused.stderr
