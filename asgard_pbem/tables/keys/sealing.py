"""Words of persons at rest, each under a key of its author: who destroys the key has erased them wherever they are.

The key's row stays, emptied, when its person is forgotten: whoever would seal something for them at that very moment
waits for the row and then finds no key, where a row that is gone would be made anew.
"""

from __future__ import annotations

from uuid import UUID

from asgard_pbem.tables.keys import crypto
from asgard_pbem.tables.models.press import AuthorKey


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
    found = AuthorKey.objects.filter(player_id=author).first()
    if found is None and make:
        fresh = crypto.encrypt(crypto.new_key())
        found, _ = AuthorKey.objects.get_or_create(player_id=author, defaults={"key": fresh})
    return crypto.decrypt(found.key) if found is not None and found.key else b""
