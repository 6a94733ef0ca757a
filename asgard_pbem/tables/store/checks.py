"""System checks of the keys: what is stored encrypted must stay readable for as long as the games."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Error, Tags, Warning, register  # noqa: A004 - Django's names
from django.db import connections

from asgard_pbem.tables.keys import crypto

SAMPLED = 500  # rows of each table, in the random order of their ids; a lost key is the key of many


@register(Tags.security, deploy=True)
def keys_are_own(**_: Any) -> list[CheckMessage]:
    """A warning while the keys hang on SECRET_KEY, which is exchanged more lightly than they can be."""
    if not settings.FERNET_KEYS_DERIVED:
        return []
    return [
        Warning(
            "FERNET_KEYS is not set: seeds of games, press and mail are encrypted by a key made from SECRET_KEY.",
            hint="Set FERNET_KEYS; see docs/operating.md, Keys. Until then no old SECRET_KEY may ever be dropped.",
            id="asgard.W001",
        )
    ]


@register(Tags.database)
def stored_can_be_read(*, databases: Sequence[str] | None = None, **_: Any) -> list[CheckMessage]:
    """An error when the keys of this process do not open what is stored. `migrate` asks before it does anything."""
    if "default" not in (databases or ()):
        return []
    lost = [name for name, rows in _encrypted() if not all(map(_opens, rows))]
    return [
        Error(
            f"The keys do not open what is stored in {name}: an old key is missing.",
            hint="Add the former key to FERNET_KEYS, or the former SECRET_KEY to SECRET_KEY_FALLBACKS.",
            id="asgard.E001",
        )
        for name in lost
    ]


def _encrypted() -> Iterator[tuple[str, Iterable[bytes | memoryview]]]:
    """Tables that are there already, each with some of its encrypted values."""
    from asgard_pbem.tables.models import AuthorKey, GameSecret

    columns = {
        "tables_gamesecret": GameSecret.objects.values_list("seed", flat=True),
        "tables_authorkey": AuthorKey.objects.values_list("key", flat=True),
    }
    there = set(connections["default"].introspection.table_names())
    for table, values in columns.items():
        if table in there:
            yield table, values.order_by("pk")[:SAMPLED]


def _opens(value: bytes | memoryview) -> bool:
    """An empty value is that of a person who was forgotten."""
    try:
        return not value or bool(crypto.decrypt(value))
    except crypto.InvalidToken:
        return False
