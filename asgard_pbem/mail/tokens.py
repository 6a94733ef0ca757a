"""Reply addresses: 16 random bytes in lower-case base32, of which only the SHA-256 is kept (mail notes 3)."""

from __future__ import annotations

import base64
import hashlib
import re
from email.utils import parseaddr
from uuid import UUID

from django.conf import settings

TOKEN = re.compile(r"[a-z2-7]{26}")
# Constant addresses: whoever writes there is known by the address alone.
OPEN_BOXES = frozenset({"play", "new"})
STOP_BOX = "stop"  # mailto: of List-Unsubscribe, `stop+{signed token}`
BOUNCE_BOX = "bounce"  # envelope sender, `bounce+{outbox id}`


def digest(token: str) -> bytes:
    """What is kept of a token: its SHA-256, 32 bytes."""
    return hashlib.sha256(token.lower().encode()).digest()


def reply_address(token: str) -> str:
    """The address that a mail carries in Reply-To. Without a token: the box for everybody."""
    return f"play+{token}@{settings.IN_DOMAIN}" if token else f"play@{settings.IN_DOMAIN}"


def bounce_address(outbox_id: UUID) -> str:
    """The envelope sender of one mail: its outbox row in base32."""
    return f"{BOUNCE_BOX}+{base64.b32encode(outbox_id.bytes).decode().rstrip('=').lower()}@{settings.IN_DOMAIN}"


def split(address: str) -> tuple[str, str] | None:
    """(local part, part after `+`) of an address of ours, folded; None for anybody else's."""
    local, at, domain = address.strip().strip("<>").lower().rpartition("@")
    if not at or domain.rstrip(".") != settings.IN_DOMAIN.lower() or len(local) > 64:
        return None
    box, _, detail = local.partition("+")
    return box, detail


def token_in(address: str) -> str | None:
    """The reply token of `play+{token}@` or `{token}@`, or None."""
    parts = split(address)
    if parts is None:
        return None
    box, detail = parts
    found = detail if box == "play" else box if not detail else ""
    return found if TOKEN.fullmatch(found) else None


def bounced_outbox(address: str) -> UUID | None:
    """The outbox row named by a bounce address, or None."""
    parts = split(address)
    if parts is None or parts[0] != BOUNCE_BOX or not TOKEN.fullmatch(parts[1]):
        return None
    return UUID(bytes=base64.b32decode(parts[1].upper() + "======"))


def from_address() -> str:
    """The address in From, folded."""
    return parseaddr(settings.DEFAULT_FROM_EMAIL)[1].lower()


def is_ours(address: str) -> bool:
    """Whether mail to this address is taken at all: what RCPT checks before any data."""
    if address.strip().strip("<>").lower() == from_address():
        return True  # some programs answer From, whatever Reply-To says
    parts = split(address)
    if parts is None:
        return False
    box, detail = parts
    if box == STOP_BOX or (box in OPEN_BOXES and not detail):
        return True
    return token_in(address) is not None or bounced_outbox(address) is not None


def is_open_box(address: str) -> bool:
    """Whether the address is a constant one, to which anybody may write."""
    parts = split(address)
    return parts is not None and parts[0] in OPEN_BOXES and not parts[1]
