"""What moves cause, in the order in which it happens. Names are those of pieces.py; a hidden thing is None."""

from __future__ import annotations

from typing import TypeAlias

from engine.core.happenings import Happening, happening, own
from engine.core.moves import Seat

Thing: TypeAlias = tuple[str, str]  # ("stone", "pink"), ("weapon", "5"), ("weapon", "") when hidden


@happening("game_began", reveals=True)
class GameBegan(Happening):
    """Everything is laid out (R2)."""

    order: tuple[Seat, ...]
    row: tuple[str, ...]  # Asgard tiles turned up


@happening("colour_chosen")
class ColourChosen(Happening):
    seat: Seat
    colour: str


@happening("round_began", role="round")
class RoundBegan(Happening):
    """R4.2.1; `god`: who rises."""

    round: int
    god: str | None


@happening("phase_began", role="phase")
class PhaseBegan(Happening):
    stage: str


@happening("seal_laid")
class SealLaid(Happening):
    """A god got a seal (R4.2.2), from a player when the supply had none; `seal` is the side."""

    god: str
    seal: str
    giver: Seat | None


@happening("row_refilled", reveals=True)
class RowRefilled(Happening):
    """New tiles in the Asgard Row (R4.2.3)."""

    tiles: tuple[str, ...]


@happening("choice_made", role="choice")
class ChoiceMade(Happening):
    """A secret answer lies ready: discs to recover, gods, or battle orders (these without even the fact)."""

    seat: Seat
    what: str  # "recover", "gods", "battle"
    count: int
    names: tuple[str, ...] | None = own()
    replaced: bool = False

    def seen_by(self, viewer: Seat | None) -> Happening | None:
        private = self.replaced or self.what == "battle"
        return None if private and viewer != self.seat else Happening.seen_by(self, viewer)


@happening("recovered", reveals=True)
class Recovered(Happening):
    """Discs came back to the front (R4.2.4)."""

    seat: Seat
    places: tuple[str, ...]


@happening("placed", reveals=True)
class Placed(Happening):
    """A god revealed and a disc placed (R6.2)."""

    seat: Seat
    god: str
    slot: str


@happening("performed")
class Performed(Happening):
    """A disc is performed; what it does follows. `god` None: in Asgard."""

    seat: Seat
    god: str | None
    slot: str
    how: str  # "request", "temple", "asgard", "all", "decline"


@happening("seal_taken")
class SealTaken(Happening):
    """The seal beside a god (R7.1.1)."""

    seat: Seat
    god: str
    seal: str


@happening("received")
class Received(Happening):
    """An item came to a player: from the supply, or from a player (`giver`), or from `place` ("valhalla", a god)."""

    seat: Seat
    item: Thing
    count: int = 1
    giver: Seat | None = None
    place: str = ""


@happening("nothing_left")
class NothingLeft(Happening):
    """An item that could not be had (R3.3-R3.5)."""

    seat: Seat
    item: Thing


@happening("gave")
class Gave(Happening):
    """Items went back to the supply, as a price or in exchange."""

    seat: Seat
    items: tuple[Thing, ...]


@happening("tile_used")
class TileUsed(Happening):
    """A population or skill tile was used."""

    seat: Seat
    tile: str


@happening("searched", reveals=True)
class Searched(Happening):
    """A closed stack was searched (R5.3): `tile` kept, `saw` all that lay there. For the searcher only."""

    seat: Seat
    arms: str  # "weapon", "wizardry"
    tile: str | None = own()
    saw: tuple[str, ...] = own(hidden=())


@happening("searching", reveals=True)
class Searching(Happening):
    """The right to search is spent; the seat looks through the stack and has still to choose (D15)."""

    seat: Seat
    arms: str


@happening("asgard_flipped")
class AsgardFlipped(Happening):
    seat: Seat
    tile: str


@happening("order_changed")
class OrderChanged(Happening):
    """Order tiles from 1 on."""

    order: tuple[Seat, ...]


@happening("extra_turn")
class ExtraTurn(Happening):
    seat: Seat


@happening("temple_built")
class TempleBuilt(Happening):
    seat: Seat
    god: str
    temple: str
    points: int
    recruits: tuple[str, int] | None  # kind and number put on the god
    support: str  # the Support slot of the disc


@happening("god_tile_placed")
class GodTilePlaced(Happening):
    """A god tile on a world slot; the population tile there was gained, or discarded when it lay face down."""

    seat: Seat
    god: str
    value: int
    slot: str
    population: str
    gained: bool


@happening("god_tile_lost")
class GodTileLost(Happening):
    """No world slot was free for it (R7.3.5)."""

    god: str
    value: int


