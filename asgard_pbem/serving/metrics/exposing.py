"""Where the figures are told: `/metrics` of web, and METRICS_PORT of every other process that stays.

Children of gunicorn and of Celery count into files of one folder, which whoever of them is asked adds up. Files of
processes that ended before this service was started are taken away; those of its own that ended are kept, for a sum
must not fall while the service runs.
"""

from __future__ import annotations

import hmac
import logging
import os
import re
from pathlib import Path

import psutil
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from prometheus_client import REGISTRY, CollectorRegistry, generate_latest, start_http_server
from prometheus_client.exposition import CONTENT_TYPE_LATEST
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector

from asgard_pbem.serving.metrics.gauges import Gauges

_log = logging.getLogger(__name__)
_FILE = re.compile(r"_(\d+)\.db$")
_gauges = Gauges()


@never_cache
@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    """All figures, to whoever shows METRICS_TOKEN as a bearer's; 404 to everybody else, and without a token at all."""
    token = settings.METRICS_TOKEN
    shown = request.headers.get("Authorization", "").removeprefix("Bearer ").strip()
    if not token or not hmac.compare_digest(shown.encode(), token.encode()):
        raise Http404
    return HttpResponse(generate_latest(registry(_gauges)), content_type=CONTENT_TYPE_LATEST)


def registry(*more: Collector) -> CollectorRegistry:
    """What the processes of this service counted, and `more`."""
    made = CollectorRegistry()
    if os.environ.get("PROMETHEUS_MULTIPROC_DIR"):
        MultiProcessCollector(made)  # type: ignore[no-untyped-call]  # comes without types
    else:
        made.register(_Own())
    for one in more:
        made.register(one)
    return made


class _Own(Collector):
    """What this process alone counted: where no folder is shared."""

    def collect(self):  # type: ignore[no-untyped-def]  # prometheus_client's own
        return REGISTRY.collect()

    def describe(self):  # type: ignore[no-untyped-def]  # see above
        return []


def serve() -> None:
    """Tell the figures of this process and its children at METRICS_PORT, from a thread; nothing where none is set.

    A port that is taken is said in the log and no more: a service that cannot be watched goes on.
    """
    if not settings.METRICS_PORT:
        return
    tidy(os.getpid())
    try:
        start_http_server(settings.METRICS_PORT, settings.METRICS_HOST, registry())
    except OSError as why:
        _log.error("METRICS_PORT %s is not to be had: %s", settings.METRICS_PORT, why.strerror)


def tidy(leader: int) -> None:
    """Take away what processes left that ended before the process `leader` began."""
    folder = os.environ.get("PROMETHEUS_MULTIPROC_DIR")
    if not folder:
        return
    began = psutil.Process(leader).create_time()
    for file in Path(folder).iterdir():
        found = _FILE.search(file.name)
        try:
            if found and file.stat().st_mtime < began - 1 and not psutil.pid_exists(int(found[1])):
                file.unlink(missing_ok=True)
        except FileNotFoundError:  # another child tidies as well
            continue
