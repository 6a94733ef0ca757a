"""A finished game of each kind, to be looked at before one has played: a recorded log, imported like any other.

Bots played them, and none was played for a person: so the first page that a stranger opens can show a whole game.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Container
from functools import cache
from pathlib import Path
from typing import Final
from uuid import UUID

from asgard_pbem.tables.models import Game
from asgard_pbem.tables.reading import logfile
from engine.table import registry

FOLDER: Final = Path(__file__).resolve().parents[2] / "samples"
LINE_BYTES: Final = 1000  # the first line of a log names its game


@cache
def ids() -> dict[str, UUID]:
    """Key -> id of the sample, of every installed game that has one."""
    return {key: _id(path) for key in registry.games() if (path := _path(key)) is not None}


def here() -> dict[str, Game]:
    """Key -> its sample, of those that are in the store."""
    wanted = ids()
    found = {game.pk: game for game in Game.objects.filter(pk__in=wanted.values())}
    return {key: found[name] for key, name in wanted.items() if name in found}


def bring_one(wanted: Container[str] | None = None) -> str:
    """Import a sample (of the `wanted` games; None: of any) that is not here yet. Returns the key of its game; empty
    when all are here.

    One at a time: each takes some seconds, and other work waits for the same workers.
    """
    present = here()
    key = next((key for key in ids() if key not in present and (wanted is None or key in wanted)), "")
    if key:
        path = _path(key)
        assert path is not None
        logfile.load(gzip.decompress(path.read_bytes()))
    return key


def _path(key: str) -> Path | None:
    own = registry.game(key).sample  # of a package outside this tree
    path = own if own is not None else FOLDER / f"{key}.log.gz"
    return path if path.exists() else None


def _id(path: Path) -> UUID:
    with gzip.open(path) as file:
        return UUID(json.loads(file.readline(LINE_BYTES))["game"])
