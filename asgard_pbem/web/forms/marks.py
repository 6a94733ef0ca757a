"""The mark of a form: that sending it twice does it once, and for whom the page was made on which it stands."""

from __future__ import annotations

import secrets
from typing import Final
from uuid import UUID

from django.utils.crypto import constant_time_compare, salted_hmac

from asgard_pbem.tables.models import Player

_SALT: Final = "asgard-pbem/form-mark/v1"
_OWN: Final = 9  # bytes that tell one form from another; the others tell whose it is, to whoever has the key


def mark_for(reader: Player | None) -> UUID:
    """A new one. `reader`: None: nobody is signed in."""
    own = UUID(bytes=secrets.token_bytes(16), version=4).bytes[:_OWN]
    return UUID(bytes=own + _whose(own, reader))


def made_for(mark: str, reader: Player) -> bool:
    """Whether the form with this mark stood on a page of theirs. It may be anything that somebody has sent."""
    try:
        given = UUID(mark).bytes
    except ValueError:
        return False
    return constant_time_compare(given[_OWN:], _whose(given[:_OWN], reader))


def _whose(own: bytes, reader: Player | None) -> bytes:
    known = reader.pk.bytes if reader is not None else b""
    return salted_hmac(_SALT, own + known, algorithm="sha256").digest()[: 16 - _OWN]
