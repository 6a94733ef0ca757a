"""What players decide: one class a kind of answer. Cards, territories, heroes and slots go by their names.

Of cards of one name in one place the first is meant; `troll1#2` is the second.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from engine.core.moves import Move, Seat

Name: TypeAlias = Annotated[str, Field(min_length=1, max_length=20)]
Names: TypeAlias = Annotated[tuple[Name, ...], Field(max_length=20)]
Place: TypeAlias = Annotated[str, Field(min_length=2, max_length=3)]
Places: TypeAlias = Annotated[tuple[Place, ...], Field(max_length=8)]
Hero: TypeAlias = Literal["F", "M"]


class Part(BaseModel):
    """Something inside a move."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Aim(Part):
    """What an ability is used on: only what its text asks for."""

    how: Literal["", "move", "retreat", "banish", "withhold"] = ""
    card: Name | None = None
    hero: Hero | None = None
    to: Place | None = None
    copied: Aim | None = None  # what an ability that is copied is used on


# --- Set-up (R3) ---------------


class PlaceTile(Move):
    """Lay the land tile that was drawn (R3.3.7)."""

    kind: Literal["tile"] = "tile"
    q: int = Field(ge=-40, le=40)
    r: int = Field(ge=-40, le=40)
    direction: Literal["E", "NE", "NW", "W", "SW", "SE"]


class PlaceTown(Move):
    """Put a town into a socket (R3.3.8)."""

    kind: Literal["town"] = "town"
    q: int = Field(ge=-40, le=40)
    r: int = Field(ge=-40, le=40)
    corner: Literal["N", "S"]


class PickItem(Move):
    """Take a starting item (R3.4.2)."""

    kind: Literal["item"] = "item"
    item: Name


class PlaceHero(Move):
    """Put a hero on the board, and take a card of the Tisch that fits there (R3.6)."""

    kind: Literal["hero"] = "hero"
    hero: Hero
    to: Place
    take: Place | None = None


# --- God and charm phase (R5, R6, R12) ---------------


class PlayGod(Move):
    """Play a god for the favor (R5.1). `card`: what is discarded or taken; `on`: the player looked at."""

    kind: Literal["god"] = "god"
    god: Name
    card: Name | None = None
    on: Seat | None = Field(default=None, ge=0, le=3)


class Gift(Part):
    """A card, and who gets it."""

    card: Name
    to: Seat = Field(ge=0, le=3)


class Appease(Move):
    """Appease a god (R12). `bury`: places in `cards`, from 0, of Draugrs that are sacrificed themselves (R12.6)."""

    kind: Literal["appease"] = "appease"
    god: Name
    cards: Names = ()
    bury: Annotated[tuple[int, ...], Field(max_length=3)] = ()
    gifts: Annotated[tuple[Gift, ...], Field(max_length=3)] = ()
    markers: Places = ()


class PlayCharm(Move):
    """Play an item for its charm (R6.1)."""

    kind: Literal["charm"] = "charm"
    item: Name
    card: Name | None = None
    hero: Hero | None = None
    to: Place | None = None
    on: Seat | None = Field(default=None, ge=0, le=3)


class Done(Move):
    """No more in this phase, or in this turn."""

    kind: Literal["done"] = "done"


# --- Campaign (R7) ---------------


class MoveHero(Move):
    """Move a hero without a battle (R7.2)."""

    kind: Literal["move"] = "move"
    hero: Hero
    to: Place
    waive: bool = False  # Tyr's favor, with the first move of the round


class Attack(Move):
    """Move a hero to the origin and attack from there (R7.3)."""

    kind: Literal["attack"] = "attack"
    hero: Hero
    source: Place
    ground: Place
    waive: bool = False


class PassTurn(Move):
    """Move no hero; hemmed in, in the first round of an introductory game, `draw` a card (R14.5)."""

    kind: Literal["pass"] = "pass"
    draw: bool = False


