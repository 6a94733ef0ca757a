"""deploy/postgres/init.sh on real servers: the wheel's PostgreSQL, and Debian's where it is installed."""

from __future__ import annotations

import os
import pwd
import shutil
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
from django.conf import settings

from asgard_pbem import env
from asgard_pbem.embedded import postgres

ROOT = Path(__file__).resolve().parents[3]
DEBIANS = sorted(Path("/usr/lib/postgresql").glob("*/bin/postgres"))
EMPTY = tempfile.TemporaryDirectory(prefix="asgard-empty-")


def copy(data: Path, to: Path) -> None:
    """A server's data, with whom they belong to."""
    subprocess.run(["cp", "-a", data, to], check=True)


class Cluster:
    """An empty server of its own, with passwords over TCP as in production."""

    def __init__(self, binaries: Path, folder: Path, user: pwd.struct_passwd) -> None:
        self.binaries, self.folder = binaries, folder
        self.identity = {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []} if os.geteuid() == 0 else {}
        with socket.create_server(("127.0.0.1", 0)) as probe:
            self.port = int(probe.getsockname()[1])

    def program(self, name: str, *arguments: str) -> None:
        subprocess.run(
            [str(self.binaries / name), *arguments],
            cwd="/",
            env={"PATH": "/usr/bin:/bin", "LC_ALL": "C"},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            check=True,
            **self.identity,
        )

    def start(self) -> None:
        """On data that nobody has used: initdb, which takes seconds, makes them once for each version."""
        data, kept = self.folder / "data", Path(EMPTY.name) / self.binaries.as_posix().replace("/", "-")
        if not kept.exists():
            self.program("initdb", "-D", str(data), "-U", "postgres", "--auth-local=trust", "--auth-host=scram-sha-256")
            copy(data, kept)
        else:
            copy(kept, data)
        self.go_on()

    def go_on(self) -> None:
        """Start on the data that are there."""
        data = str(self.folder / "data")
        options = f"-p {self.port} -c listen_addresses=127.0.0.1 -c unix_socket_directories={self.folder} -c fsync=off"
        log = str(self.folder / "log")
        self.program("pg_ctl", "start", "-D", data, "-w", "-o", f"{options} ", "-l", log)

    def stop(self) -> None:
        self.program("pg_ctl", "stop", "-D", str(self.folder / "data"), "-m", "immediate")

    @property
    def log(self) -> str:
        return (self.folder / "log").read_text()

    def init(self, owner: str, app: str, copies: str = "") -> subprocess.CompletedProcess[str]:
        """Run the script with these two passwords."""
        return subprocess.run(
            [str(ROOT / "deploy" / "postgres" / "init.sh")],
            env={
                "PATH": f"{self.binaries}:{os.environ['PATH']}",
                "PGHOST": str(self.folder),
                "PGPORT": str(self.port),
                "OWNER_PASSWORD": owner,
                "APP_PASSWORD": app,
                "BACKUP_PASSWORD": copies,
            },
            capture_output=True,
            text=True,
            check=False,
        )

    def url(self, role: str, password: str) -> str:
        return f"postgres://{role}:{password}@127.0.0.1:{self.port}/asgard"


@pytest.fixture(params=["the wheel's", *(str(path.parent) for path in DEBIANS)])
def cluster(request: pytest.FixtureRequest) -> Iterator[Cluster]:
    here = postgres.ensure_running(settings.LOCAL_DIR / "pg")  # brings the wheel's programs to where they can be run
    binaries = here.binaries if request.param == "the wheel's" else Path(request.param)
    user = pwd.getpwuid(here.uid)
    folder = Path(tempfile.mkdtemp(prefix="asgard-init-"))
    os.chown(folder, user.pw_uid, user.pw_gid)
    made = Cluster(binaries, folder, user)
    made.start()
    yield made
    made.stop()
    shutil.rmtree(folder)


def test_an_empty_server_gets_roles_and_database_and_may_be_asked_again(cluster: Cluster) -> None:
    assert cluster.init("first'owner", "first-app").returncode == 0
    again = cluster.init("owner's-secret", "apps-secret")
    assert (again.returncode, again.stderr) == (0, "")
    with psycopg.connect(cluster.url("asgard_app", "apps-secret")) as link:
        row = link.execute(
            "SELECT pg_get_userbyid(datdba), pg_encoding_to_char(encoding), 'b' COLLATE \"default\" > 'B'"
            " FROM pg_database WHERE datname = 'asgard'"
        ).fetchone()
    assert row == ("asgard_owner", "UTF8", True)
    with pytest.raises(psycopg.OperationalError, match="password"):
        psycopg.connect(cluster.url("asgard_app", "first-app"))
    assert "secret" not in cluster.log


def test_the_owner_makes_the_tables_there_and_the_application_reads_them(cluster: Cluster) -> None:
    """And what fails there is not written into the server's log: neither the statement nor the row it would make."""
    assert cluster.init("owners", "apps").returncode == 0
    kept = {name: value for name, value in os.environ.items() if name not in env.ASKED}
    variables = {
        "LOCAL_DIR": str(settings.LOCAL_DIR),
        "DATABASE_OWNER_URL": cluster.url("asgard_owner", "owners"),
        "DATABASE_URL": cluster.url("asgard_app", "apps"),
        "SECRET_KEY": "".join(map(chr, range(48, 122))),
    }
    for command in (["migrate", "--verbosity=0"], ["rebuild", "--check"]):
        done = subprocess.run(
            [sys.executable, "manage.py", *command],
            cwd=ROOT,
            env={**kept, **variables},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
    refused = (
        "INSERT INTO django_session VALUES (%s, NULL, NULL)",
        "SELECT no_column FROM django_session WHERE %s <> ''",
        "SELECT pg_sleep(9), %s",  # broken off
    )
    with psycopg.connect(variables["DATABASE_URL"], autocommit=True) as link:
        own = link.execute("SELECT current_setting('statement_timeout'), current_setting('lock_timeout')").fetchone()
        assert own == ("30s", "15s")  # also where a pool stands between
        link.execute("SET statement_timeout = '50ms'")
        for statement in refused:
            with pytest.raises(psycopg.Error):
                psycopg.ClientCursor(link).execute(statement, ["play-secret-token"])
            with pytest.raises(psycopg.Error):  # the value apart from the statement, as servers bind it
                link.execute(statement.replace("%s", "%s::text"), ["play-secret-token"])
    assert "violates" in cluster.log
    assert "secret" not in cluster.log
