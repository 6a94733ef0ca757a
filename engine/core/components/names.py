"""How the things of a game are called, by language: in sentences and in orders alike."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

Names: TypeAlias = Mapping[str, Mapping[str, str]]  # code -> language -> name


def called(table: Names, code: str, language: str) -> str:
    """A thing by its name, in English where there is no other; the code itself for what has none."""
    by = table.get(code)
    return code if by is None else by.get(language, by["en"])
