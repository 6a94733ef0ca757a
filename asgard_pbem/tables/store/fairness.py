"""What each seat adds to the seed, byte for byte as docs/fair-play.md says, so that anybody can work it out again."""

from __future__ import annotations

import hashlib
import unicodedata
from dataclasses import dataclass

from asgard_pbem.tables.models import Game
from engine.core.moves import Seat

WORD_CHARS = 200
SEAL_DIGITS = 32  # 128 bits: with fewer, who prepares two histories could make their seals equal


def seal(game: Game) -> str:
    """The chain's head at the last public moment, as mails and pages show it; empty before the first."""
    return game.moment_hash[:SEAL_DIGITS]


def of_word(text: str) -> bytes:
    """What a word counts for: NFC, without blanks at its ends, at most 200 characters, UTF-8. Empty: nothing."""
    return unicodedata.normalize("NFC", text).strip()[:WORD_CHARS].encode("utf-8", "replace")


def added(entropy: bytes) -> str:
    """What the log keeps of it: hex SHA-256, or empty for nothing. What was said itself is kept nowhere."""
    return hashlib.sha256(entropy).hexdigest() if entropy else ""


@dataclass(frozen=True, slots=True)
class Part:
    """What one seat has added; empty: nothing. `handed_on`: by somebody who does not sit there any more."""

    seat: Seat
    added: str
    handed_on: bool


def parts(game: Game) -> tuple[Part, ...]:
    """By seat. After the start: what counted."""
    found = game.holders.order_by("seat").values_list("seat", "entropy", "player", "began")
    return tuple(Part(seat, hashed, began is not None and player != began) for seat, hashed, player, began in found)
