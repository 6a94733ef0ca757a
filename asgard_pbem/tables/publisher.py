"""Hands tasks to the broker from a thread of its own, so that nobody ever waits for a broker that does not answer.

Why not time-outs alone: each step of a connection has its own (the name, the socket, every line of the greeting), they
add up, and resolving a name has none. Here whoever tells waits `PATIENCE_S` at most, once in `PAUSE_S`, whatever hangs.
What is not told the sweep finds by the rows, so nothing depends on the answer.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from queue import SimpleQueue
from typing import Any

from celery import current_app

from asgard_pbem.serving.processes import OfProcess

PATIENCE_S = 0.25  # a healthy broker takes a task in some milliseconds
PAUSE_S = 2.0  # after a failure nobody asks again so soon
SOCKET_S = 2.0  # for the thread itself: after this it gives up what hangs and can try anew

Task = tuple[str, tuple[str, ...], float]  # its name, its arguments, in how many seconds a worker is to begin
_log = logging.getLogger(__name__)


class Link:
    """One connection to the broker, kept; used by one thread. `url`: None for the configured broker."""

    def __init__(self, url: str | None = None) -> None:
        self.url = url
        self.producer: Any = None  # kombu's, whose types say little

    def load(self) -> None:
        """Load what speaks to such a broker; asks nobody.

        In a process that has just begun that takes as long as an answer is waited for: a mail that came by the pipe
        waited for the sweep, because a broker in order "did not answer".
        """
        current_app.connection_for_write(self.url)

    def publish(self, task: Task) -> None:
        """Hand over one task. A kept connection that turns out dead (the broker was restarted) is made anew once."""
        kept = self.producer is not None
        try:
            self._send(task)
        except Exception:
            self.drop()
            if not kept:
                raise
            self._send(task)

    def drop(self) -> None:
        """Forget the connection without the good-bye, which a dead one would hang on."""
        producer, self.producer = self.producer, None
        if producer is not None:
            with suppress(Exception):
                producer.connection.collect()

    def _send(self, task: Task) -> None:
        if self.producer is None:
            link = current_app.connection_for_write(
                self.url, connect_timeout=SOCKET_S, transport_options=_options(self.url)
            )
            self.producer = current_app.amqp.Producer(link, auto_declare=False)
        name, arguments, after = task
        current_app.send_task(
            name, arguments, producer=self.producer, retry=False, ignore_result=True, countdown=after or None
        )


def _options(url: str | None) -> dict[str, Any]:
    """The broker's options with time-outs fit for publishing; a worker that waits for tasks needs others."""
    scheme = (url or current_app.conf.broker_url or "").partition("://")[0]
    bounds: dict[str, Any] = {}
    if scheme.startswith("redis"):
        bounds = {"socket_timeout": SOCKET_S, "socket_connect_timeout": SOCKET_S}
    elif scheme.startswith(("amqp", "pyamqp")):
        bounds = {"read_timeout": SOCKET_S, "write_timeout": SOCKET_S}
    return {**current_app.conf.broker_transport_options, **bounds, "max_retries": 0}


class Publisher:
    """`tell` gives one task to the thread, which `publish`es them one after the other."""

    def __init__(self, link: Any = None, *, clock: Callable[[], float] = time.monotonic) -> None:
        self.link, self.clock = link or Link(), clock
        self.waiting: SimpleQueue[tuple[Task, Future[bool]]] = SimpleQueue()
        self.not_before = 0.0  # on `clock`
        self.starting = threading.Lock()
        self.thread: threading.Thread | None = None

    def tell(self, name: str, *arguments: str, after: float = 0) -> bool:
        """True when the broker has the task. False after at most PATIENCE_S, and at once while the broker is away."""
        if self.clock() < self.not_before:
            return False
        answer: Future[bool] = Future()
        try:
            self._start()
            self.waiting.put(((name, arguments, after), answer))
            return answer.result(PATIENCE_S)
        except TimeoutError:
            self._pause(f"the broker does not answer for {name}")
        except RuntimeError as why:  # the machine gives no more threads
            self._pause(f"nobody tells the broker of {name}: {why}")
        return False

    def _start(self) -> None:
        with self.starting:
            if self.thread is None:
                with suppress(Exception):  # what cannot be loaded fails once more where it is used, and is told there
                    self.link.load()
                thread = threading.Thread(target=self._run, name="publisher", daemon=True)
                thread.start()
                self.thread = thread

    def _run(self) -> None:
        while True:
            task, answer = self.waiting.get()
            answer.set_result(self._publish(task))

    def _publish(self, task: Task) -> bool:
        try:
            self.link.publish(task)
        except Exception as why:  # noqa: BLE001 - whatever a broker's client raises, the row says what is due
            self._pause(f"the broker does not take {task[0]}: {type(why).__name__}")
            return False
        self.not_before = 0.0
        return True

    def _pause(self, why: str) -> None:
        self.not_before = self.clock() + PAUSE_S
        _log.warning("%s; the sweep will repeat it", why)


_here = OfProcess(Publisher)


def tell(name: str, *arguments: str, after: float = 0) -> bool:
    """Tell this process's broker of one task; see `Publisher.tell`."""
    return _here.own.tell(name, *arguments, after=after)
