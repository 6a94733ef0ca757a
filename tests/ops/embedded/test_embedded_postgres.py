"""The local PostgreSQL: shared by many processes, stopped by the last, and sound after every kind of accident."""

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from pathlib import Path

import psutil
import psycopg
import pytest

from asgard_pbem.embedded import postgres
from asgard_pbem.embedded.postgres import home
from tests.ops.embedded.passable import passable

# A process that joins, says so, and leaves when its input ends.
MEMBER = """
import sys
from pathlib import Path
from asgard_pbem.embedded import postgres
postgres.ensure_running(Path(sys.argv[1]))
print("joined", flush=True)
sys.stdin.read()
"""


class Member:
    """Another process that uses the server."""

    def __init__(self, folder: Path) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-c", MEMBER, str(folder)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def joined(self) -> bool:
        assert self.process.stdout is not None
        return self.process.stdout.readline() == "joined\n"

    def leaves(self) -> int:
        self.process.communicate(timeout=60)
        return self.process.returncode


@pytest.fixture(scope="module")
def folder() -> Iterator[Path]:
    """A folder for a server of its own; whatever happens it runs no longer afterwards."""
    with passable() as parent:
        path = parent / "pg"
        yield path
        postgres.leave(path)
        postgres.stop(postgres.place(path))
        clear(postgres.place(path))


def clear(here: postgres.Place) -> None:
    """Remove what a test left outside its own folder: root's checkout may be one that the server cannot reach."""
    if here.data.is_relative_to(home.SYSTEM_HOME):
        shutil.rmtree(here.data.parent)
    if here.sockets != here.data:
        here.sockets.rmdir()


def postmaster(folder: Path) -> psutil.Process:
    return psutil.Process(int((postgres.place(folder).data / "postmaster.pid").read_text().split("\n")[0]))


def ended(process: psutil.Process) -> bool:
    """True also while nobody has asked for the exit code of a process that has ended."""
    return not process.is_running() or process.status() == psutil.STATUS_ZOMBIE


def await_end(processes: list[psutil.Process]) -> None:
    deadline = time.monotonic() + 20
    while not all(map(ended, processes)) and time.monotonic() < deadline:
        psutil.wait_procs(processes, timeout=0.02)


def ask(folder: Path, statement: str) -> object:
    """The one value of the answer, by a connection of its own."""
    here = postgres.place(folder)
    with psycopg.connect(host=str(here.sockets), user=postgres.SUPERUSER, dbname=postgres.DATABASE) as connection:
        row = connection.execute(statement).fetchone()
    assert row is not None
    return row[0]


def test_several_processes_that_start_at_once_share_one_server_and_the_last_stops_it(folder: Path) -> None:
    members = [Member(folder) for _ in range(3)]
    assert all(member.joined() for member in members)
    server = postmaster(folder)
    assert [member.leaves() for member in members[:2]] == [0, 0]
    assert server.is_running()
    assert ask(folder, "SELECT 1") == 1
    assert members[2].leaves() == 0
    assert not postgres.accepts(postgres.place(folder))
    assert ended(server)


def test_a_killed_member_neither_stops_the_server_nor_keeps_it_alive(folder: Path) -> None:
    killed, other = Member(folder), Member(folder)
    assert killed.joined()
    assert other.joined()
    killed.process.kill()
    killed.process.communicate()
    assert ask(folder, "SELECT 1") == 1
    assert other.leaves() == 0
    assert not postgres.accepts(postgres.place(folder))


def test_when_every_member_is_killed_the_server_ends_by_itself(folder: Path) -> None:
    members = [Member(folder) for _ in range(2)]
    assert all(member.joined() for member in members)
    server = postmaster(folder)
    for member in members:
        member.process.kill()
        member.process.communicate()
    await_end([server])
    assert ended(server)
    assert not postgres.accepts(postgres.place(folder))


def test_a_killed_server_is_started_again_with_its_data(folder: Path) -> None:
    postgres.ensure_running(folder)
    here = postgres.place(folder)
    with psycopg.connect(host=str(here.sockets), user=postgres.SUPERUSER, dbname=postgres.DATABASE) as connection:
        connection.execute("CREATE TABLE kept (n int)")
        connection.execute("INSERT INTO kept VALUES (17)")
    family = [postmaster(folder), *postmaster(folder).children(recursive=True)]
    family[0].send_signal(signal.SIGKILL)
    await_end(family)
    postgres.ensure_running(folder)
    assert ask(folder, "SELECT n FROM kept") == 17


