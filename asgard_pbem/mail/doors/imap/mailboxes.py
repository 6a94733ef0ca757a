"""Which mailboxes are emptied, and how they are reached: read from `IMAP_MAILBOXES`, one address each."""

from __future__ import annotations

import ipaddress
from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path
from urllib.parse import parse_qs, unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured

HANDLED, REFUSED = "Asgard-handled", "Asgard-refused"


class Wire(Enum):
    """How a connection is kept from being read or changed on its way."""

    TLS = "imaps"  # from the first byte
    STARTTLS = "imap+tls"
    PLAIN = "imap"  # to this machine only


PORTS = {Wire.TLS: 993, Wire.STARTTLS: 143, Wire.PLAIN: 143}
KNOWN = {"handled", "refused", "password_file"}


@dataclass(frozen=True, slots=True)
class Mailbox:
    """One mailbox. Its user and password stand in no text that could reach a log."""

    number: int  # the how manieth of the setting: what logs call it
    wire: Wire
    host: str
    port: int
    user: str = field(repr=False)
    password: str = field(repr=False)
    folder: str = "INBOX"
    handled: str = HANDLED
    refused: str = REFUSED

    def __str__(self) -> str:
        return f"mailbox {self.number} at {self.host}"

    @property
    def sign(self) -> str:
        """The pulse that says when it was emptied last."""
        return f"mailbox {self.number}"


def mailboxes(addresses: Iterable[str]) -> list[Mailbox]:
    """The mailboxes of the setting. Raises ImproperlyConfigured, without quoting an address: it may hold a password."""
    return [_mailbox(number, address) for number, address in enumerate(addresses, 1)]


def _mailbox(number: int, address: str) -> Mailbox:
    """`imaps://user:password@host:port/folder?handled=…&refused=…&password_file=…`, each piece percent-encoded."""
    try:
        parts = urlsplit(address)
        wire, port, asked = Wire(parts.scheme), parts.port, parse_qs(parts.query, strict_parsing=bool(parts.query))
    except ValueError:
        raise _wrong(number, "is no address like imaps://user:password@host/INBOX") from None
    if not parts.hostname or not parts.username or set(asked) - KNOWN:
        raise _wrong(number, f"must name user and host, and may set {', '.join(sorted(KNOWN))}")
    if wire is Wire.PLAIN and not is_loopback(parts.hostname):
        raise _wrong(number, "is on another machine: imaps:// or imap+tls:// must be used")
    options = {name: values[-1] for name, values in asked.items() if name != "password_file"}
    return Mailbox(
        number, wire, parts.hostname, port or PORTS[wire], unquote(parts.username),
        _password(number, parts.password, asked.get("password_file")),
        unquote(parts.path.lstrip("/")) or "INBOX", **options,
    )  # fmt: skip


def _password(number: int, given: str | None, files: list[str] | None) -> str:
    """From the address or a file, without the line end that an editor puts there."""
    if bool(given) == bool(files):
        raise _wrong(number, "must have a password or a password_file, and not both")
    if given:
        return unquote(given)
    assert files
    try:
        return Path(files[-1]).read_text().rstrip("\r\n")
    except (OSError, UnicodeDecodeError) as problem:
        raise _wrong(number, f"has a password_file that cannot be read ({type(problem).__name__})") from None


def _wrong(number: int, why: str) -> ImproperlyConfigured:
    return ImproperlyConfigured(f"IMAP_MAILBOXES: number {number} {why}.")


def is_loopback(host: str) -> bool:
    """Whether a connection to `host` never leaves this machine. Names are not looked up: a name can be moved."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host.lower() == "localhost"
