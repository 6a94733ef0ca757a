"""A toy whose bot ends its process as the kernel does when memory is out, and leaves a line in the file DEATHS.

Only those who ask know it: tests patch the registry with `KNOWN`, workers of tests are started with `toy_workers`.
"""

from __future__ import annotations

import os
import signal
from dataclasses import replace
from pathlib import Path
from typing import Any

from engine.table import registry
from tests.toys import toy


class Killer(toy.ToyBot):
    """Kills its worker at every move."""

    def move(self, desk: Any, rng: Any) -> Any:
        with Path(os.environ["DEATHS"]).open("a") as log:
            log.write(f"{os.getpid()}\n")
        os.kill(os.getpid(), signal.SIGKILL)


GAME = replace(toy.game, bots={**toy.game.bots, "killer": Killer()})
KNOWN = {**registry.games(), GAME.key: GAME}
