"""World of the Elves (R8.4)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.menu import Option
from engine.core.moves import IllegalMove, Seat
from engine.games.yggdrasil.data import ELVES
from engine.games.yggdrasil.happenings import ElfTaken
from engine.games.yggdrasil.moves import TakeElf
from engine.games.yggdrasil.play import Tree
from engine.games.yggdrasil.rules.worlds.world import World
from engine.games.yggdrasil.state import State


class WorldOfElves(World):
    """One Elf."""

    number, moves = ELVES, (TakeElf,)

    def closed(self, state: State, seat: Seat) -> IllegalMove | None:
        return None if state.elves_left else IllegalMove("E_NO_ELVES_LEFT")

    def act(self, play: Tree, seat: Seat, move: TakeElf) -> None:
        play.state.elves_left -= 1
        play.state.elves[seat] += 1
        play.tell(ElfTaken(seat, play.state.elves_left))

    def options(self, state: State, seat: Seat) -> Iterator[Option]:
        yield Option(("elf", state.elves_left), TakeElf(), group="elves")
