"""A copy that was made is told to the service by its script; one that fails is missed, and somebody is woken."""

from __future__ import annotations

import subprocess
from pathlib import Path

import psycopg
import pytest

from tests.ops.production.test_init import DEBIANS, Cluster, cluster
from tests.ops.production.test_recovery import COPIES, Copies, ask, copies, go_back, received, with_tables
from tests.ops.watching.test_alerts import WELL, firing

__all__ = ["cluster", "copies", "with_tables"]

pytestmark = pytest.mark.parametrize("cluster", ["the wheel's"], indirect=True)
HOUR = 3600
BEFORE = 40 * HOUR  # as long the installation could have told of copies
ASK = "SELECT name, extract(epoch FROM clock_timestamp() - since) FROM copies_since()"


def superuser(cluster: Cluster, statement: str) -> None:
    address = {"host": str(cluster.folder), "port": cluster.port, "user": "postgres"}
    with psycopg.connect(**address, dbname="asgard", autocommit=True) as link:  # type: ignore[arg-type]  # a port
        link.execute(statement.encode())


def ages(cluster: Cluster, database: str = "asgard") -> dict[str, int]:
    """Seconds since the last of each kind, as the application is told."""
    address = cluster.url("asgard_app", "apps").removesuffix("asgard") + database
    with psycopg.connect(address, autocommit=True) as link:
        return {name: int(age) for name, age in link.execute(ASK).fetchall()}


def woken(cluster: Cluster, tmp_path: Path) -> set[str]:
    """What Prometheus would wake somebody for, while the copies are as old as they are now."""
    told = {f'asgard_copy_age_seconds{{name="{name}"}}': f"{age}x60" for name, age in ages(cluster).items()}
    return firing(tmp_path, {**WELL, **told}, "30m")


@pytest.fixture
def installation(cluster: Cluster, copies: Copies) -> Cluster:
    """One that has lived without a copy for longer than a day."""
    superuser(cluster, f"UPDATE django_migrations SET applied = applied - interval '{BEFORE} s'")
    return cluster


def make(copies: Copies) -> None:
    """One good copy of each kind."""
    for script in ("base.sh", "backup.sh"):
        code, said = copies.run(script)
        assert (code, "not told" in said) == (0, False), said


def fail(copies: Copies, script: str, *, first: str = "", **variables: str) -> str:
    """What a script says that is to fail. `first`: said by the shell before."""
    done = subprocess.run(
        ["bash", "-c", f'{first} exec bash "$0" "$1"', str(COPIES / script), str(copies.folder)], cwd="/",
        env={**copies.environment, **variables}, capture_output=True, text=True, check=False, **copies.cluster.identity,
    )  # fmt: skip
    assert done.returncode != 0, done.stdout
    return done.stderr


def test_a_copy_that_was_made_is_fresh_and_one_that_fails_grows_old_until_somebody_is_woken(
    installation: Cluster, copies: Copies, tmp_path: Path
) -> None:
    assert min(ages(installation).values()) >= BEFORE
    assert woken(installation, tmp_path) == {"AsgardOldCopies"}, "none was ever made"
    code, said = copies.run("base.sh")
    assert code == 0, said
    assert ages(installation)["base"] < 60 < BEFORE <= ages(installation)["dump"]
    make(copies)
    assert max(ages(installation).values()) < 60
    assert woken(installation, tmp_path) == set()

    superuser(installation, "UPDATE tables_copy SET at = at - interval '31 hours'")
    wrong = installation.url("asgard_backup", "of-yesterday")
    full = "ulimit -f 64; trap '' XFSZ;"  # no file has room for more than 64 KiB: each write fails, as on a full disk
    hurry = installation.folder / "hurry"  # base.sh would wait for the receiver of the log, for a minute
    hurry.mkdir()
    (hurry / "sleep").symlink_to("/bin/true")
    hasty = f"{hurry}:{copies.environment['PATH']}"
    for script in ("base.sh", "backup.sh"):
        assert "password authentication failed" in fail(copies, script, BACKUP_URL=wrong, PATH=hasty)
        assert "File too large" in fail(copies, script, first=full)
    if DEBIANS:
        older = f"{DEBIANS[0].parent}:{copies.environment['PATH']}"
        assert "server version mismatch" in fail(copies, "backup.sh", PATH=older)
    assert min(ages(installation).values()) >= 31 * HOUR
    assert woken(installation, tmp_path) == {"AsgardOldCopies"}
    make(copies)
    assert woken(installation, tmp_path) == set()


def test_a_database_that_was_restored_claims_no_copy(installation: Cluster, copies: Copies) -> None:
    """Its rows say what was copied before: of another server, on another way through time, of another database."""
    make(copies)
    make(copies)  # these have the word of the ones before in them
    received(installation, str(ask(installation, "SELECT pg_current_wal_flush_lsn()")))
    superuser(installation, "CREATE DATABASE again OWNER asgard_owner")
    superuser(installation, "GRANT CONNECT ON DATABASE again TO asgard_app")
    [dump, *_] = copies.folder.glob("asgard-*.dump")
    address = ["-h", str(installation.folder), "-p", str(installation.port), "-U", "postgres"]
    installation.program("pg_restore", *address, "--role=asgard_owner", "--no-owner", "-d", "again", str(dump))
    assert min(ages(installation, "again").values()) >= BEFORE
    assert max(ages(installation).values()) < 60

    installation.stop()
    go_back(installation, copies)
    assert min(ages(installation).values()) >= BEFORE


def test_only_who_may_read_everything_says_that_it_has_copied_everything(installation: Cluster, copies: Copies) -> None:
    for role, password, may in (("asgard_app", "apps", False), ("asgard_backup", "copies", True)):
        with psycopg.connect(installation.url(role, password), autocommit=True) as link:
            for forged in (
                "INSERT INTO tables_copy VALUES ('dump', now(), copy_server())",
                "UPDATE tables_copy SET at = now()",
                "DELETE FROM tables_copy",
            ):
                with pytest.raises(psycopg.errors.InsufficientPrivilege):
                    link.execute(forged.encode())
            if may:
                link.execute("SELECT copy_made('base')")
                with pytest.raises(psycopg.errors.CheckViolation):
                    link.execute("SELECT copy_made('none')")
            else:
                with pytest.raises(psycopg.errors.InsufficientPrivilege):
                    link.execute("SELECT copy_made('base')")
    assert ages(installation)["base"] < 60


def test_a_copy_is_good_where_the_database_does_not_know_yet_how_to_be_told(
    installation: Cluster, copies: Copies
) -> None:
    """Its scripts are newer than its tables: a release whose migration is still to come."""
    superuser(installation, "DROP FUNCTION copy_made")
    for script in ("base.sh", "backup.sh"):
        code, said = copies.run(script)
        assert (code, "not told" in said) == (0, True), said
