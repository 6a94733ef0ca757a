"""Reply addresses: a box of ours with a token that was given to one person (mail notes 3).

An installation with a domain for mail has as many addresses as it likes. One with a single mailbox (`ONE_ADDRESS`)
writes the token behind a plus sign, or, where the mailbox takes no such addresses, into References, which answers
repeat (RFC 5322, 3.6.4), and into the subject of mails that a button prepares.
"""

from __future__ import annotations

import base64
from dataclasses import dataclass
from datetime import timedelta
from email.utils import parseaddr
from functools import lru_cache
from uuid import UUID

from django.conf import settings

from asgard_pbem.tables.keys.reply_tokens import TOKEN

AFTER_THE_END = timedelta(days=14)  # how long the reply addresses of a game that is over still answer
# Constant addresses: whoever writes there is known by the address alone.
OPEN_BOXES = frozenset({"play", "new"})
STOP_BOX = "stop"  # mailto: of List-Unsubscribe, `stop+{signed token}`
BOUNCE_BOX = "bounce"  # envelope sender, `bounce+{outbox id}`


def reply_address(token: str) -> str:
    """The address that a mail carries in Reply-To. Without a token: the box for everybody."""
    return speaking_address("" if settings.ONE_ADDRESS and not settings.ONE_ADDRESS_PLUS else token)


def speaking_address(token: str) -> str:
    """The address that says which mail is answered, whether the mailbox takes mail to it or not."""
    box, domain = _home()
    return f"{box}+{token}@{domain}" if token else f"{box}@{domain}"


def _home() -> tuple[str, str]:
    """Local part and domain of the box for everybody."""
    box, _, domain = settings.ONE_ADDRESS.partition("@")
    return (box, domain) if box else ("play", settings.IN_DOMAIN)


def button(address: str, subject: str) -> tuple[str, str]:
    """Address and subject of a mail that a button prepares: it answers nothing, so one of them holds the token."""
    token = box_of(address).token
    if not token or reply_address(token) == address:
        return address, subject
    return reply_address(token), f"{subject} [{token}]"


def reply_ids(token: str) -> list[str]:
    """What a mail refers to, with brackets, so that its answers do: its token, where no address can hold it."""
    told_apart = not token or token in reply_address(token)
    return [] if told_apart else [f"<reply.{token}@{settings.MAIL_DOMAIN}>"]


def bounce_address(outbox_id: UUID) -> str:
    """The envelope sender of one mail: its outbox row in base32. The mailbox, where that is all there is.

    Whoever takes mail from people to send it on takes no other sender than the one who has logged in.
    """
    if settings.ONE_ADDRESS:
        return str(settings.ONE_ADDRESS)
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
    folded = address.strip().strip("<>").lower()
    if folded == from_address():
        return Box(is_open=True)  # some programs answer From, whatever Reply-To says
    home, at_home = _home()
    local, at, domain = folded.rpartition("@")
    # Before a service with one address had it, it may have had a domain: what is written there is read as then.
    if not at or domain.rstrip(".") not in {at_home.lower(), *settings.FORMER_IN_DOMAINS} or len(local) > 64:
        return Box()
    box, _, detail = local.partition("+")
    if settings.ONE_ADDRESS and domain.rstrip(".") == at_home.lower():  # the rest of the domain is somebody else's
        return Box(token=detail) if box == home and TOKEN.fullmatch(detail) else Box(is_open=local == home)
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
    return _bare(settings.DEFAULT_FROM_EMAIL)


@lru_cache(maxsize=16)  # asked for each button of a letter
def _bare(header: str) -> str:
    return parseaddr(header)[1].lower()


def is_ours(address: str) -> bool:
    """Whether mail to this address is taken at all: what RCPT checks before any data."""
    return box_of(address) != Box()


def belongs_to_us(address: str) -> bool:
    """Whether nobody but the service itself can be behind an address."""
    if settings.ONE_ADDRESS:
        return is_ours(address)
    return address.rpartition("@")[2] in settings.OWN_DOMAINS
