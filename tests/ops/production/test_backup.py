"""A copy made by backup.sh is restored by restore.sh, and never over data that are there."""

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

ROOT = Path(__file__).resolve().parents[3]
pytestmark = pytest.mark.django_db(transaction=True)  # the server runs for tests that say so


class Server:
    """Databases of a test on the running server, each reached by an address as production has it."""

    def __init__(self) -> None:
        self.host, self.base = connection.settings_dict["HOST"], connection.settings_dict["NAME"]
        self.source = f"{self.base}_from"

    def make(self, name: str) -> None:
        self.drop(name)
        self.sql(f'CREATE DATABASE "{name}"')

    def drop(self, name: str) -> None:
        self.sql(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')

    def sql(self, statement: str, name: str = "postgres") -> list[tuple[object, ...]]:
        with psycopg.connect(host=self.host, user=postgres.SUPERUSER, dbname=name, autocommit=True) as link:
            answer = link.execute(statement)
            return answer.fetchall() if answer.description else []

    def url(self, name: str) -> str:
        return f"postgres://{postgres.SUPERUSER}@{self.host.replace('/', '%2F')}/{name}"

    def run(
        self, name: str, *command: str, first_on_path: Path | None = None, at: Path = ROOT, **variables: str
    ) -> subprocess.CompletedProcess[str]:
        """Run a script or command against one database, with PostgreSQL's own programs at hand."""
        binaries = postgres.place(settings.LOCAL_DIR / "pg").binaries
        kept = {key: value for key, value in os.environ.items() if key not in env.ASKED}
        return subprocess.run(
            command,
            cwd=at,
            env={
                **kept,
                "PATH": f"{first_on_path or binaries}:{binaries}:{kept['PATH']}",
                "PYTHON": sys.executable,
                "LOCAL_DIR": str(settings.LOCAL_DIR),
                "SECRET_KEY": "x" * 60,
                "DATABASE_URL": self.url(name),
                "DATABASE_OWNER_URL": self.url(name),
                **variables,
            },
            capture_output=True,
            text=True,
            check=False,
        )


@pytest.fixture(scope="module")
def server(django_db_setup: None) -> Iterator[Server]:
    """A server with a database `…_from` that holds one finished game."""
    made = Server()
    made.make(made.source)
    for command in (["migrate", "--verbosity=0"], ["simulate", "aesir", "--seats", "2", "--seed", "1", "--json"]):
        done = made.run(made.source, sys.executable, "manage.py", *command)
        assert done.returncode == 0, done.stderr
    yield made
    made.drop(made.source)


@pytest.fixture
def empty(server: Server) -> Iterator[str]:
    """Name of a database without tables."""
    name = f"{server.base}_to"
    server.make(name)
    yield name
    server.drop(name)


def save(server: Server, folder: Path) -> str:
    made = server.run(server.source, "deploy/copies/backup.sh", str(folder))
    assert made.returncode == 0, made.stderr
    return made.stdout.strip()


def test_a_copy_is_restored_into_an_empty_database_and_its_projections_hold(
    server: Server, empty: str, tmp_path: Path
) -> None:
    """With the documented variables alone: DATABASE_URL is not one of them."""
    restored = server.run(empty, "deploy/copies/restore.sh", save(server, tmp_path), DATABASE_URL="")
    assert (restored.returncode, restored.stderr) == (0, "")
    assert "Restored and proved: 1 games." in restored.stdout
    heads = "SELECT game_id, max(seq), count(*) FROM event GROUP BY game_id"
    assert server.sql(heads, empty) == server.sql(heads, server.source) != []


def test_who_was_erased_since_an_older_copy_is_erased_again_when_it_is_restored(
    server: Server, empty: str, tmp_path: Path
) -> None:
    add = (
        "INSERT INTO tables_player (id, password, email, name, language, time_zone, mail_state, bounce_score,"
        " is_active, joined_at) VALUES (gen_random_uuid(), '!', '{0}@wintergarden.example', '{0}', 'en', 'UTC', 'on',"
        " 0, true, now())"
    )
    for name in ("grimhilde", "boris"):
        server.sql(add.format(name), server.source)
    older = save(server, tmp_path)
    gone = server.run(server.source, sys.executable, "manage.py", "forget", "grimhilde@wintergarden.example")
    assert "1 erased." in gone.stdout, gone.stderr
    server.run(server.source, "deploy/copies/backup.sh", str(tmp_path))
    restored = server.run(empty, "deploy/copies/restore.sh", older)
    assert restored.returncode == 0, restored.stderr
    assert server.sql("SELECT name FROM tables_player WHERE email LIKE '%wintergarden%'", empty) == [("boris",)]


def test_who_was_barred_since_an_older_copy_is_barred_again_when_it_is_restored(
    server: Server, empty: str, tmp_path: Path
) -> None:
    older = save(server, tmp_path)
    barred = server.run(
        server.source, sys.executable, "manage.py", "bar", "eve@wintergarden.example", "--why", "floods; it's \\ worse"
    )
    assert "1 barred" in barred.stdout, barred.stderr
    server.run(server.source, "deploy/copies/backup.sh", str(tmp_path))
    assert "eve" not in (tmp_path / "barred.txt").read_text()
    restored = server.run(empty, "deploy/copies/restore.sh", older)
    assert restored.returncode == 0, restored.stderr
    rows = "SELECT mark, date_trunc('second', since), why FROM tables_bar"
    assert server.sql(rows, empty) == server.sql(rows, server.source)
    assert len(server.sql(rows, empty)) == 1


def test_a_copy_is_made_of_what_there_is_where_a_release_is_there_and_its_tables_are_not(
    server: Server, empty: str, tmp_path: Path
) -> None:
    """Between a release's files and its `migrate`; a list of an earlier copy stays as it is."""
    older = f"{server.base}_older"
    server.drop(older)
    server.sql(f'CREATE DATABASE "{older}" TEMPLATE "{server.source}"')
    try:
        back = server.run(older, sys.executable, "manage.py", "migrate", "tables", "0046", "--verbosity=0")
        assert back.returncode == 0, back.stderr
        made = server.run(older, "deploy/copies/backup.sh", str(tmp_path))
        assert made.returncode == 0, made.stderr
        assert "tables_bar" in made.stderr
        assert (tmp_path / "barred.txt").read_text() == ""
        (tmp_path / "barred.txt").write_text("of a copy before\n")
        (tmp_path / "forgotten.txt").unlink()
        assert server.run(older, "deploy/copies/people.sh", str(tmp_path)).returncode == 0
        assert (tmp_path / "barred.txt").read_text() == "of a copy before\n"
        assert (tmp_path / "forgotten.txt").exists()
    finally:
        server.drop(older)
    (tmp_path / "barred.txt").write_text("")
    restored = server.run(empty, "deploy/copies/restore.sh", made.stdout.strip())
    assert restored.returncode == 0, restored.stderr


def test_the_proof_looks_at_the_restored_copy_and_not_at_what_the_service_runs_on(
    server: Server, empty: str, tmp_path: Path
) -> None:
    scores = server.sql("SELECT scores::text FROM tables_game", server.source)[0][0]
    server.sql("UPDATE tables_game SET scores = '[99, 99]'", server.source)
    damaged = save(server, tmp_path)
    server.sql(f"UPDATE tables_game SET scores = '{scores}'", server.source)
    restored = server.run(empty, "deploy/copies/restore.sh", damaged, DATABASE_URL=server.url(server.source))
    assert restored.returncode == 11, restored.stdout
    assert "1 of 1 games differ from their logs." in restored.stderr
    assert "NOT sound" in restored.stderr


def test_nothing_is_restored_that_could_not_be_proved_for_want_of_the_key(
    server: Server, empty: str, tmp_path: Path
) -> None:
    refused = server.run(empty, "deploy/copies/restore.sh", str(tmp_path / "any.dump"), SECRET_KEY="")
    assert refused.returncode == 1
    assert "SECRET_KEY" in refused.stderr


def test_a_database_with_tables_is_not_restored_over(server: Server, tmp_path: Path) -> None:
    refused = server.run(server.source, "deploy/copies/restore.sh", str(tmp_path / "any.dump"))
    assert refused.returncode == 1
    assert "The database is not empty" in refused.stderr


def test_a_copy_that_fails_leaves_nothing_behind(server: Server, tmp_path: Path) -> None:
    older = tmp_path / "older"
    older.mkdir()
    (older / "pg_dump").write_text(
        '#!/bin/bash\nfor word; do case "$word" in --file=*) echo half > "${word#--file=}";; esac; done\n'
        "echo 'aborting because of server version mismatch' >&2; exit 1\n"
    )
    (older / "pg_dump").chmod(0o755)
    folder = tmp_path / "copies"
    failed = server.run(server.source, "deploy/copies/backup.sh", str(folder), first_on_path=older)
    assert failed.returncode == 1
    assert "version mismatch" in failed.stderr
    assert list(folder.iterdir()) == []


PROGRAMS = ("pg_dump", "pg_restore", "psql", "python")


def test_no_password_stands_on_a_command_line(tmp_path: Path) -> None:
    """Programs that write down how they were called, in place of PostgreSQL's."""
    for name in PROGRAMS:
        spy = tmp_path / name
        spy.write_text(
            f'#!/bin/bash\necho "{name} $*" >> {tmp_path}/said\necho "$PGPASSWORD" >> {tmp_path}/password\n'
            'for word; do case "$word" in --file=/*) echo > "${word#--file=}";; -Atc) echo 0;; esac; done\n'
        )
        spy.chmod(0o755)
    variables = {
        "PATH": f"{tmp_path}:{os.environ['PATH']}",
        "SECRET_KEY": "x" * 60,
        "DATABASE_OWNER_URL": "postgres://owner:s%40cret%2F1@db.example:5433/asgard?sslmode=require",
    }
    for script, word in (("backup.sh", "copies"), ("restore.sh", "psql")):
        command = [f"deploy/copies/{script}", str(tmp_path / word)]
        done = subprocess.run(command, cwd=ROOT, env=variables, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
    said = (tmp_path / "said").read_text()
    assert {line.split()[0] for line in said.splitlines()} == set(PROGRAMS)
    assert "postgres://owner@db.example:5433/asgard?sslmode=require" in said
    assert "cret" not in said
    assert set((tmp_path / "password").read_text().split()) == {"s@cret/1"}
