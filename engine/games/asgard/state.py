"""The whole table, hidden things too: plain numbers in lists (see pieces.py for what each number means)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.core.components.copies import copier
from engine.core.flow import Flow
from engine.core.moves import Seat
from engine.games.asgard.data import Data, load
from engine.games.asgard.moves import AnyMove
from engine.games.asgard.pieces import (
    ASGARD,
    EMPTY,
    GOD_TILE,
    LOWER,
    NOBODY,
    STACK,
    TEMPLE,
    God,
    Slot,
    Stage,
    slot_name,
    strength_of,
)

Item = tuple[str, int]  # ("stone", colour), ("recruit", kind), ("seal", side), ("population", tile) ...


@dataclass(slots=True)
class Offer:
    """Items in front of `seat` for an order tile (R8.4). No items: it was withdrawn or has lapsed, and stays so.

    `issue` counts what a seat offered for a number, from 1: an acceptance names it, and so binds to no other goods than
    those that its writer knew.
    """

    seat: Seat
    number: int  # order tile, from 1
    items: list[Item]
    issue: int = 1

    def copy(self) -> Offer:
        """Independent of this one."""
        return Offer(self.seat, self.number, self.items.copy(), self.issue)


@dataclass(frozen=True, slots=True)
class Ask:
    """A question in the middle of an action, as the open wave of the flow says it."""

    kind: str  # "giver", "seal_giver", "get", "redistribute"
    seat: Seat
    what: str = ""  # "stone", "recruit" or "seal" for a giver; "weapon" or "wizardry" for a search
    which: int = 0
    among: tuple[Seat, ...] = ()  # who may be named


@dataclass(frozen=True, slots=True)
class Fight:
    """A battle order (R9.4, R9.6): recruits to be sent, or a tile: -1 none, 100 Týr's, else a population tile."""

    slot: int
    send: tuple[int, int, int]
    declare: int = -1


