"""The processes of production on this machine: PostgreSQL, a broker, and those of the Compose file by its commands."""

from __future__ import annotations

import os
import pwd
import random
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import IO, TYPE_CHECKING

import psutil
import yaml
from django.db import DatabaseError, connection

from asgard_pbem import env
from asgard_pbem.embedded import postgres
from tests.ops.ports import free_port
from tests.ops.production.test_init import Cluster
from tests.ops.production.test_real_brokers import SCHEMES, RealBroker

if TYPE_CHECKING:
    from tests.ops.production.test_recovery import Copies

ROOT = Path(__file__).resolve().parents[3]
DOMAIN = "in.soak.example"
GRACE_S = 30.0
BROKERS = {"rabbitmq": "amqp", "redis": "redis", "files": ""}


def chosen(wanted: str) -> str:
    """The broker to use: the wanted one, else the first that is installed, else what local play uses."""
    if wanted:
        return wanted
    found = [name for name, scheme in BROKERS.items() if scheme and shutil.which(SCHEMES[scheme])]
    return found[0] if found else "files"


def family(pid: int) -> list[psutil.Process]:
    """The process and all that it has started."""
    try:
        first = psutil.Process(pid)
        return [first, *first.children(recursive=True)]
    except psutil.NoSuchProcess:
        return []


def cpu_s(processes: list[psutil.Process]) -> float:
    """Seconds of CPU that they have used, and those of their children that have ended."""
    found = 0.0
    for one in processes:
        with suppress(psutil.NoSuchProcess):
            times = one.cpu_times()
            found += times.user + times.system + times.children_user + times.children_system
    return found


def kill(processes: list[psutil.Process]) -> int:
    """SIGKILL; how many were there."""
    hit = 0
    for one in processes:
        with suppress(psutil.NoSuchProcess):
            one.kill()
            hit += 1
    psutil.wait_procs(processes, timeout=10)
    return hit


class Database(Cluster):
    """A cluster that may be killed and started again."""

    def postmaster(self) -> int:
        return int((self.folder / "data" / "postmaster.pid").read_text().split()[0])

    def is_up(self) -> bool:
        return (self.folder / "data" / "postmaster.pid").exists() and bool(family(self.postmaster()))

    def again(self) -> None:
        data, log = str(self.folder / "data"), str(self.folder / "log")
        options = f"-p {self.port} -c listen_addresses=127.0.0.1 -c unix_socket_directories={self.folder} -c fsync=off"
        self.program("pg_ctl", "start", "-D", data, "-w", "-o", options, "-l", log)


