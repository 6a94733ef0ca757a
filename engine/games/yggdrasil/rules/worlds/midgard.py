"""Midgard: move the Valkyries and search an island for souls (R8.2)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.menu import Option
from engine.core.moves import IllegalMove, Seat
from engine.games.yggdrasil.cards.giants import is_whirlpool
from engine.games.yggdrasil.data import ADJACENT, ISLAND, ISLANDS, MIDGARD, RAINBOW, SEARCHED
from engine.games.yggdrasil.happenings import IslandSearched, ValkyriesMoved
from engine.games.yggdrasil.moves import Midgard as MidgardMove
from engine.games.yggdrasil.play import Tree, power
from engine.games.yggdrasil.rules.worlds.world import World, check_bag
from engine.games.yggdrasil.state import State


def check_step(state: State, island: int) -> None:
    """Raises IllegalMove where the Valkyries cannot go in one step (R8.2.2)."""
    if island not in ADJACENT[state.valkyries]:
        found = [ISLANDS[one] for one in ADJACENT[state.valkyries]]
        raise IllegalMove("E_ISLAND_NOT_ADJACENT", island=ISLANDS[state.valkyries], among=found)
    if is_whirlpool(state, island):
        raise IllegalMove("E_WHIRLPOOL", island=ISLANDS[island])


def steps(state: State) -> list[int]:
    """The islands to which the Valkyries can go in one step."""
    return [island for island in ADJACENT[state.valkyries] if not is_whirlpool(state, island)]


def step_to(play: Tree, seat: Seat, island: int) -> None:
    """Bring the Valkyries there."""
    source, play.state.valkyries = play.state.valkyries, island
    play.tell(ValkyriesMoved(seat, ISLANDS[source], ISLANDS[island]))


def check_search(state: State, island: int) -> None:
    """Raises IllegalMove where nothing can be searched (R8.2.3)."""
    if island == state.tile:
        raise IllegalMove("E_ISLAND_SUBMERGED", island=ISLANDS[island])
    if island == RAINBOW:
        raise IllegalMove("E_RAINBOW_NO_SEARCH")
    check_bag(state, island)


def can_search(state: State, island: int) -> bool:
    """Whether an island can be searched."""
    return island not in (state.tile, RAINBOW) and state.counters(island) > 0


class Midgard(World):
    """A step and a search, each optional, but not both left out (R8.2.1)."""

    number, moves = MIDGARD, (MidgardMove,)

    def check(self, state: State, seat: Seat, move: MidgardMove) -> None:
        if move.to is not None:
            check_step(state, ISLAND[move.to])
        if move.search:
            check_search(state, state.valkyries if move.to is None else ISLAND[move.to])
        elif move.to is None:
            raise IllegalMove("E_NOTHING_TO_DO")

    def act(self, play: Tree, seat: Seat, move: MidgardMove) -> None:
        if move.to is not None:
            step_to(play, seat, ISLAND[move.to])
        if move.search:
            _search(play, seat)

    def options(self, state: State, seat: Seat) -> Iterator[Option]:
        if can_search(state, state.valkyries):
            yield self._line(state, MidgardMove(search=True))
        for island in steps(state):
            if can_search(state, island):
                yield self._line(state, MidgardMove(to=ISLANDS[island], search=True))
            yield self._line(state, MidgardMove(to=ISLANDS[island]))

    def _line(self, state: State, move: MidgardMove) -> Option:
        bag = state.valkyries if move.to is None else ISLAND[move.to]
        what = ("mid", move.to or "", move.search, ISLANDS[bag], state.bag_vikings[bag], state.bag_fires[bag])
        return Option(what, move, group="midgard")


def _search(play: Tree, seat: Seat) -> None:
    """Vikings are kept, Fire Giants go back into the bag."""
    state = play.state
    bag = state.valkyries
    vikings, fires = play.counters(bag, power(state, seat, "search", SEARCHED))
    state.bag_vikings[bag] -= vikings
    state.vikings[seat] += vikings
    play.tell(IslandSearched(seat, ISLANDS[bag], vikings, fires))
