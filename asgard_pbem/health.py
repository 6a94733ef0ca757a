"""Liveness and readiness for whoever watches the processes."""

from celery import current_app
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from kombu.exceptions import OperationalError


@never_cache
@require_safe
def healthz(request: HttpRequest) -> HttpResponse:
    """200 while the process answers at all; touches nothing else."""
    return HttpResponse("ok\n", content_type="text/plain")


@never_cache
@require_safe
def readyz(request: HttpRequest) -> HttpResponse:
    """200 when the database answers with every migration applied and the broker takes connections, else 503."""
    checks = {"database": _database(), "broker": _broker()}
    return JsonResponse(checks, status=200 if set(checks.values()) == {"ok"} else 503)


def _database() -> str:
    """`ok`, `down`, or `unmigrated`."""
    try:
        executor = MigrationExecutor(connection)
        pending = executor.migration_plan(executor.loader.graph.leaf_nodes())
    except DatabaseError:
        return "down"
    return "unmigrated" if pending else "ok"


def _broker() -> str:
    """`ok` or `down`; one attempt of at most two seconds."""
    try:
        with current_app.connection_for_write(connect_timeout=2) as link:
            link.ensure_connection(max_retries=1, interval_start=0, interval_step=0, timeout=2)
    except (OSError, OperationalError):
        return "down"
    return "ok"
