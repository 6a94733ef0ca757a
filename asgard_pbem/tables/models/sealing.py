"""Words of persons at rest, each under a key of its author: who destroys the key has erased them wherever they are.

The key's row stays, emptied, when its person is forgotten: whoever would seal something for them at that very moment
waits for the row and then finds no key, where a row that is gone would be made anew.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from uuid import UUID

from asgard_pbem.tables.keys import crypto
from asgard_pbem.tables.models.press import AuthorKey

_found: ContextVar[dict[UUID, bytes] | None] = ContextVar("asgard_pbem_author_keys", default=None)


@contextmanager
def asked_once() -> Iterator[None]:
    """Look for each author's key once inside: for work that holds what forgetting its author has to wait for."""
    before = _found.set({})
    try:
        yield
    finally:
        _found.reset(before)


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
