"""A Celery application for tests, `-A tests.ops.production.toy_workers`: the service's own, which plays a toy too.

Never imported by tests: what it changes holds for the process.
"""

from asgard_pbem.celery import app
from engine.table import registry
from tests.toys.killer import KNOWN

__all__ = ["app"]
registry.games = lambda: KNOWN  # type: ignore[assignment]  # what the entry points give