@dataclass(slots=True)
class State:
    """Lists are indexed by seat unless the comment says otherwise; stacks have their top at the end."""

    data: str  # the data set
    seats: int
    round: int
    stage: Stage
    colours: list[int]  # NOBODY until chosen
    order: list[Seat]  # order[0] owns order tile 1
    scores: list[int]
    # the common supply
    stones: list[int]  # by colour
    recruits: list[int]  # by kind
    seals: list[int]  # by side
    valhalla: list[int]  # white, orange
    battle_tiles: list[int]  # by value, lowest first: how many are left
    start_recruits: list[int]  # by kind, while the start recruits are picked
    # in front of the players
    own_stones: list[list[int]]
    own_recruits: list[list[int]]
    own_seals: list[list[int]]
    own_population: list[list[int]]
    own_temples: list[list[int]]
    own_battle_tiles: list[list[int]]  # points
    skills: list[Seat]  # by skill tile; NOBODY: at home
    front: list[int]  # discs
    row: list[int]  # discs left on the row: they stand on its last slots
    middle: list[int]  # discs in the middle
    victory: list[list[int]]  # by world, by seat
    # the gods
    god_seals: list[int]  # by god: 0 or 1
    god_recruits: list[list[int]]  # by god, by kind
    god_tiles: list[list[int]]  # by god: values
    slots: list[Seat]  # by disc place (30)
    support: list[Seat]  # two by god: upper, bottom
    placed: list[list[int]]  # disc places of a seat in the order of placing, ASGARD too
    # the worlds
    worlds: list[int]  # by world slot (16)
    flipped: list[bool]  # by world slot: the population tile lies face down
    battle: list[Seat]  # by battle slot (14)
    # stacks
    temples: list[list[int]]  # by stack
    ancient: list[list[int]]  # by side: values
    ancient_up: list[list[int]]  # by side: turned up so far
    asgard_stack: list[int]
    asgard_row: list[int]
    asgard_up: list[bool]  # by place in the row
    asgard_aside: list[int]
    # arms: weapons are tiles 0 to 6, wizardry 7 to 13
    arms: list[int]  # by tile: STACK, a seat, LAID + world slot, GONE
    owner: list[Seat]  # by tile: who laid it
    taken: list[int]  # by tile: number of the search that took it, from 1; 0: still there
    searches: list[list[Seat]]  # by kind of arms: who searched
    known: list[list[int]]  # tiles in front of others, or laid by them, that a seat knows
    # this round
    hand: list[list[int]]  # chosen gods not yet revealed
    shown: list[list[int]]  # gods revealed
    chosen: list[bool]  # gods, or discs to recover, are chosen
    recover: list[list[int]]  # places to recover from, see round_start.py
    # the running turn
    active: Seat
    turn: int  # turns begun in the whole game: names this turn in a written block
    acted: bool
    flow: Flow[AnyMove]  # what the running action has still to do, and the question that is open in the middle of it
    offers: list[Offer]
    offering: list[bool]  # while offers are waited for: who still may
    # battles and Ragnarök
    fights: list[list[Fight]]
    fighting: list[list[int]]  # battle slots of a seat that it has still to answer for
    fallen: list[list[int]]  # by world slot: recruits beside the god tile at Ragnarök
    beneath: list[int]  # by world slot: the ancient weapon under a population tile, or 0
    passed: list[bool]
    touched: list[str]  # places that the last move changed, for boards to ring (touched.py)

    def copy(self) -> State:
        """Independent of this one."""
        return _copy(self)

    # what may be read off, on the table and on a view of it alike

    @property
    def components(self) -> Data:
        """The data this game is played with."""
        return load(self.data)

    @property
    def ask(self) -> Ask | None:
        """The question that is open in the middle of an action."""
        wave = self.flow.wave
        if wave is None:
            return None
        asked, among = wave.asked[0], wave.asked[0].about.get("among", ())
        return Ask(wave.kind, asked.seat, asked.about.get("what", ""), asked.about.get("which", 0), tuple(among))

    def number(self, seat: Seat) -> int:
        """The order tile of `seat`, from 1."""
        return self.order.index(seat) + 1

    def slot_name(self, place: int) -> tuple[God | None, Slot]:
        """(god, slot) of a disc place; of Asgard (None, "asgard")."""
        return slot_name(place, single=place < ASGARD and len(self.components.slots[place // 3]) == 1)

    def risen(self, god: int) -> bool:
        return self.components.rises[god] <= max(self.round, 1)

    def risen_gods(self) -> list[int]:
        rises, now = self.components.rises, max(self.round, 1)
        return [god for god in range(10) if rises[god] <= now]

    def free_support(self, god: int) -> int:
        """The uppermost empty Support slot (0 or 1), or -1."""
        return next((place for place in (0, 1) if self.support[2 * god + place] == NOBODY), -1)

    def temple_of(self, seat: Seat) -> int:
        """The points of a seat's temples."""
        points = self.components.temple_points
        return sum(points[temple] for temple in self.own_temples[seat])

    def strength(self, seat: Seat) -> int:
        """Of all recruits in front of a seat."""
        return strength_of(self.own_recruits[seat])

    def left_to_do(self) -> list[list[int]]:
        """What each seat has left to do in this phase: gods to reveal, or discs to take from their places (R6.6)."""
        return self.hand if self.stage == "place" else self.placed

    def busy(self, seat: Seat) -> bool:
        """Whether the seat has something left to do in this phase (R6.6)."""
        return bool(self.left_to_do()[seat])

    def in_asgard(self, seat: Seat) -> int:
        return self.placed[seat].count(ASGARD)

    def is_population(self, slot: int) -> bool:
        return EMPTY < self.worlds[slot] < GOD_TILE

    def is_god(self, slot: int) -> bool:
        return self.worlds[slot] >= GOD_TILE

    def god_at(self, slot: int) -> int:
        return (self.worlds[slot] - GOD_TILE) // 10

    def value_at(self, slot: int) -> int:
        """The printed value of the tile in a world slot."""
        tile = self.worlds[slot]
        return (tile - GOD_TILE) % 10 if tile >= GOD_TILE else self.components.value[tile]

    def free_world_slots(self, side: int) -> list[int]:
        """Where a god tile of this side may go (R7.3.5)."""
        return [slot for slot in range(side, LOWER + 2, 2) if self.is_population(slot)]

    def battle_slot_open(self, seat: Seat, slot: int, taken: Sequence[int] = ()) -> bool:
        """R7.4.4; `taken`: slots that the seat takes before in the same action."""
        world = slot // 2
        if self.battle[slot] != NOBODY or slot in taken or self.victory[world][seat] or self.worlds[slot] == EMPTY:
            return False
        other = slot ^ 1  # the one on the other side of the world
        held = self.battle[other] != NOBODY or other in taken
        return held < self.components.capacity[world]

    def open_battle_slots(self, seat: Seat, taken: Sequence[int] = ()) -> list[int]:
        return [slot for slot in range(LOWER) if self.battle_slot_open(seat, slot, taken)]

    def bar(self, seat: Seat, place: int) -> str:
        """Why a disc of a seat may not enter a place: a code, or nothing (R6.3, R6.4)."""
        if place == ASGARD:
            return ""
        god = place // 3
        if self.slots[place] != NOBODY:
            return "E_SLOT_TAKEN"
        if place % 3 != TEMPLE:
            return ""
        if seat in self.support[2 * god : 2 * god + 2]:
            return "E_ALREADY_SUPPORTING"
        return "E_NO_SUPPORT_SLOT" if self.free_support(god) < 0 else ""

    def owned_arms(self, seat: Seat, kind: int) -> list[int]:
        """Tiles in front of a seat (those whose place is known, in a view)."""
        return [tile for tile in range(7 * kind, 7 * kind + 7) if self.arms[tile] == seat]

    def in_stack(self, kind: int) -> list[int]:
        """Tiles that nobody has searched out yet (those that are known to lie there, in a view)."""
        return [tile for tile in range(7 * kind, 7 * kind + 7) if self.arms[tile] == STACK]


_copy = copier(State)
