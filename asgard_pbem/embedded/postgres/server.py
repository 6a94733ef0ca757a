"""Starting, sharing and stopping the embedded server.

Any number of processes share one server. Each holds a shared `flock` on a file for as long as it lives; who leaves and
can turn that lock into an exclusive one was the last, and stops the server. The kernel drops the locks of killed
processes, so nothing has to be counted or cleaned up. Starting is serialised by a second lock.
"""

import atexit
import fcntl
import os
import shutil
import socket
import stat
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from asgard_pbem.embedded.postgres.home import (
    DATABASE,
    PORT,
    SUPERUSER,
    EmbeddedPostgresError,
    Place,
    bring_programs,
    has_cluster,
    place,
    reach,
)

# Statements that fail stay out of the log: they hold addresses and the tokens of reply addresses.
CONFIGURATION = """\
# Written before each start.
listen_addresses = ''
port = {port}
unix_socket_directories = '{sockets}'
unix_socket_permissions = 0700
max_connections = 200
max_locks_per_transaction = 256
shared_buffers = 128MB
wal_level = minimal
max_wal_senders = 0
jit = off
log_min_error_statement = panic
log_error_verbosity = terse
log_parameter_max_length = 0
log_parameter_max_length_on_error = 0
timezone = 'UTC'
log_timezone = 'UTC'
"""


def ensure_running(folder: Path) -> Place:
    """Start or join the server; returns when it takes connections. Raises EmbeddedPostgresError."""
    here = place(folder)
    _Membership.join(here)
    if not accepts(here):
        with locked(here, "start"):
            if not accepts(here):
                _start(here)
    return here


def accepts(here: Place) -> bool:
    """True when the server of this place says that it is ready and its socket takes connections."""
    try:
        if (here.data / "postmaster.pid").read_text().split("\n")[7].strip() != "ready":
            return False
        with socket.socket(socket.AF_UNIX) as probe:
            probe.connect(str(here.socket))
    except (OSError, IndexError):
        return False
    return True


def stop(here: Place) -> None:
    """Stop the server for everybody; no error when it does not run."""
    with locked(here, "start"):
        if (here.data / "postmaster.pid").exists():
            _run(here, "pg_ctl", "stop", "-D", str(here.data), "-m", "fast", "-w", "-t", "30", check=False)


