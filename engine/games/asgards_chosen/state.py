"""The whole table, hidden cards too: plain lists of small numbers (see `data`). Totals are counted when wanted.

A **side** is a colour: it owns draw pile, discard pile, markers, heroes and appeased gods. Each seat is a side of its
own, but for co-operative play, where both seats are one. A hero is twice its side, plus 0 for the woman, 1 for the man.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from engine.core.components.copies import copier
from engine.core.components.zones import Zones, zone
from engine.core.flow import Flow
from engine.core.flow.veil import Veil
from engine.core.moves import Seat
from engine.games.asgards_chosen.data import (
    CARDS,
    CREATURES,
    KIND,
    MOST_MARKERS,
    NAME,
    NONE,
    SLOTS,
    SORT,
    TERRITORIES,
    TILES,
    TOWN,
)
from engine.games.asgards_chosen.data.land import Laid, Land, Socket, land
from engine.games.asgards_chosen.moves import AnyMove

Stage: TypeAlias = Literal["board", "items", "heroes", "god", "charm", "campaign", "muster", "renewal", "over"]


@dataclass(slots=True)
class Battle:
    """A battle from its declaration to its end. Cards are in the piles of the state; here is what holds of them."""

    attacker: Seat  # NONE: an event attacks (R15.5)
    defender: Seat  # NONE: a neutral battle
    hero: int  # the attacker's; NONE for an event
    origin: int  # NONE: an event without attacking terrain
    ground: int
    declined: bool = False
    berserk: bool = False  # the attacker's berserk play has begun
    ended: bool = False  # the defending hero has left an enchanted land (R8.10.2)
    fled: bool = False  # the attacking hero has left (R8.10.1)
    decided: bool = False  # what follows is its end: markers and heroes find their places
    raging: int = 0  # cards played while berserk
    used: list[int] = field(default_factory=list)  # cards whose ability has been used
    before: list[int] = field(default_factory=list)  # cards of steps that are over: too late for their abilities
    doubled: list[int] = field(default_factory=list)
    stripped: list[int] = field(default_factory=list)  # cards without terrain bonus, for good (R8.4.4)
    boosts: list[list[int]] = field(default_factory=list)  # (card, power)
    returns: list[int] = field(default_factory=list)  # cards that go back to hand if their side wins
    silent: list[int] = field(default_factory=list)  # cards that give nothing: interrupts
    foes: list[int] = field(default_factory=list)  # the attackers of an event, who fight as attackers do

    def copy(self) -> Battle:
        """Independent of this one."""
        return _copy_battle(self)


@dataclass(slots=True)
class State:
    """Hands, shown and played cards are by seat; draw and discard piles and appeased gods by side."""

    seen: list[int]  # by card: who knows where it lies (`zones`)
    tisch: list[int]  # by slot; NONE: empty
    markers: list[int]  # by territory: the side that controls it, ENEMY or NONE
    at: list[int]  # by hero: where it is
    down: list[bool]  # by hero: vanquished
    moved: list[bool]  # by hero: used in this campaign phase
    deck: list[int] = zone("nobody")  # the creature deck; the top is the end, as in all piles
    later: list[int] = zone("nobody")  # deck 2, as long as deck 1 lasts
    hands: list[list[int]] = zone("owner")
    draws: list[list[int]] = zone("nobody")
    discards: list[list[int]] = zone("all")
    appeased: list[list[int]] = zone("all")
    shown: list[list[int]] = zone("all")  # the god and the charm of the round
    played: list[list[int]] = zone("all")  # in the battle that is on, or in a payment
    held: list[list[int]] = zone("owner")  # withheld, back at the end of the battle
    kept: list[list[int]] = zone("all")  # withheld, back at the end of the campaign phase
    militia: list[int] = zone("all")  # of the defending side
    turned: list[int] = zone("all")  # on the attacking side
    graves: list[int] = zone("all")  # the Barrows: creatures
    relics: list[int] = zone("all")  # the Barrows: items
    banished: list[int] = zone("all")
    keeper: list[int] = zone("all")
    queue: list[int] = zone("all")  # events that will attack (R15.3)
    pool: list[int] = zone("nobody")  # starting items while they are picked
    box: list[int] = zone("all")  # cards that are set aside or not in this game
    mode: str = ""
    length: str = "standard"
    options: dict[str, bool] = field(default_factory=dict)
    laid: tuple[Laid, ...] = ()
    towns: tuple[Socket, ...] = ()
    stack: list[int] = field(default_factory=list)  # tiles face down
    spare: list[int] = field(default_factory=list)  # tiles that are not in this game
    secret: list[int] = field(default_factory=list)  # items of which not all know who has them
    first: Seat = 0
    round: int = 0
    stage: Stage = "board"
    seat: Seat = 0  # whose turn it is
    turn: int = 0  # campaign turn, 1 or 2; or the number of a muster turn
    spent: list[int] = field(default_factory=list)  # god and charm cards whose effect of this round is used up
    turn_over: bool = False  # both have had their turn of this phase (R16.3)
    calmed: list[int] = field(default_factory=list)  # seats that have appeased in this phase
    wins: list[int] = field(default_factory=list)  # heroes that have won as attackers in this campaign phase
    raids: list[int] = field(default_factory=list)  # those that did in a territory with an enemy marker (R15.9)
    felled: list[int] = field(default_factory=list)  # seats that have defeated an active hero in it
    rings: list[int] = field(default_factory=list)  # heroes that have used a Faery Ring in this muster phase
    mustered: Seat = NONE  # who mustered last
    passes: int = 0  # in direct succession
    second: bool = False  # deck 2 is the creature deck
    ending: bool = False  # this round, or the one that follows a renewal, is the last
    tile: list[int] = field(default_factory=list)  # enemy tiles of solitaire: column face up, column face down
    battle: Battle | None = None
    touched: list[str] = field(default_factory=list)
    flow: Flow[AnyMove] = field(default_factory=Flow[AnyMove])
    veil: Veil[State] | None = None

    def copy(self) -> State:
        """Independent of this one."""
        return _copy(self)

    # --- Seats and sides ---------------

    @property
    def seats(self) -> int:
        return len(self.hands)

    @property
    def sides(self) -> int:
        return len(self.draws)

    def side(self, seat: Seat) -> int:
        """The colour that a seat plays."""
        return seat if len(self.draws) == len(self.hands) else 0

    def order(self) -> list[Seat]:
        """All seats in turn order (R4.1)."""
        count = len(self.hands)
        return [(self.first + step) % count for step in range(count)]

    def heroes(self, side: int) -> tuple[int, int]:
        """The two heroes of a side."""
        return 2 * side, 2 * side + 1

    # --- The map ---------------

    @property
    def land(self) -> Land:
        return land(self.laid, self.towns)

    def owned(self, side: int) -> list[int]:
        """The territories that carry a side's marker, in the order of the file."""
        return [at for at, marker in enumerate(self.markers) if marker == side]

    def controls(self, side: int, kind: int) -> bool:
        """Whether a side controls a territory of this kind."""
        return any(marker == side and KIND[at] == kind for at, marker in enumerate(self.markers))

    def hero_at(self, territory: int) -> int:
        """Who stands or lies there; NONE: nobody."""
        return self.at.index(territory) if territory in self.at else NONE

    def guarded(self, side: int, territory: int) -> bool:
        """Whether an own hero is there, active or not."""
        return territory in self.at[2 * side : 2 * side + 2]

    def unguarded(self, side: int) -> list[int]:
        """The territories with a side's marker from which it can be taken: those without an own hero."""
        return [at for at in self.owned(side) if not self.guarded(side, at)]

    # --- Cards ---------------

    def named(self, pile: list[int], name: str) -> int | None:
        """The card of a pile that is called so; `troll1#2` is the second Troll of it."""
        name, _, number = name.partition("#")
        left = int(number) if number.isascii() and number.isdigit() else 1
        for card in pile:
            if NAME[card] == name:
                left -= 1
                if left == 0:
                    return card
        return None

    def card_count(self, side: int) -> int:
        """How many cards a side has, wherever they lie: what a tie is decided by (R13.3)."""
        own = (len(self.hands[seat]) + len(self.shown[seat]) for seat in range(self.seats) if self.side(seat) == side)
        return len(self.draws[side]) + len(self.discards[side]) + sum(own)

    def favor(self, seat: Seat, god: str) -> int | None:
        """The card, if a seat has played this god in this round."""
        return next((card for card in self.shown[seat] if NAME[card] == god), None)

    def keeps(self, what: str) -> int:
        """The number of the keeper in play, 1 where it has none; 0 if its effect is another one."""
        if not self.keeper:
            return 0
        design = CARDS[self.keeper[0]]
        return int(design.effect.get("n", 1)) if design.what == what else 0

    @property
    def dreaming(self) -> bool:
        """Whether the first round of an introductory game is on (R14.5)."""
        return self.mode == "introductory" and self.round == 1

    @property
    def lands_work(self) -> bool:
        """Whether enchanted lands have their power."""
        return not (self.keeper and self.keeps("enchanted_lands_off")) and not self.dreaming


