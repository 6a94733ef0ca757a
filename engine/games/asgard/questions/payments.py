"""Ways to pay for a temple, for menus and bots: own stones first, tiles where they help (R7.3.2)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.moves import Seat
from engine.games.asgard.moves import Pay
from engine.games.asgard.pieces import STONES, Stone
from engine.games.asgard.state import State

MOST = 12  # payments listed for one temple


def payments(state: State, seat: Seat, temple: int) -> list[tuple[Pay, ...]]:
    """Those with the fewest tiles first; of the many ways to use tiles not more than MOST."""
    data = state.components
    if temple < 0:
        return []
    kinds = [(tile, data.kind[tile]) for tile in state.own_population[seat]]
    free = [data.population[tile] for tile, kind in kinds if kind == "any_stone"]
    turn = [data.population[tile] for tile, kind in kinds if kind == "convert_stone"]
    extra = data.extra[data.temple_stack[temple]]
    price = len(data.cost[temple]) + extra
    if sum(state.own_stones[seat]) + len(free) < price:
        return []
    finder = _Finder(data.cost[temple], extra)
    found: dict[tuple[tuple[str, str, str], ...], tuple[Pay, ...]] = {}
    for payment in finder.find(0, list(state.own_stones[seat]), free, turn):
        key = tuple(sorted((part.stone or "", part.tile or "", part.counts or "") for part in payment))
        found.setdefault(key, payment)
        if len(found) >= 8 * MOST:
            break
    return sorted(found.values(), key=lambda payment: sum(part.tile is not None for part in payment))[:MOST]


class _Finder:
    def __init__(self, cost: tuple[int, ...], extra: int) -> None:
        self.cost, self.extra = cost, extra

    def find(self, at: int, own: list[int], free: list[str], turn: list[str]) -> Iterator[tuple[Pay, ...]]:
        """Payments of the price from its stone `at` on."""
        if at == len(self.cost) + self.extra:
            yield ()
            return
        wanted = [self.cost[at]] if at < len(self.cost) else [s for s in range(7) if s not in self.cost]
        for part, new_own, new_free, new_turn in self._parts(wanted, own, free, turn):
            for rest in self.find(at + 1, new_own, new_free, new_turn):
                yield (part, *rest)

    def _parts(
        self, wanted: list[int], own: list[int], free: list[str], turn: list[str]
    ) -> Iterator[tuple[Pay, list[int], list[str], list[str]]]:
        for stone in wanted:
            if own[stone]:
                yield Pay(stone=STONES[stone]), _less(own, stone), free, turn
        counts: Stone = STONES[wanted[0]]
        if free:
            yield Pay(tile=free[0], counts=counts), own, free[1:], turn
        if turn:
            for stone in range(7):
                if own[stone] and stone not in wanted:
                    yield Pay(stone=STONES[stone], tile=turn[0], counts=counts), _less(own, stone), free, turn[1:]


def _less(own: list[int], stone: int) -> list[int]:
    new = own[:]
    new[stone] -= 1
    return new
