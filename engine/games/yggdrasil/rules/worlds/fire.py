"""Kingdom of Fire: Fire Giants leave a bag (R8.7)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.menu import Option
from engine.core.moves import Seat
from engine.games.yggdrasil.data import BAG_CODES, CLEARED, FIRE, ISLAND
from engine.games.yggdrasil.happenings import BagCleared
from engine.games.yggdrasil.moves import ClearBag
from engine.games.yggdrasil.play import Tree
from engine.games.yggdrasil.rules.worlds.world import World, bags, check_bag
from engine.games.yggdrasil.state import State


class KingdomOfFire(World):
    """Five counters are drawn; the Fire Giants among them go, the Vikings return to the bag."""

    number, moves = FIRE, (ClearBag,)

    def check(self, state: State, seat: Seat, move: ClearBag) -> None:
        check_bag(state, ISLAND[move.bag])

    def act(self, play: Tree, seat: Seat, move: ClearBag) -> None:
        state, bag = play.state, ISLAND[move.bag]
        vikings, fires = play.counters(bag, CLEARED)
        state.bag_fires[bag] -= fires
        state.kingdom += fires
        play.tell(BagCleared(seat, move.bag, fires, vikings))

    def options(self, state: State, seat: Seat) -> Iterator[Option]:
        for bag in bags(state):
            code = BAG_CODES[bag - 1]
            yield Option(("fire", code, state.bag_vikings[bag], state.bag_fires[bag]), ClearBag(bag=code), group="fire")