def test_a_pid_file_of_before_a_reboot_whose_number_is_reused_does_not_stop_the_start(folder: Path) -> None:
    postgres.ensure_running(folder)
    pid_file = postgres.place(folder).data / "postmaster.pid"
    before = pid_file.read_text().split("\n")
    postgres.stop(postgres.place(folder))
    pid_file.write_text("\n".join([str(os.getpid()), *before[1:]]))
    postgres.ensure_running(folder)
    assert ask(folder, "SELECT 1") == 1
    assert postmaster(folder).pid != os.getpid()


def test_whoever_has_a_server_of_their_own_at_another_port_joins_ours(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Their PGPORT was asked for a socket that is not there, and `make play` ended in a traceback."""
    monkeypatch.setenv("PGPORT", "5433")
    first, second = Member(folder), Member(folder)
    assert [first.joined(), second.joined()] == [True, True]
    assert home.settings(folder)["PORT"] == home.PORT
    assert [first.leaves(), second.leaves()] == [0, 0]


def test_a_long_path_gets_its_socket_in_a_short_and_private_folder(folder: Path) -> None:
    deep = folder.parent / ("d" * 120) / "pg"
    here = postgres.place(deep)
    assert len(os.fsencode(here.socket)) <= home.SOCKET_PATH_LIMIT_BYTES
    postgres.ensure_running(deep)
    assert ask(deep, "SHOW server_encoding") == "UTF8"
    assert here.sockets.stat().st_mode & 0o077 == 0
    postgres.leave(deep)
    assert not postgres.accepts(here)
    clear(here)


def test_a_private_checkout_of_root_is_left_private_and_the_data_live_elsewhere(tmp_path: Path) -> None:
    tmp_path.chmod(0o700)
    here = postgres.ensure_running(tmp_path / "pg")
    assert ask(tmp_path / "pg", "SELECT 1") == 1
    assert here.data.is_relative_to(home.SYSTEM_HOME if os.geteuid() == 0 else tmp_path)
    assert tmp_path.stat().st_mode & 0o777 == 0o700
    postgres.leave(tmp_path / "pg")
    clear(here)


@pytest.fixture
def parent() -> Iterator[Path]:
    with passable() as found:
        yield found


def started_after(change: Callable[[], None], folder: Path) -> tuple[Path, Path]:
    """Where the data of a first start lay, and of one after `change`."""
    first = postgres.ensure_running(folder)
    postgres.leave(folder)
    change()
    postgres.place.cache_clear()
    try:
        return first.data, postgres.ensure_running(folder).data
    finally:
        postgres.leave(folder)
        clear(first)


def test_games_that_root_made_in_a_private_checkout_are_found_when_it_is_opened(parent: Path) -> None:
    """Each start used to look at the permissions alone: an empty service came up, as if all games were gone."""
    parent.chmod(0o700)
    first, then = started_after(lambda: parent.chmod(0o755), parent / "pg")
    assert first == then


def test_where_folders_were_shut_since_root_is_told_how_to_open_them(parent: Path) -> None:
    told = pytest.raises(postgres.EmbeddedPostgresError, match=rf"chmod o\+x {parent}$")
    with told if os.geteuid() == 0 else nullcontext():  # all others run the server as themselves
        started_after(lambda: parent.chmod(0o700), parent / "pg")
    assert postgres.place(parent / "pg").data == parent / "pg"


def test_nobody_else_on_the_machine_can_reach_the_socket(folder: Path) -> None:
    here = postgres.ensure_running(folder)
    assert here.sockets.stat().st_mode & 0o077 == 0
    assert ask(folder, "SHOW listen_addresses") == ""


@pytest.mark.parametrize("mode, reachable", [(0o755, True), (0o711, True), (0o700, False)])
def test_a_folder_counts_as_reachable_only_when_others_may_pass(parent: Path, mode: int, reachable: bool) -> None:
    inner = parent / "outer" / "inner"
    inner.mkdir(parents=True)
    inner.parent.chmod(mode)
    assert home.open_to_others(inner) is reachable
