"""What one viewer may know: the table with everything hidden from him masked, and what he saw in secret."""

from __future__ import annotations

from dataclasses import dataclass

from engine.core.moves import Seat
from engine.games.asgard.happenings import Thing
from engine.games.asgard.pieces import ARMS, KINDS_OF_ARMS, LAID, STACK, UNKNOWN, WORLD_SLOTS
from engine.games.asgard.rules.odin import holder, holds, standing, thing
from engine.games.asgard.state import Item, Offer, State


@dataclass(frozen=True, slots=True)
class Hidden:
    """Weapon or wizardry tiles of one seat: the names of those the viewer knows, and how many there are in all."""

    known: tuple[str, ...]
    count: int


@dataclass(frozen=True, slots=True)
class Laid:
    """A tile laid face down at Ragnarök; `tile` None: hidden."""

    slot: str
    seat: Seat
    kind: str
    tile: str | None


@dataclass(frozen=True, slots=True)
class Bidden:
    """An offer as the viewer may see it; `valid`: its items are all still there."""

    seat: Seat
    number: int
    items: tuple[Thing, ...]
    valid: bool
    issue: int


@dataclass(slots=True)
class View:
    """The table as `viewer` may know it. `table` is a masked copy: UNKNOWN stands for what he may not see."""

    viewer: Seat | None
    round: int
    stage: str
    scores: tuple[int, ...]
    table: State
    weapons: tuple[Hidden, ...]  # by seat
    wizardry: tuple[Hidden, ...]
    stacks: tuple[int, int]  # tiles left in the weapon and the wizardry stack
    saw: tuple[tuple[str, ...] | None, tuple[str, ...] | None]  # what the viewer's last search left and took, by kind
    searching: tuple[str, ...]  # while the viewer must choose: what lies in the stack
    laid: tuple[Laid, ...]
    offers: tuple[Bidden, ...]
    hands: tuple[int, ...]  # chosen gods not yet revealed, by seat

    @property
    def colours(self) -> tuple[int, ...]:
        return tuple(self.table.colours)


def knows(state: State, viewer: Seat | None, tile: int) -> bool:
    """Whether the viewer knows where this weapon or wizardry tile is."""
    if state.stage == "over":
        return True
    if viewer is None:
        return False
    return state.arms[tile] == viewer or state.owner[tile] == viewer or tile in state.known[viewer]


def view(state: State, viewer: Seat | None) -> View:
    """What `viewer` (None: a spectator) may know."""
    over = state.stage == "over"
    table = state.copy()
    if not over:
        _mask(table, state, viewer)
    return View(
        viewer=viewer,
        round=state.round,
        stage=state.stage,
        scores=tuple(state.scores),
        table=table,
        weapons=tuple(_hidden(state, viewer, seat, 0) for seat in range(state.seats)),
        wizardry=tuple(_hidden(state, viewer, seat, 1) for seat in range(state.seats)),
        stacks=(len(state.in_stack(0)), len(state.in_stack(1))),
        saw=(_saw(state, viewer, 0), _saw(state, viewer, 1)),
        searching=_searching(state, viewer),
        laid=_laid(state, viewer),
        offers=tuple(_bid(state, viewer, offer) for offer in standing(state)),
        hands=tuple(len(hand) for hand in state.hand),
    )


def _mask(table: State, state: State, viewer: Seat | None) -> None:
    """Hide in `table` what the viewer may not know."""
    for seat in range(state.seats):
        if seat != viewer:
            table.hand[seat] = [UNKNOWN] * len(state.hand[seat]) if state.stage != "gods" else []
            table.recover[seat] = []
            table.fights[seat] = []
            table.fighting[seat] = [UNKNOWN] if state.fighting[seat] else []
            table.known[seat] = []
    for stack in table.god_tiles + table.temples:
        stack[:-1] = [UNKNOWN] * (len(stack) - 1) if stack else []
    for side in (0, 1):
        table.ancient[side] = [UNKNOWN] * len(state.ancient[side])
    table.asgard_stack = [UNKNOWN] * len(state.asgard_stack)
    table.beneath = [UNKNOWN if value else 0 for value in state.beneath]
    table.flow.frames = []
    _mask_arms(table, state, viewer)


def _mask_arms(table: State, state: State, viewer: Seat | None) -> None:
    searching = _searching(state, viewer)
    for tile in range(14):
        if knows(state, viewer, tile):
            if state.taken[tile] and state.searches[tile // 7][state.taken[tile] - 1] != viewer:
                table.taken[tile] = UNKNOWN
            continue
        if searching and state.ask is not None and tile // 7 == state.ask.which and state.arms[tile] == STACK:
            continue
        table.arms[tile] = table.owner[tile] = table.taken[tile] = UNKNOWN
    for offer in table.offers:
        if not _sees(state, viewer, offer):
            offer.items = [_masked(item) for item in offer.items]


def _sees(state: State, viewer: Seat | None, offer: Offer) -> bool:
    """Whether an offer lies open to a viewer: who makes it and who is to take it know what is offered (R8.4)."""
    return viewer in (offer.seat, holder(state))


def _masked(item: Item) -> Item:
    return (item[0], UNKNOWN) if item[0] in KINDS_OF_ARMS else item


def _hidden(state: State, viewer: Seat | None, seat: Seat, kind: int) -> Hidden:
    tiles = state.owned_arms(seat, kind)
    name = state.components.arms
    return Hidden(tuple(sorted(name[tile] for tile in tiles if knows(state, viewer, tile))), len(tiles))


def seen_from(state: State, viewer: Seat | None, kind: int) -> int:
    """The number of the viewer's last search of a stack, from 1; 0: none."""
    searches = state.searches[kind]
    return max((number for number, seat in enumerate(searches, 1) if seat == viewer), default=0)


def _saw(state: State, viewer: Seat | None, kind: int) -> tuple[str, ...] | None:
    """What lay in the stack at the viewer's last search, the tile he took with it."""
    number = seen_from(state, viewer, kind)
    if not number:
        return None
    name = state.components.arms
    return tuple(sorted(name[tile] for tile in ARMS[kind] if state.taken[tile] == 0 or state.taken[tile] >= number))


def _searching(state: State, viewer: Seat | None) -> tuple[str, ...]:
    ask = state.ask
    if ask is None or ask.kind != "get" or ask.seat != viewer:
        return ()
    return tuple(sorted(state.components.arms[tile] for tile in state.in_stack(ask.which)))


def _laid(state: State, viewer: Seat | None) -> tuple[Laid, ...]:
    found = [
        Laid(
            WORLD_SLOTS[place - LAID],
            state.owner[tile],
            KINDS_OF_ARMS[tile // 7],
            state.components.arms[tile] if knows(state, viewer, tile) else None,
        )
        for tile, place in enumerate(state.arms)
        if LAID <= place < LAID + 14
    ]
    return tuple(sorted(found, key=lambda one: (one.slot, one.kind, one.seat, one.tile or "")))


def _bid(state: State, viewer: Seat | None, offer: Offer) -> Bidden:
    is_seen = _sees(state, viewer, offer)
    items = tuple(thing(state, item if is_seen else _masked(item)) for item in offer.items)
    return Bidden(offer.seat, offer.number, items, holds(state, offer.seat, offer.items), offer.issue)
