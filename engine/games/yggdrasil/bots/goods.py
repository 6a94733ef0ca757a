"""What the gods have and can come by: Vikings, Elves, Artifacts, and how well the Valkyries stand."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import accumulate
from math import comb

from engine.core.moves import Seat
from engine.games.yggdrasil.bots.track import Track
from engine.games.yggdrasil.bots.weights import WEIGHTS as W
from engine.games.yggdrasil.data import ADJACENT, BAGS, RAINBOW, VIKINGS
from engine.games.yggdrasil.state import State

MOST = 5 * VIKINGS + 1  # turns times Vikings a turn is an index too
SUMS_VIKINGS = (0.0, *accumulate(W.viking * W.viking_more**have for have in range(MOST)))
SUMS_ELVES = (0.0, *accumulate(W.elf * W.elf_more**have for have in range(MOST)))
LEVEL_SUMS = (0.0, *accumulate(W.levels))
TURNS: tuple[float, ...] = (0.0, *(float(turns**W.turns) for turns in range(1, MOST)))
LATE = 4  # what brings fruit later is worth less from the last quarter of the deck on
LEAST_IN_BAG = 3
DECK = 42


@cache
def draws(vikings: int, fires: int, count: int) -> tuple[tuple[int, float], ...]:
    """How likely so many counters out of a bag are so many Vikings."""
    count = min(count, vikings + fires)
    every = comb(vikings + fires, count)
    found = range(max(0, count - fires), min(count, vikings) + 1)
    return tuple((one, comb(vikings, one) * comb(fires, count - one) / every) for one in found)


class Goods:
    """The goods of one table, as the god thinks of them who is on turn."""

    __slots__ = ("cards", "heir", "late", "needs", "seat", "state", "turns")

    def __init__(self, state: State, seat: Seat, track: Track) -> None:
        self.state, self.seat, self.cards = state, seat, track.cards
        self.late = min(1.0, LATE * track.cards / DECK)
        self.needs = [track.need(enemy) for enemy in range(len(state.spaces))]
        self.turns = [self._turns(one) for one in range(state.seats)]
        self.heir = (seat + 1) % state.seats

    def _turns(self, seat: Seat) -> int:
        """How many turns a god will have after this one."""
        seats = self.state.seats
        first = (seat - self.seat) % seats or seats
        return 0 if self.cards < first else (self.cards - first) // seats + 1

    def vikings(self, seat: Seat, count: int) -> float:
        """What so many Vikings are worth to a god."""
        most = W.turn_vikings * self.turns[seat]
        worth = SUMS_VIKINGS[min(most, count)]
        return worth * W.heir if seat == self.heir else worth

    def elves(self, seat: Seat, count: int) -> float:
        """What so many Elves are worth to a god."""
        most = W.turn_elves * self.turns[seat]
        return SUMS_ELVES[min(most, count)]

    def stock(self, seat: Seat, vikings: int, elves: int) -> float:
        """Both."""
        return self.vikings(seat, vikings) + self.elves(seat, elves)

    # --- Artifacts ---------------

    def armed(self, seat: Seat, levels: list[int]) -> float:
        """What a god's Artifacts are worth, were they of these levels."""
        if not self.turns[seat]:
            return 0.0
        owned = sorted((enemy for enemy, level in enumerate(levels) if level), key=lambda enemy: -levels[enemy])
        worth = 0.0
        for rank, enemy in enumerate(owned):
            worth += W.ranks[min(rank, 2)] * self.needs[enemy] * LEVEL_SUMS[levels[enemy]]
        return worth * TURNS[self.turns[seat]]

    def forged(self, enemy: int) -> float:
        """What the next level against an Enemy is worth to the god on turn, and so to all."""
        owned = self.state.artifacts[self.seat]
        if not self.turns[self.seat]:
            return 0.0
        better = [level + (one == enemy) for one, level in enumerate(owned)]
        gain = self.armed(self.seat, better) - self.armed(self.seat, owned)
        best = max(levels[enemy] for seat, levels in enumerate(self.state.artifacts) if self.turns[seat])
        if better[enemy] > best:
            gain += W.held * self.needs[enemy] * self.cards / 7
        return gain

    # --- Midgard ---------------

    def share(self, bag: int, vikings: float = 0.0, fires: float = 0.0) -> float:
        """How many of a bag's counters are Vikings, if so many more of either were in it."""
        inside = self.state.bag_vikings[bag] + vikings
        return inside / max(LEAST_IN_BAG, inside + self.state.bag_fires[bag] + fires)

    def place(self, island: int, bag: int = -1, vikings: float = 0.0, fires: float = 0.0) -> float:
        """How well the Valkyries stand on an island, if `bag` held so many more of either."""
        state, here, near = self.state, 0.0, 0.0
        for one in (island, *ADJACENT[island]):
            if one in (state.tile, RAINBOW):
                continue
            found = self.share(one, vikings, fires) if one == bag else self.share(one)
            if one == island:
                here = found
            near = max(near, found)
        return self.late * (W.here * here + W.near * near - (W.stranded if island == state.tile else 0.0))

    def places(self) -> Iterator[int]:
        """The bags on which it depends how well the Valkyries stand."""
        here = self.state.valkyries
        return (bag for bag in BAGS if bag == here or bag in ADJACENT[here])
