"""The whole service goes to another machine while people play, step by step as docs/operating.md says under *Moving*.

The other machine is another folder, with another PostgreSQL and another, empty broker on other ports; nothing of the
first is there but the copies, and the first one's database is gone before the second one is begun.
"""

from __future__ import annotations

import shutil
import subprocess
import time
from pathlib import Path

import psycopg
from django.db import connection, connections

from tests.ops.production.test_real_brokers import RealBroker
from tests.ops.soak.stack import Database, Stack, until

COPIES = Path(__file__).resolve().parents[3] / "deploy" / "copies"
PATIENCE_S = 60.0


class Keeper:
    """What `wal` and `backup` do for a server, as its user."""

    def __init__(self, database: Database, folder: Path) -> None:
        self.database, self.folder = database, folder
        self.receiver: subprocess.Popen[str] | None = None

    def receive(self) -> None:
        """Receive the log of changes from now on."""
        self.receiver = self._begin("wal.sh")

    def end(self) -> None:
        if self.receiver is not None:
            self.receiver.terminate()
            self.receiver.wait(PATIENCE_S)

    def run(self, script: str, *words: str) -> None:
        """Run one to its end; raises where it fails."""
        process = self._begin(script, *words)
        assert process.wait(PATIENCE_S) == 0, (script, (self.database.folder / "copies.log").read_text())

    def _begin(self, script: str, *words: str) -> subprocess.Popen[str]:
        with (self.database.folder / "copies.log").open("a") as log:
            return subprocess.Popen(
                ["bash", str(COPIES / script), str(self.folder), *words], cwd="/", stdout=log, stderr=log, text=True,
                env={"PATH": f"{self.database.binaries}:/usr/bin:/bin",
                     "BACKUP_URL": self.database.url("asgard_backup", "copies")}, **self.database.identity,
            )  # fmt: skip


def kept(stack: Stack) -> Keeper:
    """Begins to keep copies of the stack's database, and makes the first."""
    folder = stack.database.folder / "copies"
    folder.mkdir()
    shutil.chown(folder, *_owner(stack.database))
    made = Keeper(stack.database, folder)
    made.receive()
    made.run("base.sh")
    return made


def move(stack: Stack, keeper: Keeper) -> tuple[Keeper, float, int]:
    """What keeps the copies there, for how many seconds there was no service, and the moves made before."""
    from asgard_pbem.tables.models import Game
    from tests.ops.soak import counting

    began = time.monotonic()
    connection.close()  # it may be of a server that was killed
    assert until(Game.objects.exists, PATIENCE_S), "the server has not come back from the last kill"
    stack.end()
    games, moves = Game.objects.count(), counting.moves()
    connections.close_all()
    assert until(lambda: _behind(stack.database) <= 0, PATIENCE_S), "the log is not received"
    first = stack.database
    first.program("pg_ctl", "stop", "-D", str(first.folder / "data"), "-m", "fast", "-w")
    keeper.end()

    second = stack.server("pg-elsewhere")
    shutil.move(keeper.folder, second.folder / "copies")  # whose owner is the same user there
    shutil.rmtree(first.folder)
    there = Keeper(second, second.folder / "copies")
    there.run("recover.sh", "latest", str(second.folder / "data"))
    second.go_on()
    assert until(lambda: not _recovering(second), PATIENCE_S), second.log

    _lead_there(stack, second)
    stack.manage("rebuild", "--check", "--least", str(games))
    for command in ("forget", "bar"):
        with (there.folder / {"forget": "forgotten.txt", "bar": "barred.txt"}[command]).open() as those:
            stack.manage(command, "-", stdin=those)
    there.receive()
    there.run("base.sh")
    stack.start()
    return there, time.monotonic() - began, moves


def _lead_there(stack: Stack, second: Database) -> None:
    """The names in `deploy/*.env`, and those that this process asks by itself."""
    stack.database = second
    stack.variables["DATABASE_OWNER_URL"] = second.url("asgard_owner", "owners")
    stack.variables["DATABASE_URL"] = second.url("asgard_app", "apps")
    connection.settings_dict["PORT"] = str(second.port)  # of all threads: they share it
    local = stack.folder / "local-elsewhere"
    local.mkdir()
    stack.variables["LOCAL_DIR"] = str(local)
    if stack.scheme:
        folder = stack.folder / "broker-elsewhere"
        folder.mkdir()
        stack.broker = RealBroker(stack.scheme, folder)
        stack.variables["BROKER_URL"] = stack.broker.url


def _ask(server: Database, statement: str) -> object:
    link = psycopg.connect(host=str(server.folder), port=server.port, user="postgres", dbname="asgard", autocommit=True)
    with link:
        row = link.execute(statement).fetchone()
    assert row is not None
    return row[0]


def _behind(server: Database) -> int:
    """Bytes of the log that are not received yet, by the statement that the manual gives."""
    return int(str(_ask(server, "SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn) FROM pg_replication_slots")))


def _recovering(server: Database) -> bool:
    return bool(_ask(server, "SELECT pg_is_in_recovery()"))


def _owner(server: Database) -> tuple[int, int]:
    found = server.folder.stat()
    return found.st_uid, found.st_gid
