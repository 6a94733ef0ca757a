"""Where the figures are told: `/metrics` of web, and METRICS_PORT of every other process that stays.

Children of gunicorn and of Celery count into files of one folder, which whoever of them is asked adds up. Files of
processes that ended before this service was started are taken away; what those of its own counted that ended is kept,
for a sum must not fall while the service runs, and added up into one file, for children come and go for years.
"""

from __future__ import annotations

import fcntl
import hmac
import logging
import os
import re
from collections import Counter
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Final

import psutil
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from prometheus_client import REGISTRY, CollectorRegistry, generate_latest, start_http_server
from prometheus_client.exposition import CONTENT_TYPE_LATEST
from prometheus_client.metrics_core import Metric
from prometheus_client.mmap_dict import MmapedDict
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector

from asgard_pbem.serving.metrics.files import Roomy
from asgard_pbem.serving.metrics.gauges import Gauges

_log = logging.getLogger(__name__)
_FILE = re.compile(r"^(counter|histogram)_(\d+)\.db$")
_ENDED: Final = 0  # stands for all that ended in the name of their file; no process has this number
MOST_ENDED: Final = 50  # files of children that ended, before they are added up
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
    if folder := os.environ.get("PROMETHEUS_MULTIPROC_DIR"):
        made.register(_Shared(Path(folder)))
    else:
        made.register(_Own())
    for one in more:
        made.register(one)
    return made


class _Shared(Collector):
    """What all processes of this service counted, as their files have it; one at a time reads these and adds up."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def collect(self) -> Iterable[Metric]:
        with (self.folder / "lock").open("ab") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            add_up(self.folder)
            found: Iterable[Metric] = MultiProcessCollector(None, str(self.folder)).collect()  # type: ignore[no-untyped-call]
            return found

    def describe(self) -> Iterable[Metric]:
        """Nothing, so that registering reads no file."""
        return []


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


def add_up(folder: Path) -> None:
    """Put what ended children counted into one file of each kind, once there are many."""
    ended: dict[str, list[Path]] = {}
    for file in folder.iterdir():
        found = _FILE.match(file.name)
        if found and int(found[2]) != _ENDED and not psutil.pid_exists(int(found[2])):
            ended.setdefault(found[1], []).append(file)
    for kind, files in ended.items():
        if len(files) > MOST_ENDED:
            with suppress(OSError):  # no room: they stay as they are
                _put_together(folder / f"{kind}_{_ENDED}.db", files)


def _put_together(sums: Path, files: list[Path]) -> None:
    total: Counter[str] = Counter()
    for file in [*files, *([sums] if sums.exists() else [])]:
        for key, value, _, _ in MmapedDict.read_all_values_from_file(str(file)):  # type: ignore[no-untyped-call]
            total[key] += value
    new = sums.with_suffix(".new")
    new.unlink(missing_ok=True)
    written = Roomy(str(new))
    for key, count in total.items():
        written.write_value(key, count, 0.0)  # type: ignore[no-untyped-call]
    written.close()  # type: ignore[no-untyped-call]
    new.replace(sums)
    for file in files:
        file.unlink(missing_ok=True)


def tidy(leader: int) -> None:
    """Take away what processes left that ended before the process `leader` began."""
    folder = os.environ.get("PROMETHEUS_MULTIPROC_DIR")
    if not folder:
        return
    began = psutil.Process(leader).create_time()
    for file in Path(folder).iterdir():
        found = _FILE.match(file.name)
        try:
            if found and file.stat().st_mtime < began - 1 and not psutil.pid_exists(int(found[2])):
                file.unlink(missing_ok=True)
        except FileNotFoundError:  # another child tidies as well
            continue
