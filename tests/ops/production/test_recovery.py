"""The server is brought back to a moment: a base copy, the log of changes since, and a proof of all."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
from django.conf import settings

from asgard_pbem import env
from asgard_pbem.serving.metrics import gauges
from tests.ops.production.test_init import DEBIANS, Cluster, cluster, copy

__all__ = ["cluster"]

ROOT = Path(__file__).resolve().parents[3]
COPIES = ROOT / "deploy" / "copies"
# One server is enough: Debian's own, which production may have, or else the wheel's.
pytestmark = pytest.mark.parametrize("cluster", [str(DEBIANS[-1].parent) if DEBIANS else "the wheel's"], indirect=True)


class Copies:
    """What deploy/copies does for one server, as its user."""

    receiver: subprocess.Popen[str]  # of the log

    def __init__(self, cluster: Cluster) -> None:
        self.cluster, self.folder = cluster, cluster.folder / "copies"
        self.folder.mkdir(exist_ok=True)  # they may have come from another machine
        os.chown(self.folder, cluster.folder.stat().st_uid, cluster.folder.stat().st_gid)
        self.environment = {
            "PATH": f"{cluster.binaries}:/usr/bin:/bin",
            "BACKUP_URL": cluster.url("asgard_backup", "copies"),
        }

    def end(self) -> None:
        if self.receiver.poll() is None:
            self.receiver.terminate()
            self.receiver.communicate(timeout=20)

    def start(self, script: str, *words: str) -> subprocess.Popen[str]:
        return subprocess.Popen(
            ["bash", str(COPIES / script), str(self.folder), *words], cwd="/", env=self.environment,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **self.cluster.identity,
        )  # fmt: skip

    def run(self, script: str, *words: str) -> tuple[int, str]:
        process = self.start(script, *words)
        out, problem = process.communicate(timeout=60)
        return process.returncode, out + problem


@pytest.fixture(scope="module")
def with_tables() -> Iterator[Path]:
    """Where the data of a server with tables are kept, for each test of a file to have them as they were made."""
    with tempfile.TemporaryDirectory() as folder:
        yield Path(folder) / "data"


@pytest.fixture
def copies(cluster: Cluster, with_tables: Path) -> Iterator[Copies]:
    """A server with tables, of which copies are made."""
    data = cluster.folder / "data"
    if with_tables.exists():
        cluster.stop()
        shutil.rmtree(data)
        copy(with_tables, data)
    else:
        assert cluster.init("owners", "apps", "copies").returncode == 0
        manage(cluster, "migrate", "--verbosity=0")
        cluster.stop()
        copy(data, with_tables)
    cluster.go_on()
    made = Copies(cluster)
    made.receiver = made.start("wal.sh")
    yield made
    made.end()


def manage(cluster: Cluster, *command: str, code: int = 0) -> str:
    kept = {name: value for name, value in os.environ.items() if name not in env.ASKED}
    variables = {
        "LOCAL_DIR": str(settings.LOCAL_DIR),
        "DATABASE_OWNER_URL": cluster.url("asgard_owner", "owners"),
        "DATABASE_URL": cluster.url("asgard_app", "apps"),
        "SECRET_KEY": "".join(map(chr, range(48, 122))),
    }
    done = subprocess.run(
        [sys.executable, "manage.py", *command], cwd=ROOT, env={**kept, **variables}, capture_output=True, text=True,
        check=False,
    )  # fmt: skip
    assert done.returncode == code, done.stderr
    return done.stdout


def ask(cluster: Cluster, statement: str) -> object:
    with psycopg.connect(cluster.url("asgard_app", "apps"), autocommit=True) as link:
        row = link.execute(statement).fetchone()
    assert row is not None
    return row[0]


def test_games_come_back_as_they_were_at_a_moment_and_what_was_promised_after_it_is_gone(
    cluster: Cluster, copies: Copies
) -> None:
    code, said = copies.run("base.sh")
    assert code == 0, said
    manage(cluster, "simulate", "aesir", "--seats=2", "--seed=1", "--json")
    moment = str(ask(cluster, "SELECT clock_timestamp()"))
    promised = "INSERT INTO mail_counter (day, what, count) VALUES (current_date, 'promised', 1) RETURNING count"
    assert ask(cluster, promised) == 1
    later = str(ask(cluster, "SELECT clock_timestamp()::timestamp"))  # UTC, where nothing else is said
    assert ask(cluster, "UPDATE mail_counter SET count = 2 RETURNING count") == 2
    last = str(ask(cluster, "SELECT pg_current_wal_flush_lsn()"))
    received(cluster, last)
    assert figures(cluster)["asgard_copies_away"][0] == 0
    cluster.stop()  # at once, as a machine is lost
    for wanted, kept in (("latest", 2), (moment, None), (later, 1)):  # the last: who went back too far tries again
        data = cluster.folder / "data"
        shutil.rmtree(data)
        code, said = copies.run("recover.sh", wanted, str(data))
        assert code == 0, said
        cluster.go_on()
        recovered(cluster)
        assert ask(cluster, "SELECT max(count) FROM mail_counter WHERE what = 'promised'") == kept
        if wanted == "latest":  # what received the log all along goes on with this server, which has no slot at first
            until(lambda: figures(cluster)["asgard_copies_away"][1] is not None, 20)
            until((copies.folder / "wal" / "00000002.history").exists, 20)
        if wanted == moment:
            assert "1 games equal their logs" in manage(cluster, "rebuild", "--check", "--least=1")
        if wanted != later:
            cluster.stop()
    for wanted, folder, refusal in (
        ("latest", "data", "is not empty"), ("2020-01-01 00:00:00+00", "other", "No base copy is as old"),
        ("tomorrow", "other", "is yet to come"), ("whenever", "other", "invalid date"),
    ):  # fmt: skip
        code, said = copies.run("recover.sh", wanted, str(cluster.folder / folder))
        assert (code, refusal in said) == (1, True), said
    assert next((copies.folder / "base").iterdir()).stat().st_mode & 0o077 == 0
    # What it has received is no past of this server's: somebody is woken, and does what docs/operating.md says.
    until(lambda: figures(cluster)["asgard_copies_away"][0] == 1, 20)
    assert "nobody receives the log of changes" in manage(cluster, "stuck", code=1)
    copies.end()
    (copies.folder / "wal").rename(copies.folder / "wal-before")
    copies.receiver = copies.start("wal.sh")
    until(lambda: figures(cluster)["asgard_copies_away"] == (0, 0), 20)
    assert "the log of changes" not in manage(cluster, "stuck", code=1)


def figures(cluster: Cluster) -> dict[str, tuple[int, int | None]]:
    """What `web` would tell, asked as the application."""
    with psycopg.connect(cluster.url("asgard_app", "apps"), autocommit=True) as link:
        return {name: (value, beside) for name, _, value, beside in link.execute(gauges.STATEMENT).fetchall()}


def received(cluster: Cluster, upto: str, patience_s: float = 20) -> None:
    """Wait until the receiver has written the log that far."""
    sent = f"SELECT coalesce(max(restart_lsn) >= '{upto}'::pg_lsn, false) FROM pg_replication_slots"
    until(lambda: bool(ask(cluster, sent)), patience_s)


def recovered(cluster: Cluster, patience_s: float = 20) -> None:
    """Wait until the server takes writers again."""
    until(lambda: not ask(cluster, "SELECT pg_is_in_recovery()"), patience_s)


def go_back(cluster: Cluster, copies: Copies) -> None:
    """From a server that was stopped, whose data are lost, to all that the copies hold."""
    data = cluster.folder / "data"
    shutil.rmtree(data)
    code, said = copies.run("recover.sh", "latest", str(data))
    assert code == 0, said
    cluster.go_on()
    recovered(cluster)


def until(holds: object, patience_s: float) -> None:
    assert callable(holds)
    end = time.monotonic() + patience_s
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.05)


def play(cluster: Cluster, what: str) -> None:
    """Something that is to come back."""
    made = f"INSERT INTO mail_counter (day, what, count) VALUES (current_date, '{what}', 1) RETURNING count"
    assert ask(cluster, made) == 1


def test_who_went_back_to_the_very_end_of_a_segment_has_the_log_received_on(cluster: Cluster, copies: Copies) -> None:
    """Of the timeline that ended there nothing more can be had, and pg_receivewal asked for it for good."""
    code, said = copies.run("base.sh")
    assert code == 0, said
    for what in ("before", "after"):
        play(cluster, what)
        if what == "before":
            with psycopg.connect(
                host=str(cluster.folder), port=cluster.port, user="postgres", dbname="asgard", autocommit=True
            ) as link:
                link.execute("SELECT pg_switch_wal()")
        received(cluster, str(ask(cluster, "SELECT pg_current_wal_flush_lsn()")))
        cluster.stop()
        if what == "before":
            for begun in (copies.folder / "wal").glob("*.partial"):  # what the server wrote of itself meanwhile
                begun.unlink()
        go_back(cluster, copies)
        assert ask(cluster, f"SELECT count FROM mail_counter WHERE what = '{what}'") == 1
        until(lambda: figures(cluster)["asgard_copies_away"] == (0, 0), 20)
    assert ask(cluster, "SELECT count(*) FROM mail_counter WHERE what IN ('before', 'after')") == 2


def test_a_segment_that_was_begun_on_a_full_disk_stops_neither_the_receiver_nor_the_way_back(
    cluster: Cluster, copies: Copies
) -> None:
    """pg_receivewal refuses a file that is shorter than a segment, for good; a server ends at one that it is handed."""
    code, said = copies.run("base.sh")
    assert code == 0, said
    for lost in (False, True):
        ask(cluster, "INSERT INTO mail_counter (day, what, count) VALUES (current_date, 'one', 1) RETURNING count")
        ask(cluster, "DELETE FROM mail_counter RETURNING count")
        received(cluster, str(ask(cluster, "SELECT pg_current_wal_flush_lsn()")))
        copies.end()
        for begun in (copies.folder / "wal").glob("*.partial"):
            os.truncate(begun, 3_276_800)
        if not lost:
            copies.receiver = copies.start("wal.sh")
            until(lambda: figures(cluster)["asgard_copies_away"] == (0, 0), 20)
    cluster.stop()
    go_back(cluster, copies)


def test_a_folder_without_a_base_copy_is_said_and_nothing_is_begun(cluster: Cluster, copies: Copies) -> None:
    data = cluster.folder / "recovered"
    code, said = copies.run("recover.sh", "latest", str(data))
    assert (code, said) == (1, f"No base copy is as old as latest in {copies.folder}/base.\n")
    assert not data.exists()


def test_the_receiver_says_where_nothing_bounds_what_the_server_keeps_for_it(cluster: Cluster, copies: Copies) -> None:
    """As it is delivered PostgreSQL keeps all that was not received, until its disk is full."""
    until(lambda: figures(cluster)["asgard_copies_away"] == (0, 0), 20)
    copies.receiver.terminate()
    _, said = copies.receiver.communicate(timeout=20)
    assert "ALTER SYSTEM SET max_slot_wal_keep_size = '8GB'" in said
