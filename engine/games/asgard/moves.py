"""Moves: the answers to decisions, as they are stored. Names are those of pieces.py; players are seats from 0."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from engine.core.moves import Move, Seat
from engine.games.asgard.pieces import Colour as ColourName
from engine.games.asgard.pieces import God, Recruit, Seal, Slot, Stone

AnySeat = Annotated[Seat, Field(ge=0, le=3)]
WorldSlot = Annotated[str, Field(pattern=r"^(W[1-7][LD]|LL|LD)$")]
BattleSlot = Annotated[str, Field(pattern=r"^B[1-7][LD]$")]
Tile = Annotated[str, Field(pattern=r"^[A-Z]{1,2}-[a-z0-9_+]{1,20}$")]  # an Asgard or population tile
Arms = Annotated[str, Field(pattern=r"^([0-9]{1,2}|[a-z_]{1,20})$")]  # `6` or `vp_top`
Wishes: TypeAlias = tuple[Arms, ...]


class Part(BaseModel):
    """Part of a move."""

    model_config = ConfigDict(frozen=True, extra="forbid")


# --- bonuses of Asgard and population tiles, and skills of gods


class TakeRecruits(Part):
    """Recruits of an Asgard tile."""

    kind: Literal["recruits"] = "recruits"
    take: tuple[Recruit, ...]


class Exchange(Part):
    """One own stone for one of another colour."""

    kind: Literal["exchange"] = "exchange"
    give: Stone
    get: Stone


class TakeStone(Part):
    kind: Literal["stone"] = "stone"
    stone: Stone


class TakeSeal(Part):
    kind: Literal["seal"] = "seal"
    seal: Seal


class Victory(Part):
    """An own disc goes from its battle slot to the Victory Area."""

    kind: Literal["victory"] = "victory"
    slot: BattleSlot


class Search(Part):
    """What to keep of the stack, best first."""

    kind: Literal["search"] = "search"
    get: Wishes = ()


class FlipTile(Part):
    """Flip a tile of the Asgard Row: its place from 1, or its id. Without a bonus the tile is not used."""

    kind: Literal["tile"] = "tile"
    tile: str = Field(pattern=r"^([1-3]|A-[a-z0-9+]{1,20})$")
    bonus: TakeRecruits | Exchange | None = None


class Warriors(Part):
    """Freyja: up to two warriors from Valhalla."""

    kind: Literal["warriors"] = "warriors"
    take: tuple[Recruit, ...] = Field(max_length=2)


class Accept(Part):
    """An offer, named by its maker, its number, and which of his offers for that number it is.

    `issue` None: recorded before offers were told apart.
    """

    seat: AnySeat
    number: int = Field(ge=1, le=4)
    issue: int | None = Field(default=None, ge=1, le=999)


class NewOrder(Part):
    """Odin: owners of the order tiles from 1 on, and the offers accepted."""

    kind: Literal["order"] = "order"
    order: tuple[AnySeat, ...]
    accept: tuple[Accept, ...] = ()


class HearOffers(Part):
    """Odin: let the others make their offers first; then one is asked for the order."""

    kind: Literal["hear"] = "hear"


class Steal(Part):
    """Loki: a recruit from a god."""

    kind: Literal["steal"] = "steal"
    god: God
    recruit: Recruit


class Slay(Part):
    """Hel: score the recruits of a god; one warrior goes to Valhalla."""

    kind: Literal["slay"] = "slay"
    god: God
    warrior: Recruit


class GoTo(Part):
    """Mímir and Fenrir: the disc moves on. `god` None: to Asgard."""

    kind: Literal["to"] = "to"
    god: God | None
    slot: Slot


class FlipPopulation(Part):
    """Surtr: flip a population tile and take its bonus."""

    kind: Literal["flip"] = "flip"
    slot: WorldSlot
    bonus: (
        Annotated[
            TakeStone | TakeSeal | Exchange | Victory | Search | FlipTile,
            Field(discriminator="kind"),
        ]
        | None
    ) = None


Skill: TypeAlias = Annotated[
    Warriors | Exchange | TakeStone | NewOrder | HearOffers | Steal | Slay | GoTo | FlipPopulation,
    Field(discriminator="kind"),
]


class Pay(Part):
    """One stone of a temple's price. A tile alone is `any_stone`; a tile and a stone is `convert_stone`."""

    stone: Stone | None = None
    tile: Tile | None = None
    counts: Stone | None = None  # the colour it counts as, when a tile is used

    @property
    def colour(self) -> Stone | None:
        """The colour it counts as."""
        return self.counts if self.tile is not None else self.stone


class PaySeal(Part):
    """One seal of a price: an own one, or a tile that counts as it."""

    seal: Seal
    tile: Tile | None = None


class Hire(Part):
    """A recruit bought in Asgard. `pay` None: the printed price in own seals."""

    recruit: Recruit
    pay: tuple[PaySeal, ...] | None = None


class RowDisc(Part):
    """A disc from the row: to the front (None) or to a battle slot."""

    to: BattleSlot | None
    pay: tuple[PaySeal, ...] | None = None
    get: Wishes = ()


