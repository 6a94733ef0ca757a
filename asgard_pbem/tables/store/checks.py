"""System checks: what is stored encrypted must stay readable for as long as the games, and written as it was."""

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


@register(Tags.database)
def role_is_there(*, databases: Sequence[str] | None = None, **_: Any) -> list[CheckMessage]:
    """An error when tables are there and the role is not that works on them: who logs in then works with all rights,
    the owner's or a superuser's, and nothing would say so. Before the first migration there is none, which makes it.
    """
    if "default" not in (databases or ()):
        return []
    with connections["default"].cursor() as cursor:
        cursor.execute(
            "SELECT EXISTS (SELECT FROM pg_roles WHERE rolname = %s) OR to_regclass('event') IS NULL",
            [settings.DATABASE_ROLE],
        )
        [well] = cursor.fetchone()
    if well:
        return []
    return [
        Error(
            f"DATABASE_ROLE is {settings.DATABASE_ROLE}, and the server knows no such role.",
            hint="Name the role that deploy/postgres/init.sh made, asgard_app; it may not change what was written.",
            id="asgard.E002",
        )
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