class Stack:
    """Everything, started again by a watcher half a second after it has died, as Compose does."""

    def __init__(self, broker: str, sink_port: int) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="asgard-soak-"))
        self.folder.chmod(0o711)
        self.scheme = BROKERS[broker]
        self.database = self.server("pg")
        self.broker = RealBroker(self.scheme, self.folder) if self.scheme else None
        self.smtp_port, self.web_port = free_port(), free_port()
        self.variables = {
            "LOCAL_DIR": str(self.folder / "local"),
            "DATABASE_OWNER_URL": self.database.url("asgard_owner", "owners"),
            "DATABASE_URL": self.database.url("asgard_app", "apps"),
            "BROKER_URL": self.broker.url if self.broker else "files://local",
            "EMAIL_URL": f"smtp://127.0.0.1:{sink_port}",
            "SECRET_KEY": "".join(map(chr, range(48, 122))),
            "FERNET_KEYS": env.derived_key("a soak", "fernet"),
            "PUBLIC_URL": f"http://127.0.0.1:{self.web_port}",
            "MAIL_DOMAIN": "soak.example",
            "IN_DOMAIN": DOMAIN,
            "PROMPT_WAITS_S": "1",
            "RECEIPT_WAITS_S": "3",
            **dict.fromkeys(("TABLES_AN_HOUR", "TABLES_WAITING", "TABLES_AT_ONCE"), "1000"),
            **dict.fromkeys(("MAIL_PER_SEAT_HOUR", "MAIL_PER_PERSON_HOUR"), "100000"),
            "LOG_LEVEL": "WARNING",
        }
        self.copies: Copies | None = None  # where they are kept
        self.processes: dict[str, subprocess.Popen[bytes]] = {}
        self.watching, self.lock = threading.Event(), threading.RLock()

    def server(self, name: str) -> Database:
        """One that is not there yet, in a folder of this name."""
        here = postgres.ensure_running(ROOT / ".local" / "pg")  # brings the wheel's programs to where they can be run
        user = pwd.getpwuid(here.uid)
        folder = self.folder / name
        folder.mkdir()
        os.chown(folder, user.pw_uid, user.pw_gid)
        return Database(here.binaries, folder, user)

    def environment(self) -> dict[str, str]:
        return {**{name: value for name, value in os.environ.items() if name not in env.ASKED}, **self.variables}

    def prepare(self) -> None:
        """Server, roles and tables: what is done once."""
        self.database.start()
        done = self.database.init("owners", "apps", "copies")
        assert done.returncode == 0, done.stderr
        Path(self.variables["LOCAL_DIR"]).mkdir()
        self.manage("migrate", "--verbosity=0")

    def manage(self, *words: str, stdin: int | IO[str] = subprocess.DEVNULL) -> str:
        """What a command of manage.py prints; raises where it fails."""
        return subprocess.run(
            [sys.executable, "manage.py", *words], cwd=ROOT, env=self.environment(), check=True, text=True,
            stdin=stdin, stdout=subprocess.PIPE,
        ).stdout  # fmt: skip

    def commands(self) -> dict[str, list[str]]:
        """Those of deploy/compose.yaml, with fewer processes each and ports of our own."""
        services = yaml.safe_load((ROOT / "deploy" / "compose.yaml").read_text())["services"]
        names = ("worker-in", "worker-out", "worker-clock", "worker-bots", "beat", "inbound")
        found = {name: [str(word) for word in services[name]["command"]] for name in names}
        small = {"--concurrency=4": "--concurrency=2", "--port=2525": f"--port={self.smtp_port}",
                 "--host=0.0.0.0": "--host=127.0.0.1", "--loglevel=INFO": "--loglevel=WARNING"}  # fmt: skip
        found = {name: [small.get(word, word) for word in words] for name, words in found.items()}
        web = f"gunicorn asgard_pbem.serving.wsgi --workers=1 --threads=4 --bind=127.0.0.1:{self.web_port}"
        return {**found, "web": web.split()}

    def start(self) -> None:
        if self.broker:
            self.broker.start()
        for name in self.commands():
            self.begin(name)
        self.watching.clear()
        threading.Thread(target=self._watch, name="watcher", daemon=True).start()

    def begin(self, name: str) -> None:
        program, *words = self.commands()[name]
        command = [sys.executable, *words] if program == "python" else [sys.executable, "-m", program, *words]
        with (self.folder / f"{name}.log").open("ab") as log:
            self.processes[name] = subprocess.Popen(
                command, cwd=ROOT, env=self.environment(), stdout=log, stderr=log, start_new_session=True
            )

    def _watch(self) -> None:
        while not self.watching.wait(0.5):
            with self.lock:
                if self.watching.is_set():  # it has stopped while this waited for the lock
                    return
                for name, process in list(self.processes.items()):
                    if process.poll() is not None:
                        self.begin(name)
                with suppress(OSError, subprocess.CalledProcessError, AssertionError):
                    if not self.database.is_up():
                        self.database.again()
                    if self.broker and (self.broker.process is None or self.broker.process.poll() is not None):
                        self.broker.start()

    def workers(self) -> list[psutil.Process]:
        """The workers with their children and those that read mails for them."""
        names = [name for name in self.processes if name.startswith("worker")]
        return [one for name in names for one in family(self.processes[name].pid)]

    def end(self) -> None:
        """All but the database, as Compose stops it: who has not ended in time is killed."""
        self.watching.set()
        with self.lock:
            for process in self.processes.values():
                process.terminate()
            for process in self.processes.values():
                with suppress(subprocess.TimeoutExpired):
                    process.wait(GRACE_S)
                kill(family(process.pid))
            self.processes.clear()
            if self.broker:
                self.broker.end()

    def stop(self) -> None:
        self.watching.set()
        with self.lock:
            for process in self.processes.values():
                kill(family(process.pid))
                process.wait(10)
            if self.broker:
                self.broker.end()
            if self.copies:
                self.copies.end()
            with suppress(subprocess.CalledProcessError):
                self.database.stop()

    def forget(self) -> None:
        shutil.rmtree(self.folder, ignore_errors=True)

    # --- Kills ---------------

    def kinds(self, whim: random.Random) -> dict[str, tuple[int, Callable[[], int]]]:
        """What may be killed: how likely against the others, and by what. Each says how many processes it hit."""
        workers = [name for name in self.processes if name.startswith("worker")]
        return {
            "a worker and its children": (6, lambda: self._group(whim.choice(workers))),
            "a worker's child": (6, lambda: self._child(whim.choice(workers), whim)),
            "a worker alone": (3, lambda: self._alone(whim.choice(workers))),
            "the listener": (4, lambda: self._group("inbound")),
            "beat": (1, lambda: self._group("beat")),
            "web": (1, lambda: self._group("web")),
            "a session of PostgreSQL": (3, lambda: self._session(whim)),
            "PostgreSQL": (2, lambda: kill(family(self.database.postmaster()))),
            **({"the broker": (3, self._broker)} if self.broker else {}),
        }

    def _group(self, name: str) -> int:
        return kill(family(self.processes[name].pid))

    def _alone(self, name: str) -> int:
        return kill(family(self.processes[name].pid)[:1])

    def _child(self, name: str, whim: random.Random) -> int:
        children = family(self.processes[name].pid)[1:]
        return kill([whim.choice(children)]) if children else 0

    def _session(self, whim: random.Random) -> int:
        def is_session(one: psutil.Process) -> bool:
            with suppress(psutil.NoSuchProcess):
                return "asgard_app" in " ".join(one.cmdline())
            return False

        found = [one for one in family(self.database.postmaster()) if is_session(one)]
        return kill([whim.choice(found)]) if found else 0

    def _broker(self) -> int:
        assert self.broker is not None
        number = len(self.broker.family())
        self.broker.kill()
        return number


def until(done: Callable[[], bool], seconds: float, pause_s: float = 1.0) -> bool:
    """Whether it came to be so in time. What cannot be asked just now is not so."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        try:
            if done():
                return True
        except DatabaseError:  # it was away, and this session with it
            connection.close()
        time.sleep(pause_s)
    return False
