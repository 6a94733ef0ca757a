"""The whole service goes to another machine while people play, step by step as docs/operating.md says under *Moving*.

The other machine is another folder, with another PostgreSQL and another, empty broker on other ports; nothing of the
first is there but the copies, and the first one's database is gone before the second one is begun.
"""

from __future__ import annotations

import shutil
import time

from django.db import connection, connections

from tests.ops.production.test_real_brokers import RealBroker
from tests.ops.production.test_recovery import Copies, ask, recovered
from tests.ops.soak.stack import Database, Stack, until

PATIENCE_S = 60.0
BEHIND = "SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn) FROM pg_replication_slots"  # as the manual has it


def keep_copies(stack: Stack) -> None:
    """Receive the log of the stack's database from now on, and make a base copy of it."""
    stack.copies = copies = Copies(stack.database)
    copies.receiver = copies.start("wal.sh")
    _run(copies, "base.sh")


def move(stack: Stack) -> tuple[float, int]:
    """For how many seconds there was no service, and the moves made before."""
    from asgard_pbem.tables.models import Game
    from tests.ops.soak import counting

    began = time.monotonic()
    connection.close()  # it may be of a server that was killed
    assert until(Game.objects.exists, PATIENCE_S), "the server has not come back from the last kill"
    stack.end()
    games, moves = Game.objects.count(), counting.moves()
    connections.close_all()
    assert until(lambda: int(str(ask(stack.database, BEHIND))) <= 0, PATIENCE_S), "the log is not received"
    first, copies = stack.database, stack.copies
    assert copies is not None
    copies.end()
    socket = ("-h", str(first.folder), "-p", str(first.port), "-U", "postgres", "-d", "postgres")
    first.program("psql", *socket, "-c", "ALTER DATABASE asgard ALLOW_CONNECTIONS false")
    first.program("pg_ctl", "stop", "-D", str(first.folder / "data"), "-m", "fast", "-w")

    second = stack.server("pg-elsewhere")
    shutil.move(copies.folder, second.folder / "copies")  # whose owner is the same user there
    shutil.rmtree(first.folder)
    there = Copies(second)
    _run(there, "recover.sh", "latest", str(second.folder / "data"))
    second.go_on()
    recovered(second, PATIENCE_S)

    _lead_there(stack, second)
    stack.manage("rebuild", "--check", "--least", str(games))
    for command in ("forget", "bar"):
        with (there.folder / {"forget": "forgotten.txt", "bar": "barred.txt"}[command]).open() as those:
            stack.manage(command, "-", stdin=those)
    keep_copies(stack)
    stack.start()
    return time.monotonic() - began, moves


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


def _run(copies: Copies, script: str, *words: str) -> None:
    code, said = copies.run(script, *words)
    assert code == 0, said
