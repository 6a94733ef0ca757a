"""Whose mail is it? The token says for whom it speaks; From and our own DMARC verdict say whether to believe it.

Pure: the table of mail notes 6. SPF proves nothing about From; Reply-To, Sender and display names prove nothing.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from enum import Enum
from typing import Literal

Dmarc = Literal["pass", "fail", "none", "unknown"]


@dataclass(frozen=True, slots=True)
class AuthVerdicts:
    """What our own receiver (or the provider) found; nothing that the mail says about itself."""

    dmarc: Dmarc = "unknown"
    spf: str = ""
    dkim: str = ""

    def as_json(self) -> dict[str, str]:
        """For the row."""
        return asdict(self)


class Ruling(Enum):
    """What becomes of a mail."""

    ACCEPT = "accept"  # of an older prompt the commands alone: see Claim.current
    HOLD = "held"
    WRONG_SENDER = "wrong_sender"
    IGNORE = "ignored"


@dataclass(frozen=True, slots=True)
class Evidence:
    """What is known about a mail before its body is read."""

    prompt: Literal["current", "old", "none"]  # that its token answers
    sender_matches: bool  # From equals, folded, the verified address of the token's (or named mail's) player
    dmarc: Dmarc
    names_our_id: bool = False  # References or In-Reply-To hold the Message-ID of a mail of ours


def judge(evidence: Evidence) -> Ruling:
    """The row of the table that fits."""
    if evidence.prompt == "none":
        held = evidence.names_our_id and evidence.sender_matches and evidence.dmarc == "pass"
        return Ruling.HOLD if held else Ruling.IGNORE
    if not evidence.sender_matches:
        return Ruling.WRONG_SENDER
    if evidence.dmarc != "fail":
        return Ruling.ACCEPT
    # A forged old answer would be refused anyway: nobody is asked to confirm it.
    return Ruling.HOLD if evidence.prompt == "current" else Ruling.IGNORE