@happening("turned", reveals=True)
class Turned(Happening):
    """The next tile of a stack lies open: a god's, or a temple stack's; `name` None: the stack is empty."""

    stack: str
    name: str | None


@happening("scored", role="landmark")
class Scored(Happening):
    """Points; `why`: "temples", "lower", "hel", "battle_tiles", "world", "vp_top", "vp_bottom"; `world` from 1."""

    seat: Seat
    points: int
    why: str
    world: int = 0


@happening("slain")
class Slain(Happening):
    """Hel's bottomless hall: a warrior of a god went to Valhalla (R8.9)."""

    seat: Seat
    god: str
    warrior: str


@happening("disc_moved")
class DiscMoved(Happening):
    """A disc went from "mimir", "row", "middle" ... to "loki upper", "asgard", "front", "B3L", "V3"."""

    seat: Seat
    source: str
    target: str


@happening("population_flipped")
class PopulationFlipped(Happening):
    seat: Seat
    slot: str
    tile: str


@happening("offers_heard")
class OffersHeard(Happening):
    """A seat lets the others make offers (R8.4)."""

    seat: Seat


@happening("offer_made")
class OfferMade(Happening):
    """Open, but for which weapon or wizardry it is (`secret_to` sees it too). No items: withdrawn."""

    seat: Seat
    number: int  # 0: nothing to offer
    items: tuple[Thing, ...]
    secret_to: Seat
    issue: int = 1  # which of the seat's offers for this number

    def seen_by(self, viewer: Seat | None) -> OfferMade:
        hidden = OfferMade(self.seat, self.number, _masked(self.items), self.secret_to, self.issue)
        return self if viewer in (self.seat, self.secret_to) else hidden


@happening("tile_offered", reveals=True)
class TileOffered(OfferMade):
    """An offer that shows a weapon or wizardry tile to `secret_to`."""


@happening("deal_made", reveals=True)
class DealMade(Happening):
    """An accepted offer changed hands."""

    giver: Seat
    taker: Seat
    number: int
    items: tuple[Thing, ...]

    def seen_by(self, viewer: Seat | None) -> DealMade:
        items = self.items if viewer in (self.giver, self.taker) else _masked(self.items)
        return DealMade(self.giver, self.taker, self.number, items)


def _masked(items: tuple[Thing, ...]) -> tuple[Thing, ...]:
    return tuple((what, "" if what in ("weapon", "wizardry") else which) for what, which in items)


@happening("ancient_turned", reveals=True)
class AncientTurned(Happening):
    """The ancient weapons of this round (R9.2)."""

    light: int
    darkness: int


@happening("battle_settled", reveals=True, role="landmark")
class BattleSettled(Happening):
    """A disc in a battle slot (R9.3, R9.4). `how`: "won", "sent", "declared", "lost"."""

    seat: Seat
    slot: str
    values: tuple[int, int]  # of its own side and of the other, recruits sent not counted
    how: str
    sent: tuple[int, int, int]  # white, orange, giants
    tile: str | None


@happening("battle_tile_taken")
class BattleTileTaken(Happening):
    """For discs in Victory Areas (R9.7); no points: no tile was left."""

    seat: Seat
    discs: int
    points: int


@happening("ragnarok_began", reveals=True, role="landmark")
class RagnarokBegan(Happening):
    """R10.2-R10.5."""

    empty: tuple[int, ...]  # worlds that take no part
    ancient: tuple[str, ...]  # world slots under which an ancient weapon lies


@happening("from_valhalla")
class FromValhalla(Happening):
    """A warrior for a Light god tile; `warrior` None: passed (R10.6)."""

    seat: Seat
    warrior: str | None
    god: str = ""
    slot: str = ""


@happening("arm_laid")
class ArmLaid(Happening):
    """A tile laid face down (R10.7); `tile` None: hidden."""

    seat: Seat
    arms: str
    tile: str | None = own()
    god: str = ""
    slot: str = ""


@happening("arms_discarded")
class ArmsDiscarded(Happening):
    """Tiles of a player who supports no god in the worlds: numbers of weapons and wizardry (R10.7)."""

    seat: Seat
    weapons: int
    wizardry: int


@happening("world_fought", reveals=True, role="landmark")
class WorldFought(Happening):
    """A world at Ragnarök (R10.9): what was revealed on either side, the values, and who won (0 Light, 1 Darkness)."""

    world: int
    arms: tuple[tuple[str, ...], tuple[str, ...]]
    ancient: int  # under the population tile; 0: none
    values: tuple[int, int]
    winner: int | None


@happening("game_over", reveals=True, role="landmark")
class GameOver(Happening):
    scores: tuple[int, ...]
    winners: tuple[Seat, ...]
