"""The whole table, hidden cards too: plain lists of small numbers (see `data`)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from engine.core.components.copies import copier
from engine.core.components.zones import Zones, zone
from engine.core.flow import Flow
from engine.core.flow.veil import Veil
from engine.core.moves import Seat
from engine.games.blood_rage.data import (
    BOX,
    CARDS,
    EMPTY,
    FIGURES,
    FJORD_OF,
    HORNS,
    LEADER,
    MONSTERS,
    OUTER,
    PROVINCES,
    RESERVE,
    SAILS,
    SHIP,
    SLOTS,
    SUPPORTS,
    VALHALLA,
    VALUES,
    VILLAGES,
    WARRIORS,
)
from engine.games.blood_rage.moves import AnyMove

Stage: TypeAlias = Literal["gifts", "action", "discard", "quest", "ragnarok", "release", "over"]


@dataclass(slots=True)
class Battle:
    """A pillage from its declaration to its end. Lists of lists are by seat."""

    pillager: Seat
    province: int
    again: bool = False  # Tyr's Challenge: the token shows its pillaged side already
    arrivals: list[int] = field(default_factory=list)  # seats that moved a figure in, in order
    looked: list[int] = field(default_factory=list)  # by seat: arrivals at its last opportunity
    fighters: list[int] = field(default_factory=list)  # participants in battle order
    present: list[list[int]] = field(default_factory=list)  # their figures at the reveal
    cancelled: list[int] = field(default_factory=list)  # cards whose text says nothing
    shown: list[list[int]] = field(default_factory=list)  # the cards of the last round, when totals were compared
    fallen: list[int] = field(default_factory=list)  # figures destroyed since the reveal
    winner: int = EMPTY

    def copy(self) -> Battle:
        """Independent of this one."""
        return _copy_battle(self)


@dataclass(slots=True)
class State:
    """Lists are by seat unless said otherwise. Strength, totals and costs are counted when they are wanted."""

    sheets: list[list[int]]  # the card in each of the eight slots, or EMPTY
    places: list[list[int]]  # where each figure is: a place, RESERVE, VALHALLA or BOX
    seen: list[int]  # by card: who knows where it lies (`zones`)
    passed: list[int]  # by card: at which step of its draft each seat saw it last (`rules.memory`)
    tokens: list[str]  # by province
    doom: list[int]  # the province that falls in each Age
    rage: list[int]
    glory: list[int]
    steps: list[list[int]]  # of Rage, Axes and Horns, from 1
    decks: list[list[int]] = zone("nobody")  # by age
    box: list[int] = zone("all")  # cards for more players
    undealt: list[int] = zone("nobody")
    packs: list[list[int]] = zone("owner")
    hands: list[list[int]] = zone("owner")
    quests: list[list[int]] = zone("owner")  # committed
    played: list[list[int]] = zone("all")  # lying open in the battle
    dropped: list[list[int]] = zone("owner")  # discarded unshown: the last of a pack, the rest of a hand
    discards: list[int] = zone("all")
    first: Seat = 0
    age: int = 1
    stage: Stage = "gifts"
    turn: Seat = 0
    turns: list[int] = field(default_factory=list)  # how many each clan has taken
    battles: int = 0  # how many pillages have been declared
    touched: list[str] = field(default_factory=list)  # by the last move that changed the board (`rules.touched`)
    pillaged: list[bool] = field(default_factory=lambda: [False] * len(PROVINCES))
    destroyed: list[bool] = field(default_factory=lambda: [False] * len(PROVINCES))
    battle: Battle | None = None
    doomed: list[list[int]] = field(default_factory=list)  # (seat, figure) about to be destroyed together
    flow: Flow[AnyMove] = field(default_factory=Flow[AnyMove])
    veil: Veil[State] | None = None

    def copy(self) -> State:
        """Independent of this one."""
        return _copy(self)

    # --- What is where ---------------

    @property
    def seats(self) -> int:
        return len(self.hands)

    def around(self, seat: Seat) -> list[Seat]:
        """All seats clockwise from this one."""
        return [(seat + step) % len(self.hands) for step in range(len(self.hands))]

    def at(self, seat: Seat, place: int) -> list[int]:
        """The figures of a clan in one place."""
        return [figure for figure, where in enumerate(self.places[seat]) if where == place]

    def in_battle(self, seat: Seat, province: int) -> list[int]:
        """The figures of a clan in a province and in the fjord that supports it (R1.3)."""
        fjord = FJORD_OF[province]
        return [figure for figure, where in enumerate(self.places[seat]) if where in (province, fjord)]

    def on_board(self, seat: Seat) -> list[int]:
        """The figures that count against Horns (R6.4)."""
        return [figure for figure, where in enumerate(self.places[seat]) if where >= 0]

    def empty_villages(self, province: int) -> int:
        """How many more figures a province can hold."""
        return VILLAGES[province] - sum([row.count(province) for row in self.places])

    def kind(self, seat: Seat, figure: int) -> str:
        """The code of a figure; empty for the place of a monster that a clan does not have."""
        if figure == LEADER:
            return "L"
        if figure == SHIP:
            return "S"
        if figure in WARRIORS:
            return "W"
        card = self.sheets[seat][figure - MONSTERS.start + SLOTS.index("m1")]
        return CARDS[card].code if card != EMPTY else ""

    def kinds(self, seat: Seat, place: int) -> list[str]:
        """The codes of a clan's figures in one place: Leader, Warriors, ship, monsters."""
        return sorted((self.kind(seat, figure) for figure in self.at(seat, place)), key=_rank)

    def find(self, seat: Seat, code: str, place: int) -> int | None:
        """A figure of this kind in one place."""
        for figure, where in enumerate(self.places[seat]):
            if where == place and self.kind(seat, figure) == code:
                return figure
        return None

    def sails(self, seat: Seat, figure: int) -> bool:
        """Whether it is a ship or counts as one."""
        return self.kind(seat, figure) in SAILS

    def has(self, seat: Seat, name: str) -> bool:
        """Whether an upgrade of this name lies on the clan sheet."""
        return any(card != EMPTY and CARDS[card].name == name for card in self.sheets[seat])

    def upgrades(self, seat: Seat) -> list[int]:
        """The cards on the clan sheet."""
        return [card for card in self.sheets[seat] if card != EMPTY]

    def in_hand(self, seat: Seat, code: str) -> int | None:
        """The first card of this code in a hand."""
        return next((card for card in self.hands[seat] if CARDS[card].code == code), None)

    def value(self, seat: Seat, stat: int) -> int:
        """What a stat is worth on its step."""
        return VALUES[stat][self.steps[seat][stat] - 1]

    def horns_left(self, seat: Seat) -> int:
        """How many more figures may come to the board."""
        return self.value(seat, HORNS) - len(self.on_board(seat))

    def fjord_stands(self, fjord: int) -> bool:
        """Whether one of its provinces is left (R6.3)."""
        return not all(self.destroyed[province] for province in SUPPORTS[fjord])