# --- the moves


class ChooseColour(Move):
    kind: Literal["colour"] = "colour"
    colour: ColourName


class StartPick(Move):
    kind: Literal["start_pick"] = "start_pick"
    recruit: Recruit


class Giver(Move):
    """Who gives (R3, R4.2.2): the first of `players` who is among those that may be named."""

    kind: Literal["giver"] = "giver"
    what: Literal["stone", "recruit", "seal"]
    which: str
    players: tuple[AnySeat, ...] = Field(min_length=1)


class Recover(Move):
    """Places of discs: `middle`, `V3`, `support:odin`."""

    kind: Literal["recover"] = "recover"
    places: tuple[Annotated[str, Field(pattern=r"^(middle|V[1-7]|support:[a-z]{3,6})$")], ...]


class ChooseGods(Move):
    kind: Literal["gods"] = "gods"
    gods: tuple[God, ...]


class Place(Move):
    kind: Literal["place"] = "place"
    god: God
    slot: Slot


class Use(Move):
    """A population tile, used at any moment of the own turn."""

    kind: Literal["use"] = "use"
    tile: Tile
    get: Wishes = ()
    flip: FlipTile | None = None


class End(Move):
    kind: Literal["end"] = "end"


class Again(Move):
    """Thor's tile: a further turn at once."""

    kind: Literal["again"] = "again"


class Decline(Move):
    """Take a disc back without its action. `god` None: a disc from Asgard."""

    kind: Literal["decline"] = "decline"
    god: God | None
    slot: Slot


class Request(Move):
    """The action of a request slot. `skill` None: the optional part is not used."""

    kind: Literal["request"] = "request"
    god: God
    slot: Slot
    skill: Skill | None = None


class Temple(Move):
    """Build a temple. `recruits`: the kind put on the god; `count`, when given, must be all of them."""

    kind: Literal["temple"] = "temple"
    god: God
    stack: str = Field(pattern=r"^[A-Z][A-Z0-9]{0,3}$")
    pay: tuple[Pay, ...]
    recruits: tuple[Recruit, ...] = ()
    count: int | None = Field(default=None, ge=0, le=24)
    to: WorldSlot | None = None


class Asgard(Move):
    """An Asgard action (R7.4), or with `all` the one for several discs (R7.5)."""

    kind: Literal["asgard"] = "asgard"
    all: bool = False
    flip: FlipTile | None = None
    hire: tuple[Hire, ...] = Field(default=(), max_length=12)
    discs: tuple[RowDisc, ...] = Field(default=(), max_length=7)
    free: RowDisc | None = None
    move: tuple[BattleSlot, ...] = ()


class Get(Move):
    """The tile kept of a searched stack."""

    kind: Literal["get"] = "get"
    tile: Arms


class OfferItem(Part):
    """One thing in front of the offerer."""

    what: Literal["stone", "recruit", "seal", "population", "weapon", "wizardry", "skill", "temple", "battle"]
    which: str = Field(pattern=r"^[A-Za-z0-9_+-]{1,24}$")


class Bid(Part):
    """Items for an order tile; no items: nothing is offered for it any more."""

    number: int = Field(ge=1, le=4)
    items: tuple[OfferItem, ...] = Field(max_length=20)


class MakeOffer(Move):
    """Offers to whoever will redistribute the order tiles. Without bids: nothing (more) to offer."""

    kind: Literal["offer"] = "offer"
    bids: tuple[Bid, ...] = ()


class Redistribute(Move):
    """The new order after offers were heard; an empty order leaves it as it is."""

    kind: Literal["redistribute"] = "redistribute"
    order: tuple[AnySeat, ...] = ()
    accept: tuple[Accept, ...] = ()


class Battle(Move):
    """An order for one disc: recruits to send (white, orange, giants) or a tile; all zero: nothing."""

    kind: Literal["battle"] = "battle"
    slot: BattleSlot
    send: tuple[
        Annotated[int, Field(ge=0, le=12)], Annotated[int, Field(ge=0, le=12)], Annotated[int, Field(ge=0, le=12)]
    ] = (0, 0, 0)
    declare: Tile | Literal["tyr_skill"] | None = None


class Valhalla(Move):
    """A warrior goes beside a Light god tile; `warrior` None passes for good."""

    kind: Literal["valhalla"] = "valhalla"
    warrior: Recruit | None = None
    god: God | None = None
    world: int | None = Field(default=None, ge=1, le=7)


class Arm(Move):
    """A weapon or wizardry tile goes face down under a god tile."""

    kind: Literal["arm"] = "arm"
    tile: Arms
    god: God
    world: int = Field(ge=1, le=7)


AnyMove: TypeAlias = Annotated[
    ChooseColour | StartPick | Giver | Recover | ChooseGods | Place | Use | End | Again | Decline | Request | Temple
    | Asgard | Get | MakeOffer | Redistribute | Battle | Valhalla | Arm,
    Field(discriminator="kind"),
]  # fmt: skip
MOVES: TypeAdapter[AnyMove] = TypeAdapter(AnyMove)
