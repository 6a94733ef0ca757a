"""Liveness and readiness for whoever watches the processes."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping

from celery import current_app
from django.db import DatabaseError, connection, transaction
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from kombu.exceptions import OperationalError

PATIENCE_S = 2.5  # for all looks together: a frozen database never answers, and whoever asks gives up after 4 or 5
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
    """200 when the database answers with every migration applied and the broker takes connections, else 503.

    After PATIENCE_S at most. What was seen a moment ago is not looked at again.
    """
    checks = ready.now()
    return JsonResponse(checks, status=200 if set(checks.values()) == {"ok"} else 503)


def database() -> str:
    """`ok`, `down`, or `unmigrated`."""
    try:
        with transaction.atomic():
            with connection.cursor() as cursor:
                cursor.execute("SET LOCAL statement_timeout = '2s'")  # of this transaction: a pool lends the session on
            executor = MigrationExecutor(connection)
            pending = executor.migration_plan(executor.loader.graph.leaf_nodes())
    except DatabaseError:
        return "down"
    return "unmigrated" if pending else "ok"


def broker() -> str:
    """`ok` or `down`; one attempt of at most two seconds."""
    try:
        with current_app.connection_for_write(connect_timeout=2) as link:
            link.ensure_connection(max_retries=0, timeout=2)
    except (OSError, OperationalError):
        return "down"
    return "ok"


class Look:
    """One thing to look at, in a thread of its own, of which there is never a second at the same time."""

    def __init__(self, look: Callable[[], str]) -> None:
        self.look, self.lock = look, threading.Lock()
        self.thread: threading.Thread | None = None
        self.said, self.said_at = "down", float("-inf")

    def begin(self) -> None:
        """Look, unless somebody just did or is at it."""
        with self.lock:
            busy = self.thread is not None and self.thread.is_alive()
            if not busy and time.monotonic() - self.said_at > KEPT_S:
                self.thread = threading.Thread(target=self._run, name="readiness", daemon=True)
                self.thread.start()

    def answer(self, patience_s: float) -> str:
        """What was seen; `down` when the look takes longer than that."""
        if self.thread is not None:
            self.thread.join(patience_s)
            if self.thread.is_alive():
                return "down"
        return self.said

    def _run(self) -> None:
        try:
            self.said = self.look()
        except Exception as why:  # noqa: BLE001 - a thread's death would tell nobody; what fails in whatever way is not ready
            self.said = type(why).__name__
        finally:
            self.said_at = time.monotonic()
            connection.close()  # this thread's own


class Looks:
    """Several looks at once."""

    def __init__(self, looks: Mapping[str, Callable[[], str]]) -> None:
        self.looks = {name: Look(look) for name, look in looks.items()}

    def now(self) -> dict[str, str]:
        """What each says, after PATIENCE_S at most."""
        for look in self.looks.values():
            look.begin()
        until = time.monotonic() + PATIENCE_S
        return {name: look.answer(max(0.0, until - time.monotonic())) for name, look in self.looks.items()}


ready = Looks({"database": database, "broker": broker})
