"""What moves cause, in the order in which it happens. Names are those of pieces.py; a hidden thing is None."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, TypeAlias

from engine.core.happenings import Happening, own
from engine.core.moves import Seat

Thing: TypeAlias = tuple[str, str]  # ("stone", "pink"), ("weapon", "5"), ("weapon", "") when hidden


@dataclass(slots=True)
class GameBegan(Happening):
    """Everything is laid out (R2)."""

    kind: ClassVar[str] = "game_began"
    reveals: ClassVar[bool] = True
    order: tuple[Seat, ...]
    row: tuple[str, ...]  # Asgard tiles turned up


@dataclass(slots=True)
class ColourChosen(Happening):
    kind: ClassVar[str] = "colour_chosen"
    seat: Seat
    colour: str


@dataclass(slots=True)
class RoundBegan(Happening):
    """R4.2.1; `god`: who rises."""

    kind: ClassVar[str] = "round_began"
    round: int
    god: str | None


@dataclass(slots=True)
class PhaseBegan(Happening):
    kind: ClassVar[str] = "phase_began"
    stage: str


@dataclass(slots=True)
class SealLaid(Happening):
    """A god got a seal (R4.2.2), from a player when the supply had none; `seal` is the side."""

    kind: ClassVar[str] = "seal_laid"
    god: str
    seal: str
    giver: Seat | None


@dataclass(slots=True)
class RowRefilled(Happening):
    """New tiles in the Asgard Row (R4.2.3)."""

    kind: ClassVar[str] = "row_refilled"
    reveals: ClassVar[bool] = True
    tiles: tuple[str, ...]


@dataclass(slots=True)
class ChoiceMade(Happening):
    """A secret answer lies ready: discs to recover, gods, or battle orders (these without even the fact)."""

    kind: ClassVar[str] = "choice_made"
    seat: Seat
    what: str  # "recover", "gods", "battle"
    count: int
    names: tuple[str, ...] | None = own()
    replaced: bool = False

    def seen_by(self, viewer: Seat | None) -> Happening | None:
        private = self.replaced or self.what == "battle"
        return None if private and viewer != self.seat else Happening.seen_by(self, viewer)


@dataclass(slots=True)
class Recovered(Happening):
    """Discs came back to the front (R4.2.4)."""

    kind: ClassVar[str] = "recovered"
    reveals: ClassVar[bool] = True
    seat: Seat
    places: tuple[str, ...]


@dataclass(slots=True)
class Placed(Happening):
    """A god revealed and a disc placed (R6.2)."""

    kind: ClassVar[str] = "placed"
    reveals: ClassVar[bool] = True
    seat: Seat
    god: str
    slot: str


@dataclass(slots=True)
class Performed(Happening):
    """A disc is performed; what it does follows. `god` None: in Asgard."""

    kind: ClassVar[str] = "performed"
    seat: Seat
    god: str | None
    slot: str
    how: str  # "request", "temple", "asgard", "all", "decline"


@dataclass(slots=True)
class SealTaken(Happening):
    """The seal beside a god (R7.1.1)."""

    kind: ClassVar[str] = "seal_taken"
    seat: Seat
    god: str
    seal: str


@dataclass(slots=True)
class Received(Happening):
    """An item came to a player: from the supply, or from a player (`giver`), or from `place` ("valhalla", a god)."""

    kind: ClassVar[str] = "received"
    seat: Seat
    item: Thing
    count: int = 1
    giver: Seat | None = None
    place: str = ""


@dataclass(slots=True)
class NothingLeft(Happening):
    """An item that could not be had (R3.3-R3.5)."""

    kind: ClassVar[str] = "nothing_left"
    seat: Seat
    item: Thing


@dataclass(slots=True)
class Gave(Happening):
    """Items went back to the supply, as a price or in exchange."""

    kind: ClassVar[str] = "gave"
    seat: Seat
    items: tuple[Thing, ...]


@dataclass(slots=True)
class TileUsed(Happening):
    """A population or skill tile was used."""

    kind: ClassVar[str] = "tile_used"
    seat: Seat
    tile: str


@dataclass(slots=True)
class Searched(Happening):
    """A closed stack was searched (R5.3): `tile` kept, `saw` all that lay there. For the searcher only."""

    kind: ClassVar[str] = "searched"
    reveals: ClassVar[bool] = True
    seat: Seat
    arms: str  # "weapon", "wizardry"
    tile: str | None = own()
    saw: tuple[str, ...] = own(hidden=())


@dataclass(slots=True)
class Searching(Happening):
    """The right to search is spent; the seat looks through the stack and has still to choose (D15)."""

    kind: ClassVar[str] = "searching"
    reveals: ClassVar[bool] = True
    seat: Seat
    arms: str


@dataclass(slots=True)
class AsgardFlipped(Happening):
    kind: ClassVar[str] = "asgard_flipped"
    seat: Seat
    tile: str


@dataclass(slots=True)
class OrderChanged(Happening):
    """Order tiles from 1 on."""

    kind: ClassVar[str] = "order_changed"
    order: tuple[Seat, ...]


@dataclass(slots=True)
class ExtraTurn(Happening):
    kind: ClassVar[str] = "extra_turn"
    seat: Seat


@dataclass(slots=True)
class TempleBuilt(Happening):
    kind: ClassVar[str] = "temple_built"
    seat: Seat
    god: str
    temple: str
    points: int
    recruits: tuple[str, int] | None  # kind and number put on the god
    support: str  # the Support slot of the disc


@dataclass(slots=True)
class GodTilePlaced(Happening):
    """A god tile on a world slot; the population tile there was gained, or discarded when it lay face down."""

    kind: ClassVar[str] = "god_tile_placed"
    seat: Seat
    god: str
    value: int
    slot: str
    population: str
    gained: bool


@dataclass(slots=True)
class GodTileLost(Happening):
    """No world slot was free for it (R7.3.5)."""

    kind: ClassVar[str] = "god_tile_lost"
    god: str
    value: int


@dataclass(slots=True)
class Turned(Happening):
    """The next tile of a stack lies open: a god's, or a temple stack's; `name` None: the stack is empty."""

    kind: ClassVar[str] = "turned"
    reveals: ClassVar[bool] = True
    stack: str
    name: str | None


@dataclass(slots=True)
class Scored(Happening):
    """Points; `why`: "temples", "lower", "hel", "battle_tiles", "world", "vp_top", "vp_bottom"; `world` from 1."""

    kind: ClassVar[str] = "scored"
    seat: Seat
    points: int
    why: str
    world: int = 0


@dataclass(slots=True)
class Slain(Happening):
    """Hel's bottomless hall: a warrior of a god went to Valhalla (R8.9)."""

    kind: ClassVar[str] = "slain"
    seat: Seat
    god: str
    warrior: str