# --- Battle (R8, R9) ---------------


class Played(Move):
    """A card in a battle; with `aim`, its ability is used at once (R8.3)."""

    card: Name
    aim: Aim | None = None


class Play(Played):
    """Play it as attacker or defender."""

    kind: Literal["play"] = "play"


class Berserk(Played):
    """Play it while berserk (R8.7.1)."""

    kind: Literal["berserk"] = "berserk"


class Use(Move):
    """Use the ability of an Ormr that lies in play (R8.3.3)."""

    kind: Literal["use"] = "use"
    card: Name
    aim: Aim


class Enough(Move):
    """Play no more cards now."""

    kind: Literal["enough"] = "enough"


class Decline(Move):
    """The attacker gives the battle up (R8.3.1)."""

    kind: Literal["decline"] = "decline"


class Late(Move):
    """A late play (R8.7.3)."""

    kind: Literal["late"] = "late"
    card: Name


class Block(Move):
    """An enchanted item against an ability (R8.9)."""

    kind: Literal["block"] = "block"
    item: Name


class No(Move):
    """Neither late play nor interrupt nor standing up."""

    kind: Literal["no"] = "no"


class Shift(Move):
    """The marker that is taken off at the limit (R8.8.2)."""

    kind: Literal["shift"] = "shift"
    marker: Place


class Retreat(Move):
    """Where a vanquished hero goes (R9.1)."""

    kind: Literal["retreat"] = "retreat"
    to: Place


class StandUp(Move):
    """The creature sacrificed so that the hero stays active (R9.6)."""

    kind: Literal["stand"] = "stand"
    creature: Name


class Target(Move):
    """A territory where an event attack leaves a choice (R15.5)."""

    kind: Literal["target"] = "target"
    territory: Place


# --- Muster, events, renewal (R10, R11) ---------------


class Pay(Part):
    """A card of a payment. `draw`: the ability that draws is used."""

    card: Name
    draw: bool = False


class Muster(Move):
    """Take a card of the Tisch (R10.5, R10.6). `open`: the payment may be short, and be added to after its draws."""

    kind: Literal["muster"] = "muster"
    slot: Place
    pay: Annotated[tuple[Pay, ...], Field(max_length=20)]
    top: Name | None = None
    favor: bool = False  # Freyja's
    open: bool = False


class AddPay(Move):
    """More cards for an open payment (R10.6.4)."""

    kind: Literal["add"] = "add"
    pay: Annotated[tuple[Pay, ...], Field(max_length=20)] = ()


class Ring(Move):
    """Use a Faery Ring (R10.4)."""

    kind: Literal["ring"] = "ring"
    hero: Hero


class EventChoice(Move):
    """What an event asks for: cards of the hand or discard pile, or a marker (R10.3)."""

    kind: Literal["event"] = "event"
    cards: Names = ()
    marker: Place | None = None


class Renew(Move):
    """What is discarded in renewal (R11.3)."""

    kind: Literal["renew"] = "renew"
    cards: Names = ()


class Drop(Move):
    """What is discarded at the limit of the hand (R2.10)."""

    kind: Literal["drop"] = "drop"
    cards: Names


class Choose(Move):
    """Of cards drawn or looked at: those kept, put back, discarded or withheld."""

    kind: Literal["choose"] = "choose"
    cards: Names = ()


AnyMove: TypeAlias = (
    PlaceTile | PlaceTown | PickItem | PlaceHero | PlayGod | Appease | PlayCharm | Done | MoveHero | Attack | PassTurn
    | Play | Berserk | Use | Enough | Decline | Late | Block | No | Shift | Retreat | StandUp | Target | Muster | AddPay
    | Ring | EventChoice | Renew | Drop | Choose
)  # fmt: skip
MOVES: TypeAdapter[Any] = TypeAdapter(Annotated[AnyMove, Field(discriminator="kind")])
