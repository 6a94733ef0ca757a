"""Words of persons at rest, each under a key of its author: who destroys the key has erased them wherever they are.

The key's row stays, emptied, when its person is forgotten: whoever would seal something for them at that very moment
waits for the row and then finds no key, where a row that is gone would be made anew.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TypeVar, cast
from uuid import UUID

from django.conf import settings
from django.db.models import F, Model, QuerySet

from asgard_pbem.tables.keys import crypto
from asgard_pbem.tables.models.press import AuthorKey

Rows = TypeVar("Rows", bound=Model)
_found: ContextVar[dict[UUID, bytes] | None] = ContextVar("asgard_pbem_author_keys", default=None)


@contextmanager
def asked_once() -> Iterator[None]:
    """Look for each author's key once inside: for one mail that is read or written, or what one page shows.

    What is sealed meanwhile for an author who is just being forgotten is as unreadable as all that was before.
    """
    known = _found.get()
    before = _found.set({} if known is None else known)
    try:
        yield
    finally:
        _found.reset(before)


def with_key(rows: QuerySet[Rows]) -> QuerySet[Rows]:
    """Rows that name a player together with that author's key, for `came_with`."""
    if settings.DATABASE_SPREAD:  # there a join of so many tables is planned anew each time
        return rows
    return cast("QuerySet[Rows]", rows.annotate(author_key=F("player__author_key__key")))


def came_with(row: Model) -> None:
    """Inside `asked_once`: the key of the row's player need not be looked for, if it was read `with_key`."""
    known, sealed = _found.get(), getattr(row, "author_key", None)
    if known is not None and sealed:
        known[row.player_id] = crypto.decrypt(sealed)  # type: ignore[attr-defined]  # of the rows that `with_key` takes


def seal(author: UUID | None, text: str) -> bytes | None:
    """`text` under its author's key. None: it is nobody's, or its author is forgotten; such words are not kept."""
    key = _key(author, make=True)
    return crypto.encrypt_under(key, text.encode()) if key else None


def unseal(author: UUID | None, sealed: bytes | memoryview | None) -> str | None:
    """The words again; None once their author is forgotten."""
    key = _key(author, make=False) if sealed else b""
    if not key or not sealed:
        return None
    try:
        return crypto.decrypt_under(key, sealed).decode()
    except crypto.InvalidToken:
        return None


def destroy(author: UUID) -> None:
    """Make all that was sealed for this author unreadable, for good."""
    AuthorKey.objects.update_or_create(player_id=author, defaults={"key": b""})


def _key(author: UUID | None, *, make: bool) -> bytes:
    """The author's key; empty when there is none."""
    if author is None:
        return b""
    known = _found.get()
    if known is not None and author in known:
        return known[author]
    found = AuthorKey.objects.filter(player_id=author).first()
    if found is None and make:
        fresh = crypto.encrypt(crypto.new_key())
        found, _ = AuthorKey.objects.get_or_create(player_id=author, defaults={"key": fresh})
    key = crypto.decrypt(found.key) if found is not None and found.key else b""
    if known is not None and key:
        known[author] = key
    return key
