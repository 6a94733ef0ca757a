"""Reply addresses: 16 random bytes in lower-case base32, of which only the SHA-256 is kept (mail notes 3)."""

from __future__ import annotations

import base64
import hashlib
import re
from dataclasses import dataclass
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


@dataclass(frozen=True, slots=True)
class Box:
    """What an address of ours is for; of anybody else's nothing is set."""

    token: str = ""  # of `play+{token}@` or `{token}@`
    is_open: bool = False  # a constant one, to which anybody may write
    bounced: UUID | None = None  # the outbox row named by a bounce address
    stop: str | None = None  # what is signed in an address that stops mail


def box_of(address: str) -> Box:
    """Read an address of an envelope or a header."""
    local, at, domain = address.strip().strip("<>").lower().rpartition("@")
    if not at or domain.rstrip(".") != settings.IN_DOMAIN.lower() or len(local) > 64:
        return Box()
    box, _, detail = local.partition("+")
    if box == STOP_BOX:
        return Box(stop=detail)
    if box in OPEN_BOXES and not detail:
        return Box(is_open=True)
    if box == BOUNCE_BOX and TOKEN.fullmatch(detail):
        return Box(bounced=UUID(bytes=base64.b32decode(detail.upper() + "======")))
    found = detail if box == "play" else box if not detail else ""
    return Box(token=found) if TOKEN.fullmatch(found) else Box()


def from_address() -> str:
    """The address in From, folded."""
    return parseaddr(settings.DEFAULT_FROM_EMAIL)[1].lower()


def is_ours(address: str) -> bool:
    """Whether mail to this address is taken at all: what RCPT checks before any data."""
    if address.strip().strip("<>").lower() == from_address():
        return True  # some programs answer From, whatever Reply-To says
    return box_of(address) != Box()