_copy_battle = copier(Battle)
_copy = copier(State)
ZONES = Zones(State, cards=len(CARDS))
_ORDER = {"L": 0, "W": 1, "S": 2}


def _rank(code: str) -> tuple[int, str]:
    return _ORDER.get(code, 3), code


def empty(seats: int) -> State:
    """A table before anything is dealt; all cards are in the box."""
    piles: list[list[list[int]]] = [[[] for _ in range(seats)] for _ in range(5)]
    packs, hands, quests, played, dropped = piles
    here = [RESERVE] * MONSTERS.start + [BOX] * (FIGURES - MONSTERS.start)
    return State(
        decks=[[], [], []], box=list(range(len(CARDS))), undealt=[], packs=packs, hands=hands, quests=quests,
        played=played, dropped=dropped, discards=[], sheets=[[EMPTY] * len(SLOTS) for _ in range(seats)],
        places=[list(here) for _ in range(seats)], seen=[0] * len(CARDS),
        passed=[0] * len(CARDS), tokens=[""] * len(PROVINCES), doom=[],
        rage=[0] * seats, glory=[0] * seats, steps=[[1, 1, 1] for _ in range(seats)], turns=[0] * seats,
    )  # fmt: skip


def missing(state: State) -> list[str]:
    """Components that have got lost or doubled: cards by number, figures that stand where none can."""
    counts = [0] * len(CARDS)
    for _, _, pile, _ in ZONES.piles(state):
        for card in pile:
            counts[card] += 1
    for seat in range(state.seats):
        for card in state.upgrades(seat):
            counts[card] += 1
    wrong = [f"card {card}" for card, count in enumerate(counts) if count != 1]
    wrong += [f"too many figures in {province}" for province in OUTER if state.empty_villages(province) < 0]
    for seat, row in enumerate(state.places):
        wrong += [f"figure {seat}.{at}" for at, where in enumerate(row) if _lost(state, seat, at, where)]
    return wrong


def _lost(state: State, seat: Seat, figure: int, where: int) -> bool:
    """Whether a figure is somewhere where it cannot be."""
    if where in (RESERVE, VALHALLA):
        return not state.kind(seat, figure)
    if where == BOX:
        return bool(state.kind(seat, figure))
    if where in PROVINCES:
        return state.destroyed[where] or state.sails(seat, figure) or not state.kind(seat, figure)
    return not state.sails(seat, figure)
