"""What players decide: one class a kind of answer. Places, figures and cards are named by their codes."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from engine.core.moves import Move
from engine.games.blood_rage.data import Stat

Code: TypeAlias = Annotated[str, Field(min_length=1, max_length=4)]
Codes: TypeAlias = Annotated[tuple[Code, ...], Field(max_length=12)]


class DraftPick(Move):
    """Keep these cards of the pack (R4.3, R4.4)."""

    kind: Literal["draft"] = "draft"
    cards: Annotated[tuple[Code, ...], Field(min_length=1, max_length=2)]


# --- Actions (R5-R12) ---------------


class Invade(Move):
    """Bring a figure from the reserve (R6)."""

    kind: Literal["invade"] = "invade"
    figure: Code
    to: Code
    succor: bool = False  # Frigga's Succor, see R20.24
    pillage: bool = False  # Thor's Domain, see R20.31


class ValhallaInvade(Move):
    """Bring a figure from Valhalla (R20.32)."""

    kind: Literal["valhalla"] = "valhalla"
    figure: Code
    to: Code
    succor: bool = False
    pillage: bool = False


class March(Move):
    """Move figures from one province to another (R7)."""

    kind: Literal["march"] = "march"
    source: Code
    to: Code
    figures: Annotated[tuple[Code, ...], Field(min_length=1, max_length=12)]


class Upgrade(Move):
    """Play an upgrade card (R8); `to` with `figure`: its free invasion (R8.5)."""

    kind: Literal["upgrade"] = "upgrade"
    card: Code
    slot: str | None = Field(default=None, max_length=2)
    figure: Code | None = None  # only where both the Ship and the Sea Serpent could invade
    to: Code | None = None
    succor: bool = False
    pillage: bool = False


class CommitQuest(Move):
    """Put a quest on the clan sheet, face down (R9)."""

    kind: Literal["quest"] = "quest"
    card: Code


class Pillage(Move):
    """Pillage a province (R10)."""

    kind: Literal["pillage"] = "pillage"
    province: Code


class Repillage(Move):
    """Pillage a province that is pillaged already (R20.28)."""

    kind: Literal["repillage"] = "repillage"
    province: Code


class Standing(BaseModel):
    """A figure where it stands: `W@GIM`."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    figure: Code
    place: Code


class Sacrifice(Move):
    """Destroy two own figures and raise a stat (R20.35)."""

    kind: Literal["sacrifice"] = "sacrifice"
    figures: Annotated[tuple[Standing, ...], Field(min_length=2, max_length=2)]
    stat: Stat


class Pass(Move):
    """Lose all Rage (R5.5)."""

    kind: Literal["pass"] = "pass"


# --- Interrupts ---------------


class CallMove(Move):
    """Answer a call to battle with one figure (R10.2)."""

    kind: Literal["call"] = "call"
    figure: Code
    source: Code


class CallPass(Move):
    """Stay away this time."""

    kind: Literal["call_pass"] = "call_pass"


class BattleCard(Move):
    """The card for this battle (R10.5)."""

    kind: Literal["card"] = "card"
    card: Code


class LateCard(Move):
    """Add a card after the reveal (R10.6 d)."""

    kind: Literal["late"] = "late"
    card: Code


class LatePass(Move):
    """Add nothing."""

    kind: Literal["late_pass"] = "late_pass"


class TideKeep(Move):
    """The figure that Odin's Tide leaves (R20.42)."""

    kind: Literal["tide"] = "tide"
    figure: Code


class Protect(Move):
    """Own figures that Frigga's Protection saves, 1 Rage each (R20.29)."""

    kind: Literal["protect"] = "protect"
    figures: Codes = ()


class Volur(Move):
    """Whether the Volur Witch goes to Yggdrasil instead of dying (R20.9)."""

    kind: Literal["volur"] = "volur"
    retreat: bool


class KeepCards(Move):
    """Played cards that Tyr's Prowess takes back, 1 Rage each (R20.30)."""

    kind: Literal["prowess"] = "prowess"
    cards: Codes = ()


class RaiseStat(Move):
    """The stat to raise (R19.2)."""

    kind: Literal["stat"] = "stat"
    stat: Stat


class LeaderMove(Move):
    """Where the Lord of Hammers goes; None: he stays (R20.10)."""

    kind: Literal["hammers"] = "hammers"
    to: Code | None = None


class Blessing(Move):
    """Whether a Warrior invades after a lost battle (R20.26)."""

    kind: Literal["blessing"] = "blessing"
    invade: bool


class KeepCard(Move):
    """The card kept for the next Age (R13.1)."""

    kind: Literal["keep"] = "keep"
    card: Code


Action: TypeAlias = Invade | ValhallaInvade | March | Upgrade | CommitQuest | Pillage | Repillage | Sacrifice | Pass
Answer: TypeAlias = (
    CallMove | CallPass | BattleCard | LateCard | LatePass | TideKeep | Protect | Volur | KeepCards | RaiseStat
    | LeaderMove | Blessing | KeepCard
)  # fmt: skip
AnyMove: TypeAlias = DraftPick | Action | Answer
ACTIONS = (Invade, ValhallaInvade, March, Upgrade, CommitQuest, Pillage, Repillage, Sacrifice, Pass)
MOVES: TypeAdapter[Any] = TypeAdapter(Annotated[AnyMove, Field(discriminator="kind")])