@dataclass(slots=True)
class DiscMoved(Happening):
    """A disc went from "mimir", "row", "middle" ... to "loki upper", "asgard", "front", "B3L", "V3"."""

    kind: ClassVar[str] = "disc_moved"
    seat: Seat
    source: str
    target: str


@dataclass(slots=True)
class PopulationFlipped(Happening):
    kind: ClassVar[str] = "population_flipped"
    seat: Seat
    slot: str
    tile: str


@dataclass(slots=True)
class OffersHeard(Happening):
    """A seat lets the others make offers (R8.4)."""

    kind: ClassVar[str] = "offers_heard"
    seat: Seat


@dataclass(slots=True)
class OfferMade(Happening):
    """Open, but for which weapon or wizardry it is (`secret_to` sees it too). No items: withdrawn."""

    kind: ClassVar[str] = "offer_made"
    seat: Seat
    number: int  # 0: nothing to offer
    items: tuple[Thing, ...]
    secret_to: Seat
    issue: int = 1  # which of the seat's offers for this number

    def seen_by(self, viewer: Seat | None) -> OfferMade:
        hidden = OfferMade(self.seat, self.number, _masked(self.items), self.secret_to, self.issue)
        return self if viewer in (self.seat, self.secret_to) else hidden


@dataclass(slots=True)
class TileOffered(OfferMade):
    """An offer that shows a weapon or wizardry tile to `secret_to`."""

    kind: ClassVar[str] = "tile_offered"
    reveals: ClassVar[bool] = True


