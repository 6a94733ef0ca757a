"""Reply tokens: 16 random bytes in lower-case base32, of which only the SHA-256 is kept (mail notes 3)."""

from __future__ import annotations

import base64
import hashlib
import re
import secrets

TOKEN = re.compile(r"[a-z2-7]{26}")
TOKEN_BYTES = 16


def new_token() -> str:
    """A token that nobody has, 26 characters."""
    return base64.b32encode(secrets.token_bytes(TOKEN_BYTES)).decode().rstrip("=").lower()


def digest(token: str) -> bytes:
    """What is kept of a token, whatever its case: its SHA-256, 32 bytes."""
    return hashlib.sha256(token.lower().encode()).digest()
