"""Liveness and readiness for whoever watches the processes."""

from __future__ import annotations

import shutil
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from datetime import datetime, timedelta

from amqp.exceptions import AMQPError
from celery import current_app
from django.conf import settings
from django.db import DatabaseError, connection, transaction
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from kombu.exceptions import OperationalError
from psycopg.errors import ConnectionTimeout, DiskFull, QueryCanceled

from asgard_pbem.serving.metrics import workers
from asgard_pbem.tables.guards import clocks, pulse

PATIENCE_S = 1.8  # for all looks together: a frozen database never answers, and whoever asks gives up after 4 or 5
SLOW_S = 0.7  # a healthy database answers in some milliseconds
NEEDED = ("database", "broker", "disk")
GOOD = {"ok", "slow"}
LATE = timedelta(minutes=1)
KINDS = {QueryCanceled: "slow", ConnectionTimeout: "frozen"}  # all other errors: down
ROOM_BYTES = 64 * 1024 * 1024
WRITES_EVERY = timedelta(seconds=10)  # a row of a few bytes: enough to see that one can be written
KEPT_S = 1.0  # the page is public: however often it is asked, this often is looked
INSIDE = {"127.0.0.1", "localhost", "[::1]"}


@never_cache
@require_safe
def healthz(request: HttpRequest) -> HttpResponse:
    """200 while the process answers at all; touches nothing else."""
    return HttpResponse("ok\n", content_type="text/plain")


class AskedFromInside:
    """Answers `/healthz` to this machine itself, by whatever name: a container's own check knows no public one.

    Every other page, and every other host, stays with ALLOWED_HOSTS. Stands before what asks for the host.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.path == "/healthz" and _name(request) in INSIDE:
            return healthz(request)
        return self.get_response(request)


def _name(request: HttpRequest) -> str:
    """The host that was asked for, without its port; not checked."""
    host = str(request.META.get("HTTP_HOST", ""))
    return host if host.endswith("]") else host.rpartition(":")[0] or host


@never_cache
@require_safe
def readyz(request: HttpRequest) -> HttpResponse:
    """200 when this process can do its work, else 503; a word for each part. After PATIENCE_S at most.

    NEEDED parts decide. Beat and workers are told only: were web taken out of the way because they are gone, pages
    would be gone as well. What was seen a moment ago is not looked at again.
    """
    checks = ready.now()
    well = all(checks[part] in GOOD for part in NEEDED if part in checks)
    return JsonResponse(checks, status=200 if well else 503)


def database() -> Iterator[str]:
    """`ok`, `slow`, `down`, `unmigrated`; `frozen` as long as it has said nothing at all.

    A slow one still answers people, and taking web away from it would make it no faster.
    """
    began = time.monotonic()
    yield "frozen"
    try:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SET LOCAL statement_timeout = '1500ms'")  # of this transaction: a pool lends the session on
            yield "slow"  # from here on: it has answered
            executor = MigrationExecutor(connection)
            pending = executor.migration_plan(executor.loader.graph.leaf_nodes())
    except DatabaseError as why:
        yield next((word for kind, word in KINDS.items() if isinstance(why.__cause__, kind)), "down")
        return
    if pending:
        yield "unmigrated"
    else:
        yield "slow" if time.monotonic() - began > SLOW_S else "ok"


def disk() -> str:
    """`full` when this machine has no room left, or the database has none to write a row."""
    try:
        if shutil.disk_usage(settings.LOCAL_DIR).free < ROOM_BYTES:
            return "full"
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SET LOCAL statement_timeout = '1500ms'")
            pulse.turn("disk", WRITES_EVERY)
    except DatabaseError as why:
        return "full" if isinstance(why.__cause__, DiskFull) else "unknown"
    return "ok"


def beat() -> str:
    """`ok`, `late` when it has not said for a minute that it lives, `never`."""
    return _alive([pulse.last("beat")])


def at_work() -> str:
    """`ok`, or the worst of the queues for which somebody should work: `late`, `never`."""
    return _alive([pulse.last(workers.sign_of(queue)) for queue in workers.queues()])


def _alive(said: list[datetime | None]) -> str:
    if None in said:
        return "never"
    now = clocks.now()  # they are noted by the database's hour
    return "ok" if all(one and now - one < LATE for one in said) else "late"


def broker() -> str:
    """`ok`; `down`, or it does not let us in; one attempt of at most two seconds."""
    try:
        with current_app.connection_for_write(connect_timeout=2) as link:
            link.ensure_connection(max_retries=0, timeout=2)
    except (OSError, OperationalError, AMQPError):
        return "down"
    return "ok"


class Look:
    """One thing to look at, in a thread of its own, of which there is never a second at the same time."""

    def __init__(self, look: Callable[[], str | Iterator[str]]) -> None:
        self.look, self.lock = look, threading.Lock()
        self.so_far = "down"
        self.thread: threading.Thread | None = None
        self.said, self.said_at = "down", float("-inf")

    def begin(self) -> None:
        """Look, unless somebody just did or is at it."""
        with self.lock:
            busy = self.thread is not None and self.thread.is_alive()
            if not busy and time.monotonic() - self.said_at > KEPT_S:
                self.so_far = "down"
                self.thread = threading.Thread(target=self._run, name="readiness", daemon=True)
                self.thread.start()

    def answer(self, patience_s: float) -> str:
        """What was seen; when the look takes longer, what it has come to, which is `down` where it does not tell."""
        if self.thread is not None:
            self.thread.join(patience_s)
            if self.thread.is_alive():
                return self.so_far
        return self.said

    def _run(self) -> None:
        try:
            found = self.look()
            for word in [found] if isinstance(found, str) else found:
                self.so_far = word
            self.said = self.so_far
        except DatabaseError:
            self.said = "unknown"  # `database` says why
        except Exception as why:  # noqa: BLE001 - a thread's death would tell nobody; what fails in whatever way is not ready
            self.said = type(why).__name__
        finally:
            self.said_at = time.monotonic()
            connection.close()  # this thread's own


class Looks:
    """Several looks at once."""

    def __init__(self, looks: Mapping[str, Callable[[], str | Iterator[str]]]) -> None:
        self.looks = {name: Look(look) for name, look in looks.items()}

    def now(self) -> dict[str, str]:
        """What each says, after PATIENCE_S at most."""
        for look in self.looks.values():
            look.begin()
        until = time.monotonic() + PATIENCE_S
        return {name: look.answer(max(0.0, until - time.monotonic())) for name, look in self.looks.items()}


LOOKS: dict[str, Callable[[], str | Iterator[str]]] = {
    "database": database, "broker": broker, "disk": disk, "beat": beat, "workers": at_work,
}  # fmt: skip
ready = Looks(LOOKS)