@dataclass(slots=True)
class DealMade(Happening):
    """An accepted offer changed hands."""

    kind: ClassVar[str] = "deal_made"
    reveals: ClassVar[bool] = True
    giver: Seat
    taker: Seat
    number: int
    items: tuple[Thing, ...]

    def seen_by(self, viewer: Seat | None) -> DealMade:
        items = self.items if viewer in (self.giver, self.taker) else _masked(self.items)
        return DealMade(self.giver, self.taker, self.number, items)


def _masked(items: tuple[Thing, ...]) -> tuple[Thing, ...]:
    return tuple((what, "" if what in ("weapon", "wizardry") else which) for what, which in items)


@dataclass(slots=True)
class AncientTurned(Happening):
    """The ancient weapons of this round (R9.2)."""

    kind: ClassVar[str] = "ancient_turned"
    reveals: ClassVar[bool] = True
    light: int
    darkness: int


@dataclass(slots=True)
class BattleSettled(Happening):
    """A disc in a battle slot (R9.3, R9.4). `how`: "won", "sent", "declared", "lost"."""

    kind: ClassVar[str] = "battle_settled"
    reveals: ClassVar[bool] = True
    seat: Seat
    slot: str
    values: tuple[int, int]  # of its own side and of the other, recruits sent not counted
    how: str
    sent: tuple[int, int, int]  # white, orange, giants
    tile: str | None


@dataclass(slots=True)
class BattleTileTaken(Happening):
    """For discs in Victory Areas (R9.7); no points: no tile was left."""

    kind: ClassVar[str] = "battle_tile_taken"
    seat: Seat
    discs: int
    points: int


@dataclass(slots=True)
class RagnarokBegan(Happening):
    """R10.2-R10.5."""

    kind: ClassVar[str] = "ragnarok_began"
    reveals: ClassVar[bool] = True
    empty: tuple[int, ...]  # worlds that take no part
    ancient: tuple[str, ...]  # world slots under which an ancient weapon lies


@dataclass(slots=True)
class FromValhalla(Happening):
    """A warrior for a Light god tile; `warrior` None: passed (R10.6)."""

    kind: ClassVar[str] = "from_valhalla"
    seat: Seat
    warrior: str | None
    god: str = ""
    slot: str = ""


@dataclass(slots=True)
class ArmLaid(Happening):
    """A tile laid face down (R10.7); `tile` None: hidden."""

    kind: ClassVar[str] = "arm_laid"
    seat: Seat
    arms: str
    tile: str | None = own()
    god: str = ""
    slot: str = ""


@dataclass(slots=True)
class ArmsDiscarded(Happening):
    """Tiles of a player who supports no god in the worlds: numbers of weapons and wizardry (R10.7)."""

    kind: ClassVar[str] = "arms_discarded"
    seat: Seat
    weapons: int
    wizardry: int


@dataclass(slots=True)
class WorldFought(Happening):
    """A world at Ragnarök (R10.9): what was revealed on either side, the values, and who won (0 Light, 1 Darkness)."""

    kind: ClassVar[str] = "world_fought"
    reveals: ClassVar[bool] = True
    world: int
    arms: tuple[tuple[str, ...], tuple[str, ...]]
    ancient: int  # under the population tile; 0: none
    values: tuple[int, int]
    winner: int | None


@dataclass(slots=True)
class GameOver(Happening):
    kind: ClassVar[str] = "game_over"
    reveals: ClassVar[bool] = True
    scores: tuple[int, ...]
    winners: tuple[Seat, ...]
