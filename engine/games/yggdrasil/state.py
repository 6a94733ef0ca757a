"""The whole table, hidden cards too: plain lists of small numbers (see `data`). Forces are counted when wanted."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from engine.core.components.copies import copier
from engine.core.components.zones import ALL, Zones, shown_to, zone
from engine.core.flow import Flow
from engine.core.moves import Seat
from engine.games.yggdrasil.data import (
    ALL_CARDS,
    BAGS,
    ENEMIES,
    FIRES,
    FIRST_GIANT,
    GODS,
    ISLAND,
    LEVELS,
    NONE,
    RAINBOW,
    RUNE_OF,
    SETUP,
    START_ELVES,
    START_FIRES,
    START_VIKINGS,
    VIKINGS,
    WHEN_RAINBOW,
)
from engine.games.yggdrasil.moves import AnyMove

Stage: TypeAlias = Literal["gods", "enemy", "calm", "actions", "over"]


@dataclass(slots=True)
class State:
    """Stocks and Artifacts are by seat, spaces by Enemy, bags by island (the Rainbow Island has none)."""

    seen: list[int]  # by card: who knows where it lies (`zones`)
    gods: list[int]  # NONE: not chosen yet
    vikings: list[int]
    elves: list[int]
    artifacts: list[list[int]]  # by seat and Enemy: the level owned, 0 for none
    deck: list[int] = zone("nobody")  # the top is the end
    discard: list[int] = zone("all")
    drawn: list[int] = zone("all")  # Odin's two, until he has chosen
    box: list[int] = zone("all")  # cards that this level does without
    pile: list[int] = zone("nobody")  # Giants face down; the top is the end
    active: list[int] = zone("all")
    defeated: list[int] = zone("all")
    level: str = "introductory"
    spaces: list[int] = field(default_factory=lambda: [SETUP["enemy_start_space"]] * len(ENEMIES))
    bag_vikings: list[int] = field(default_factory=lambda: list(START_VIKINGS))
    bag_fires: list[int] = field(default_factory=lambda: list(START_FIRES))
    dead: int = SETUP["dead_vikings"]
    kingdom: int = SETUP["kingdom_fire_giants"]
    elves_left: int = 0
    valkyries: int = ISLAND[SETUP["valkyries_island"]]
    tile: int = ISLAND[SETUP["submerged_island"]]
    vanir: int = SETUP["vanir_square"]
    daeg: int = 0  # turns without Enemy phase that are still to come
    stage: Stage = "gods"
    first: Seat = 0
    turn: int = 0  # from 1, counted through the game
    seat: Seat = 0  # whose turn it is
    used: list[int] = field(default_factory=list)  # worlds used this turn
    spent: int = 0  # actions used this turn, those for Fenrir too
    won: bool | None = None  # the last combat of this turn
    rage: int = 0  # hammers that Fenrir still needs
    touched: list[str] = field(default_factory=list)  # what the last move changed (`rules.touched`)
    flow: Flow[AnyMove] = field(default_factory=Flow[AnyMove])

    def copy(self) -> State:
        """Independent of this one."""
        return _copy(self)

    @property
    def seats(self) -> int:
        return len(self.gods)

    @property
    def threatened(self) -> int:
        """The island at which effects strike (R5.0)."""
        return WHEN_RAINBOW if self.valkyries == RAINBOW else self.valkyries

    def around(self, seat: Seat) -> list[Seat]:
        """All seats clockwise from this one."""
        return [(seat + step) % len(self.gods) for step in range(len(self.gods))]

    def god(self, seat: Seat) -> str:
        """The god of a seat; empty while none is chosen."""
        god = self.gods[seat]
        return GODS[god] if god != NONE else ""

    def counters(self, bag: int) -> int:
        """How many counters a bag holds."""
        return self.bag_vikings[bag] + self.bag_fires[bag]

    def owner(self, enemy: int, level: int) -> Seat | None:
        """Who owns an Artifact; None: it is in the Forge."""
        return next((seat for seat, owned in enumerate(self.artifacts) if owned[enemy] == level), None)

    def parts(self, rune: str) -> int:
        """How many Giants of a rune are defeated."""
        return sum(RUNE_OF[giant] == rune for giant in self.defeated)


_copy = copier(State)
ZONES = Zones(State, cards=len(ALL_CARDS))
KNOWN = ALL  # what everybody knows


def team(seats: int) -> int:
    """What `seen` says of a card whose place everybody at the table knows, and no spectator."""
    return shown_to(*range(seats))


def empty(seats: int) -> State:
    """A table before anything is shuffled; Enemy cards are in the box, Giants in the pile."""
    return State(
        seen=[0] * len(ALL_CARDS), gods=[NONE] * seats, vikings=[0] * seats, elves=[0] * seats,
        artifacts=[[0] * len(ENEMIES) for _ in range(seats)], deck=[], discard=[], drawn=[],
        box=list(range(FIRST_GIANT)), pile=list(range(FIRST_GIANT, len(ALL_CARDS))), active=[], defeated=[],
        elves_left=START_ELVES[seats],
    )  # fmt: skip


def missing(state: State) -> list[str]:
    """Components that have got lost or doubled (R1.10)."""
    wrong = [f"card {ALL_CARDS[card]}" for card in ZONES.missing(state)]
    if sum(state.bag_vikings) + state.dead + sum(state.vikings) != VIKINGS:
        wrong.append("Vikings")
    if sum(state.bag_fires) + state.kingdom != FIRES:
        wrong.append("Fire Giants")
    if state.elves_left + sum(state.elves) != START_ELVES[state.seats]:
        wrong.append("Elves")
    counts = [*state.bag_vikings, *state.bag_fires, *state.vikings, *state.elves, state.dead, state.kingdom]
    if min(*counts, state.elves_left) < 0 or any(state.counters(bag) for bag in range(5) if bag not in BAGS):
        wrong.append("counters")
    every = ((enemy, level) for enemy in range(len(ENEMIES)) for level in LEVELS)
    twice = (one for one in every if sum(owned[one[0]] == one[1] for owned in state.artifacts) > 1)
    return wrong + [f"Artifact {level} against {ENEMIES[enemy]}" for enemy, level in twice]