_copy_battle = copier(Battle)
_copy = copier(State)
ZONES = Zones(State, cards=len(CARDS))


def in_order(pile: list[int]) -> list[str]:
    """The names by which the cards of a pile can be told apart: `troll1`, `troll1#2`."""
    names: list[str] = []
    counts: dict[str, int] = {}
    for card in pile:
        name = NAME[card]
        counts[name] = count = counts.get(name, 0) + 1
        names.append(name if count == 1 else f"{name}#{count}")
    return names


def empty(seats: int, sides: int) -> State:
    """A table before anything is dealt; all cards are in the box."""
    by_seat: list[list[list[int]]] = [[[] for _ in range(seats)] for _ in range(5)]
    by_side: list[list[list[int]]] = [[[] for _ in range(sides)] for _ in range(3)]
    hands, shown, played, held, kept = by_seat
    draws, discards, appeased = by_side
    return State(
        seen=[0] * len(CARDS), tisch=[NONE] * len(SLOTS), markers=[NONE] * len(TERRITORIES), at=[NONE] * 2 * sides,
        down=[False] * 2 * sides, moved=[False] * 2 * sides, deck=[], later=[], hands=hands, draws=draws,
        discards=discards, appeased=appeased, shown=shown, played=played, held=held, kept=kept, militia=[], turned=[],
        graves=[], relics=[], banished=[], keeper=[], queue=[], pool=[], box=list(range(len(CARDS))),
    )  # fmt: skip


def missing(state: State) -> list[str]:
    """Components that have got lost or doubled, and markers, heroes and cards that are where none can be."""
    counts = [0] * len(CARDS)
    for _, _, pile, _ in ZONES.piles(state):
        for card in pile:
            counts[card] += 1
    for card in state.tisch:
        if card != NONE:
            counts[card] += 1
    wrong = [f"card {NAME[card]}" for card, count in enumerate(counts) if count != 1]
    wrong += [f"{side} has too many markers" for side in range(state.sides) if len(state.owned(side)) > MOST_MARKERS]
    wrong += [
        f"a marker in {TERRITORIES[at]}" for at, one in enumerate(state.markers) if one != NONE and KIND[at] > TOWN
    ]
    wrong += [f"two heroes in {TERRITORIES[at]}" for at in set(state.at) if at != NONE and state.at.count(at) > 1]
    tiles = sorted([*state.stack, *state.spare, *(one[0] for one in state.laid)])
    wrong += [] if tiles == list(range(len(TILES))) else ["tiles"]
    wrong += [] if all(card in CREATURES for card in state.graves) else ["what lies among the creatures"]
    wrong += [] if all(SORT[card] == "item" for card in state.relics) else ["what lies among the items"]
    return wrong
