"""What becomes of a mail that has nothing to carry out. Judging says it, `one_answer.end` does it, once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias
from uuid import UUID

from asgard_pbem.mail.messages import Receipt
from asgard_pbem.tables.models import Bar, Outbox, Player


@dataclass(frozen=True, slots=True)
class Ignored:
    """No answer to anybody."""

    reason: str


@dataclass(frozen=True, slots=True)
class Silenced:
    """Refused, and the writer is told nothing. `tell`: the address on file hears of it, once a day."""

    reason: str
    tell: Player | None = None


@dataclass(frozen=True, slots=True)
class Unclear:
    """To a player's address, and its From line names nobody clearly. `tell`: that address may hear of it."""

    player: Player
    reason: str
    tell: bool


@dataclass(frozen=True, slots=True)
class WrongSender:
    """Somebody else answered for the player."""

    player: Player


@dataclass(frozen=True, slots=True)
class AskedAgain:
    """From an address that was asked whether it is a player's, and neither yes nor no: it is asked once more."""

    pending: UUID


@dataclass(frozen=True, slots=True)
class Duplicate:
    """The same Message-ID came to the same token before."""


@dataclass(frozen=True, slots=True)
class Unsubscribed:
    """A signed address to stop mail."""

    player: Player


@dataclass(frozen=True, slots=True)
class Answered:
    """The writer gets one mail. `proven`: it was the player who wrote."""

    player: Player
    receipt: Receipt
    purpose: str = Outbox.Purpose.RECEIPT
    proven: bool = True


@dataclass(frozen=True, slots=True)
class Barred:
    """From who is kept out. `tell`: they may hear so, once for all; `player`: whom we know by that address."""

    bar: Bar
    sender: str
    language: str
    tell: bool
    player: Player | None = None


Ending: TypeAlias = (
    Ignored | Barred | Silenced | Unclear | WrongSender | AskedAgain | Duplicate | Unsubscribed | Answered
)
