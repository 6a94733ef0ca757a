"""The workers of local play: those of production, of one copy of the program.

Started one by one, four workers of one process each take 450 MB and 8 s of two cores; forked from one process that has
loaded everything, and two queues that hardly ever work at once on a laptop served by one of them, 240 MB and 5 s. One
worker for all four queues would take 140 MB, and a relay that hangs would keep it from reading. Each keeps a process
for its tasks beside the one that hands them out: only such a process can be stopped when a task takes too long.
"""

from __future__ import annotations

import logging
import os
import signal
import sys
from contextlib import suppress

import django

from asgard_pbem.embedded.running.supervisor import end_with_parent

_log = logging.getLogger(__name__)
TOGETHER = ("in,clock", "out", "bots")  # reading waits behind a look at the clock, some milliseconds here
OPTIONS = ("--loglevel=INFO", "--concurrency=1", "--without-gossip", "--without-mingle", "--without-heartbeat")


def run() -> int:
    """Fork the workers and wait. When one ends all end, and whoever has started us starts us again."""
    from asgard_pbem.celery import app
    from asgard_pbem.serving.memory import settle

    app.loader.import_default_modules()
    app.finalize()
    settle()
    os.environ["CELERY_SKIP_CHECKS"] = "1"  # each would look through all models again
    workers = [_forked(queues) for queues in TOGETHER]

    def pass_on(number: int, _: object) -> None:
        for worker in workers:
            with suppress(ProcessLookupError):
                os.kill(worker, number)

    for number in (signal.SIGTERM, signal.SIGQUIT, signal.SIGINT):
        signal.signal(number, pass_on)
    _, ended = os.wait()
    pass_on(signal.SIGQUIT, None)
    with suppress(ChildProcessError):
        while True:
            os.wait()
    return os.waitstatus_to_exitcode(ended)


def _forked(queues: str) -> int:
    """The id of a new process that is a worker of these queues."""
    worker = os.fork()
    if worker:
        return worker
    try:
        end_with_parent()
        from asgard_pbem.celery import app

        app.worker_main(["--quiet", "worker", "-Q", queues, "-n", f"{queues.replace(',', '-')}@%h", *OPTIONS])
    except Exception:  # noqa: BLE001 - whatever it is: their log is where somebody looks for it
        _log.exception("a worker of %s ends", queues)
    finally:
        os._exit(1)  # never on into what the parent does


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "asgard_pbem.settings")
    django.setup()
    sys.exit(run())