class _Membership:
    """The locks of this process, by place. A forked child takes locks of its own."""

    held: dict[tuple[int, Place], int] = {}

    @classmethod
    def join(cls, here: Place) -> None:
        key = (os.getpid(), here)
        if key not in cls.held:
            descriptor = os.open(_lock_file(here, "users"), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
            fcntl.flock(descriptor, fcntl.LOCK_SH)  # waits while the last user of before is stopping the server
            cls.held[key] = descriptor
            atexit.register(cls.leave, *key)

    @classmethod
    def leave(cls, pid: int, here: Place) -> None:
        """Give the lock back and stop the server if nobody else holds it."""
        if pid != os.getpid():
            return  # inherited by a fork: the parent's business
        if (descriptor := cls.held.pop((pid, here), None)) is None:
            return
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            stop(here)
        except BlockingIOError:
            pass  # others still work with it
        finally:
            os.close(descriptor)


def leave(folder: Path) -> None:
    """Leave before the process ends: the last one stops the server."""
    _Membership.leave(os.getpid(), place(folder))


def _start(here: Place) -> None:
    """Make the cluster on first use and start it; the caller holds the start lock."""
    reach(here)
    bring_programs(here)
    if not has_cluster(here.data):
        _make_cluster(here)
    _make_socket_folder(here)
    _forget_reused_pid(here)
    _write_configuration(here)
    command = ("pg_ctl", "start", "-D", str(here.data), "-l", str(here.log), "-w", "-t", "60", "-s")
    for attempt in range(5):
        if _run(here, *command, check=False) == 0:
            break
        time.sleep(0.5 * attempt)  # backends of a killed server still hold its shared memory for a moment
    else:
        log = here.log.read_text(errors="replace")[-1500:] if here.log.exists() else ""
        raise EmbeddedPostgresError(f"The local PostgreSQL in {here.data} does not start. Its log ends:\n{log}")
    _make_database(here)
    _watch(here)


# $0: pg_ctl, $1: the data, $2: the descriptor of the users' lock. The subshell outlives the shell, an orphan.
_WATCH = '(flock --exclusive "$2" && exec "$0" stop -D "$1" -m fast -w -t 30) &'


def _watch(here: Place) -> None:
    """Leave a watchman who stops the server when the last user is gone: one that is killed cannot do so itself.

    It waits for the lock that every user shares. Whoever leaves in order was faster, and then there is nothing to stop.
    Without flock(1), which Debian always has, a server whose last user was killed runs until the next command ends.
    """
    if shutil.which("flock") is None:
        return
    users = os.open(_lock_file(here, "users"), os.O_RDWR)
    try:
        subprocess.run(  # noqa: S603 - our own words, as the server's own user
            ["/bin/sh", "-c", _WATCH, str(here.binaries / "pg_ctl"), str(here.data), str(users)],
            cwd="/",
            env={"PATH": "/usr/bin:/bin", "LC_ALL": "C"},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            check=False,
            pass_fds=(users,),
            start_new_session=True,
            **_identity(here),
        )
    finally:
        os.close(users)


def _make_cluster(here: Place) -> None:
    """A new cluster; it gets its name only when complete, so a kill half-way leaves nothing behind."""
    draft = here.data.with_name(here.data.name + ".new")
    shutil.rmtree(draft, ignore_errors=True)
    draft.mkdir(parents=True, mode=0o700)
    os.chown(draft, here.uid, here.gid)
    _run(
        here, "initdb", "-D", str(draft), "-U", SUPERUSER, "--auth=trust", "--encoding=UTF8", "--no-instructions",
        "--locale-provider=builtin", "--locale=C.UTF-8",
    )  # fmt: skip
    with (draft / "postgresql.conf").open("a") as configuration:
        configuration.write("\ninclude_if_exists = 'asgard.conf'\n")
    if here.data.exists():
        here.data.rmdir()  # an empty folder at most: it holds no cluster
    draft.rename(here.data)


def _make_database(here: Place) -> None:
    import psycopg

    with psycopg.connect(
        host=str(here.sockets), port=PORT, user=SUPERUSER, dbname="postgres", autocommit=True
    ) as connection:
        if not connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", [DATABASE]).fetchone():
            connection.execute(f'CREATE DATABASE "{DATABASE}"')


def _write_configuration(here: Place) -> None:
    path = here.data / "asgard.conf"
    path.write_text(CONFIGURATION.format(port=PORT, sockets=str(here.sockets).replace("'", "''")))
    os.chown(path, here.uid, here.gid)


def _make_socket_folder(here: Place) -> None:
    if here.sockets == here.data:
        return
    here.sockets.mkdir(mode=0o700, exist_ok=True)
    if os.geteuid() == 0:
        os.chown(here.sockets, here.uid, here.gid)
    found = here.sockets.lstat()
    if not stat.S_ISDIR(found.st_mode) or found.st_uid != here.uid or found.st_mode & 0o077:
        raise EmbeddedPostgresError(f"{here.sockets} belongs to somebody else; remove it and start again.")


def _forget_reused_pid(here: Place) -> None:
    """Remove a postmaster.pid of before a reboot whose number now belongs to another program.

    PostgreSQL itself removes the file when nobody has that number; it trusts any living process of its own user.
    """
    import psutil

    path = here.data / "postmaster.pid"
    try:
        process = psutil.Process(int(path.read_text().split("\n", 1)[0]))
        ours = process.name() == "postgres" and str(here.data) in process.cmdline()
    except (FileNotFoundError, ValueError, psutil.Error):
        return
    if not ours:
        path.unlink(missing_ok=True)


def _identity(here: Place) -> dict[str, Any]:
    """For subprocess: PostgreSQL's own user, when we are root."""
    return {"user": here.uid, "group": here.gid, "extra_groups": []} if os.geteuid() == 0 else {}


def _run(here: Place, program: str, *arguments: str, check: bool = True) -> int:
    """Run one of PostgreSQL's programs as its user; returns the exit code. Raises EmbeddedPostgresError if `check`."""
    done = subprocess.run(  # noqa: S603 - our own binaries, no shell
        [str(here.binaries / program), *arguments],
        cwd="/",
        env={"PATH": "/usr/bin:/bin", "LC_ALL": "C", "TZ": "UTC"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE if check else subprocess.DEVNULL,  # a server would inherit a pipe and keep it open
        check=False,
        **_identity(here),
    )
    if check and done.returncode:
        raise EmbeddedPostgresError(f"{program} failed: {done.stderr.decode(errors='replace').strip()[-1500:]}")
    return done.returncode


def _lock_file(here: Place, name: str) -> Path:
    here.data.parent.mkdir(parents=True, exist_ok=True)
    return here.data.with_name(f"{here.data.name}.{name}.lock")


@contextmanager
def locked(here: Place, name: str) -> Iterator[None]:
    """Hold an exclusive lock between processes; a killed holder gives it back by dying."""
    descriptor = os.open(_lock_file(here, name), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
    finally:
        os.close(descriptor)
