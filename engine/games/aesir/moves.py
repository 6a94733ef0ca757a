"""Moves (answers to decisions) as they are stored, and wishes: orders as written, not yet held against a table.

`turn P2.S2` is a wish: what it comes to depends on which god is awake. Standing orders keep wishes.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from engine.core.moves import IllegalMove, Move, Seat
from engine.games.aesir.data import God

CardId = Annotated[str, Field(pattern=r"^[OTFLSBH]{2}[1-3]$")]
Face: TypeAlias = Literal["up", "down"]


class StackRef(BaseModel):
    """A card by its place when the decision takes effect: `pos` 1 is the top, or the uppermost face-down one."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    stack: God
    face: Face = "up"
    pos: int = Field(ge=1)


class Pick(Move):
    """Play this card of the hand, this half up (R6.1)."""

    kind: Literal["pick"] = "pick"
    card: CardId
    up: God


class Achieve(Move):
    """Achieve the goal of the awake god with these cards of its stack, or with none (R8)."""

    kind: Literal["goal"] = "goal"
    god: God
    cards: tuple[StackRef, ...] = ()


class Will(Move):
    """Fulfil the will of the awake god (R9)."""

    kind: Literal["will"] = "will"


class OdinWill(Will):
    """Turn the top card of this own stack (R9.1)."""

    god: Literal["O"] = "O"
    stack: God


class ThorWill(Will):
    """Slide all own Thor cards under this own stack (R9.2)."""

    god: Literal["T"] = "T"
    target: God


class FreyaWill(Will):
    """Put the Doubling card before this own stack (R9.3)."""

    god: Literal["F"] = "F"
    stack: God


class LokiWill(Will):
    """Turn this face-up card of an opponent (R9.4)."""

    god: Literal["L"] = "L"
    opponent: Seat = Field(ge=0)
    card: StackRef


class SifWill(Will):
    """Draw a card; `Place` follows (R9.5)."""

    god: Literal["S"] = "S"


class BragiWill(Will):
    """Give an own face-up card for one of an opponent (R9.6)."""

    god: Literal["B"] = "B"
    give: StackRef
    opponent: Seat = Field(ge=0)
    take: StackRef


class HeimdallWill(Will):
    """Score this card of the own Heimdall stack (R9.7)."""

    god: Literal["H"] = "H"
    card: StackRef


class Place(Move):
    """Lay the card drawn for Sif, this half up (R9.5b)."""

    kind: Literal["place"] = "place"
    up: God


class Tally(Move):
    """Score one card of the awake god in the final tally; `card` None: keep them all (R12.2)."""

    kind: Literal["tally"] = "tally"
    god: God
    card: StackRef | None = None


AnyWill: TypeAlias = Annotated[
    OdinWill | ThorWill | FreyaWill | LokiWill | SifWill | BragiWill | HeimdallWill, Field(discriminator="god")
]
AnyMove: TypeAlias = Annotated[Pick | Achieve | AnyWill | Place | Tally, Field(discriminator="kind")]
MOVES: TypeAdapter[AnyMove] = TypeAdapter(AnyMove)


# --- Wishes ----------------------------------------------------------------------------------------------------------


class Ref(BaseModel):
    """A stack (`L`, `P2.L`), or a card of one (`L2`, `P2.L~1`)."""

    model_config = ConfigDict(frozen=True)
    god: God
    owner: Seat | None = None  # None: nobody is named, so the own one is meant
    face: Face = "up"
    pos: int | None = None  # None: the stack itself

    @classmethod
    def of(cls, card: StackRef, owner: Seat | None = None) -> Ref:
        """A card of a move."""
        return cls(god=card.stack, owner=owner, face=card.face, pos=card.pos)

    def card(self) -> StackRef:
        """The card. Raises IllegalMove E_SYNTAX for a stack without a position."""
        if self.pos is None:
            raise IllegalMove("E_SYNTAX", needs="card", god=self.god, owner=self.owner)
        return StackRef(stack=self.god, face=self.face, pos=self.pos)

    def foreign(self, seat: Seat) -> bool:
        """Whether it names somebody else's stack."""
        return self.owner not in (None, seat)


class Wish(BaseModel):
    """One order word and what follows it."""

    model_config = ConfigDict(frozen=True)
    word: str  # empty: an order of old that no grammar reads any more, see `note`
    refs: tuple[Ref, ...] = ()
    gods: tuple[God, ...] = ()  # halves of `up`, best first
    count: int | None = None  # of `goal 2`
    note: str = ""


class CardWish(BaseModel):
    """A card of the hand with one half up: `OT1:T`, or `OT:T` for any copy."""

    model_config = ConfigDict(frozen=True)
    item: str
