"""Keeps the processes of embedded mode running: web, worker, beat and the SMTP listener.

Each child has a session of its own, so a Ctrl-C in the terminal reaches the supervisor alone, which then ends them in
order with all that they started. Should the supervisor be killed, the kernel tells the children to end.
"""

import ctypes
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO

import psutil

GRACE_S = 8.0  # for a child to end by itself after SIGTERM
RESTARTS = 3  # within RESTART_WINDOW_S, then everything stops
RESTART_WINDOW_S = 60.0
PR_SET_PDEATHSIG = 1  # prctl(2)


class ChildFailedError(RuntimeError):
    """A process ends again and again; the message says which, and the last lines of its log."""


@dataclass
class Child:
    """One process to keep running; `ready` tells when it does its work."""

    name: str
    command: list[str]
    log: Path
    ready: Callable[[], bool]
    end_signal: signal.Signals = signal.SIGTERM
    sockets: Sequence[socket.socket] = ()  # that it is given, under their own numbers
    process: subprocess.Popen[bytes] | None = None
    ended_at: list[float] = field(default_factory=list)  # monotonic seconds

    def start(self, environment: Mapping[str, str]) -> None:
        self.log.parent.mkdir(parents=True, exist_ok=True)
        with self.log.open("ab" if self.ended_at else "wb") as output:  # why it has ended is what is looked for then
            self.process = subprocess.Popen(  # noqa: S603 - our own commands, no shell
                self.command,
                env=dict(environment),
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
                pass_fds=[one.fileno() for one in self.sockets],
                preexec_fn=end_with_parent if sys.platform == "linux" else None,  # noqa: PLW1509 - before threads
            )

    def running(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def end(self) -> str:
        """How it ended: the signal, or the status with which it left."""
        status = self.process.returncode if self.process is not None else 0
        return signal.Signals(-status).name if status < 0 else f"status {status}"

    def last_lines(self) -> str:
        return "\n".join(self.log.read_text(errors="replace").splitlines()[-8:]) if self.log.exists() else ""


def end_with_parent() -> None:
    """Runs in the child before it becomes the program: SIGTERM when the supervisor dies."""
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGTERM)


class Supervisor:
    """Starts children, watches them until somebody asks to stop, and ends them and all their descendants."""

    def __init__(self, children: list[Child], environment: Mapping[str, str], say: Callable[[str], None]) -> None:
        self.children, self.environment, self.say = children, environment, say
        self.stopping = threading.Event()
        self.impatient = False

    def listen_to_signals(self) -> None:
        for name in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(name, self._asked_to_stop)

    def _asked_to_stop(self, *_: object) -> None:
        self.impatient = self.stopping.is_set()  # asked twice: do not wait
        self.stopping.set()

    def start(self, *, timeout_s: float = 60.0) -> None:
        """Start all and return when all do their work, or when asked to stop. Raises ChildFailedError."""
        for child in self.children:
            child.start(self.environment)
        deadline = time.monotonic() + timeout_s
        waiting = list(self.children)
        while waiting and not self.stopping.wait(0.05):
            self.revive()
            for child in [child for child in waiting if child.ready()]:
                waiting.remove(child)
                self.say(f"{child.name} runs")
            if time.monotonic() > deadline:
                raise ChildFailedError(f"{waiting[0].name} does not get ready:\n{waiting[0].last_lines()}")

    def watch(self) -> None:
        """Returns when asked to stop. Raises ChildFailedError."""
        while not self.stopping.wait(0.3):
            self.revive()

    def revive(self) -> None:
        """Start again what has ended. Raises ChildFailedError for a child that ends all the time."""
        for child in self.children:
            if child.running():
                continue
            now = time.monotonic()
            child.ended_at = [then for then in child.ended_at if now - then < RESTART_WINDOW_S] + [now]
            if len(child.ended_at) > RESTARTS:
                raise ChildFailedError(f"{child.name} ends again and again. Its log ends:\n{child.last_lines()}")
            self.say(f"{child.name} ended unexpectedly ({child.end()}); starting it again")
            child.start(self.environment)

    def stop(self) -> None:
        """End every child and whatever it started: asked first, after a while or a second Ctrl-C made to."""
        family = _with_descendants([child.process.pid for child in self.children if child.process is not None])
        for child in reversed(self.children):
            if child.process is not None and child.running():
                child.process.send_signal(child.end_signal)
        deadline = time.monotonic() + GRACE_S
        alive = family
        while alive and time.monotonic() < deadline and not self.impatient:
            _gone, alive = psutil.wait_procs(alive, timeout=0.1)
        for process in alive:
            try:
                process.kill()
            except psutil.NoSuchProcess:
                continue
        psutil.wait_procs(alive, timeout=3)
        for child in self.children:
            if child.process is not None:
                child.process.wait(timeout=3)


def _with_descendants(pids: list[int]) -> list[psutil.Process]:
    """The processes of these ids that live, and all that they started."""
    found = []
    for pid in pids:
        try:
            process = psutil.Process(pid)
            found += [*process.children(recursive=True), process]
        except psutil.NoSuchProcess:
            continue
    return found


def sole(path: Path) -> BinaryIO | None:
    """An open, locked file as long as this is the only supervisor of the checkout; None when another one runs."""
    import fcntl

    path.parent.mkdir(parents=True, exist_ok=True)
    handle = path.open("a+b")
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        handle.close()
        return None
    return handle


def python(*arguments: str) -> list[str]:
    """A command of the interpreter that runs this."""
    return [sys.executable, *arguments]


def environment(**more: str) -> dict[str, str]:
    """The present environment and `more`, with output that is written at once."""
    return {**os.environ, "PYTHONUNBUFFERED": "1", **more}
