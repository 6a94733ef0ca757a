"""A Celery application for tests, `-A tests.ops.production.toy_workers`: the service's own, which plays a toy too.

A bot of the name `killer` ends its process as the kernel does when memory is out, and leaves a line in DEATHS.
"""

from __future__ import annotations

import os
import signal
from dataclasses import replace
from pathlib import Path
from typing import Any

from asgard_pbem.celery import app
from engine.table import registry
from tests.toys import toy

__all__ = ["app"]


class Killer(toy.ToyBot):
    """Kills its worker at every move."""

    def move(self, desk: Any, rng: Any) -> Any:
        with Path(os.environ["DEATHS"]).open("a") as log:
            log.write(f"{os.getpid()}\n")
        os.kill(os.getpid(), signal.SIGKILL)


GAME = replace(toy.game, bots={**toy.game.bots, "killer": Killer()})
KNOWN = {**registry.games(), GAME.key: GAME}
registry.games = lambda: KNOWN  # type: ignore[assignment]  # what the entry points give
