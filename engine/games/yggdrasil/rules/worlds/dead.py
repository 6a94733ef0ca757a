"""World of the Dead: Vikings go back into a bag (R8.6)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.menu import Option
from engine.core.moves import IllegalMove, Seat
from engine.games.yggdrasil.data import BAG_CODES, DEAD, ISLAND, RETURNED
from engine.games.yggdrasil.happenings import VikingsReturned
from engine.games.yggdrasil.moves import ReturnVikings
from engine.games.yggdrasil.play import Tree
from engine.games.yggdrasil.rules.worlds.world import World
from engine.games.yggdrasil.state import State


class WorldOfDead(World):
    """Five Vikings, or as many as there are."""

    number, moves = DEAD, (ReturnVikings,)

    def closed(self, state: State, seat: Seat) -> IllegalMove | None:
        return None if state.dead else IllegalMove("E_DEAD_EMPTY")

    def act(self, play: Tree, seat: Seat, move: ReturnVikings) -> None:
        state = play.state
        count = min(RETURNED, state.dead)
        state.dead -= count
        state.bag_vikings[ISLAND[move.bag]] += count
        play.tell(VikingsReturned(seat, move.bag, count))

    def options(self, state: State, seat: Seat) -> Iterator[Option]:
        for bag in BAG_CODES:
            yield Option(("dead", bag, min(RETURNED, state.dead)), ReturnVikings(bag=bag), group="dead")
