"""Component data: TOML beside a game's code, read once, known by its digest."""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files
from typing import Any, TypeVar

T = TypeVar("T")


@cache
def component_bytes(package: str, name: str = "components.toml") -> bytes:
    """A data file of a package, as it lies there."""
    return files(package).joinpath(name).read_bytes()


@cache
def components(package: str, name: str = "components.toml") -> Mapping[str, Any]:
    """The data file as TOML; not to be changed."""
    return tomllib.loads(component_bytes(package, name).decode())


@cache
def digest(package: str, name: str = "components.toml") -> str:
    """Its SHA-256 (hex): what a game's first event keeps of the data that it is played with (`Rules.pins`)."""
    return hashlib.sha256(component_bytes(package, name)).hexdigest()


def by_code(rows: Iterable[Mapping[str, T]], key: str = "code") -> dict[str, Mapping[str, T]]:
    """Rows of a table by their code, in the order of the file. Raises ValueError for a code that stands twice."""
    found: dict[str, Mapping[str, T]] = {}
    for row in rows:
        if found.setdefault(str(row[key]), row) is not row:
            raise ValueError(f"{row[key]!r} stands twice")
    return found


def counted(rows: Iterable[Mapping[str, Any]], key: str = "code", count: str = "count") -> list[str]:
    """Each code as many times as its row counts, in the order of the file: a deck before it is shuffled."""
    return [str(row[key]) for row in rows for _ in range(int(row.get(count, 1)))]
