"""Menus of the Asgard action: flip, recruits, discs of the row, discs of the middle (R7.4, R7.5)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations_with_replacement

from engine.core.menu import Option
from engine.core.menu.stepwise import Choice, Parts, Step, option
from engine.core.moves import Seat
from engine.games.asgard import moves
from engine.games.asgard.pieces import BATTLE_SLOTS, RECRUITS, SEALS
from engine.games.asgard.rules.asgard_area import bonus_recruits, row_price, sides
from engine.games.asgard.rules.supply import receivable
from engine.games.asgard.rules.tiles import flips
from engine.games.asgard.state import State

NOTHING: Choice = (("nothing",), {})
LONG = 2000  # answers; above that a menu does not combine recruits with battle slots
MOST_DISCS = 2  # discs from the row that a menu takes at once


def asgard_option(state: State, seat: Seat, *, all_: bool) -> Option:
    """Flip, recruits, discs, discs of the middle. A menu pays with tiles only where seals do not do."""

    def flip(_: Parts) -> list[Choice]:
        return [(what, {"flip": tile}) for what, tile in flips(state, seat)] or [NOTHING]

    def hire(parts: Parts) -> list[Choice]:
        return [NOTHING, *_hirable(state, seat, parts)]

    def all_discs(parts: Parts) -> list[Choice]:
        return [NOTHING, *(_free(state, seat) if all_ else _discs(state, seat, parts))]

    def discs(parts: Parts) -> list[Choice]:
        found = all_discs(parts)
        if full or not parts.get("hire"):
            return found
        return [choice for choice in found if not _taken(choice[1])]

    def middle(parts: Parts) -> list[Choice]:
        found = _middle(state, seat, _taken(parts))
        return found if full or not (parts.get("hire") or parts.get("discs")) else found[:1]

    full = len(flip({})) * len(hire({})) * len(all_discs({})) * len(_middle(state, seat, [])) <= LONG

    steps: list[Step] = [("flip", flip), ("hire", hire), ("row_discs", discs), ("middle", middle)]
    make = partial(moves.Asgard, all=all_)
    return option(("do", None, "all" if all_ else "asgard"), steps, make, {}, "discs")


@dataclass(slots=True)
class _Means:
    """What a seat can still pay with: own seals by side, then `seal` tiles, each for a seal of either side."""

    seals: list[int]
    tiles: list[str]

    def pay(self, price: Sequence[int]) -> tuple[moves.PaySeal, ...] | None:
        """Pay a price, with tiles only where the seals do not do; None, and nothing is paid, when it is too dear."""
        due = sides(price, self.seals)
        missing = [max(0, due[side] - self.seals[side]) for side in (0, 1)]
        if sum(missing) > len(self.tiles):
            return None
        paid = [moves.PaySeal(seal=SEALS[side]) for side in (0, 1) for _ in range(due[side] - missing[side])]
        self.seals = [self.seals[side] - due[side] + missing[side] for side in (0, 1)]
        for side in (0, 1):
            paid += [moves.PaySeal(seal=SEALS[side], tile=self.tiles.pop(0)) for _ in range(missing[side])]
        return tuple(paid)


def _means(state: State, seat: Seat) -> _Means:
    data = state.components
    tiles = [data.population[tile] for tile in state.own_population[seat] if data.kind[tile] == "seal"]
    return _Means(list(state.own_seals[seat]), tiles)


def _bought(state: State, means: _Means, kind: int) -> moves.Hire | None:
    """A recruit; its payment is only named where a tile pays."""
    paid = means.pay((*state.components.price[kind], 0))
    if paid is None:
        return None
    return moves.Hire(recruit=RECRUITS[kind], pay=paid if any(part.tile for part in paid) else None)


def _hirable(state: State, seat: Seat, parts: Parts) -> Iterator[Choice]:
    """What the seals and `seal` tiles in front pay for, at most two recruits at once."""
    before = bonus_recruits(parts.get("flip"))
    for count in (1, 2):
        for kinds in combinations_with_replacement(range(3), count):
            means = _means(state, seat)
            hired = [_bought(state, means, kind) for kind in kinds]
            if all(
                receivable(state, seat, "recruit", kind, before=before[kind] + kinds.count(kind) - 1)
                for kind in set(kinds)
            ) and all(hired):
                yield ("hire", tuple(RECRUITS[kind] for kind in kinds), _tiles(hired)), {"hire": tuple(hired)}


def _tiles(bought: Iterable[moves.Hire | moves.RowDisc | None]) -> tuple[tuple[str, str], ...]:
    """(seal, tile) of every seal of a price that a tile pays, for the line."""
    return tuple((part.seal, part.tile) for one in bought if one is not None for part in one.pay or () if part.tile)


def _discs(state: State, seat: Seat, parts: Parts) -> Iterator[Choice]:
    """The first disc to the front or a battle slot; further ones to the front."""
    means = _means(state, seat)
    for hire in parts.get("hire", ()):
        _bought(state, means, RECRUITS.index(hire.recruit))
    paid: list[tuple[moves.PaySeal, ...]] = []
    for ahead in range(MOST_DISCS):
        price = row_price(state, seat, ahead)
        pay = None if price is None else means.pay(price)
        if pay is None:
            return
        paid.append(pay)
        rest = tuple(moves.RowDisc(to=None, pay=pay) for pay in paid[1:])
        for to in (None, *(BATTLE_SLOTS[slot] for slot in state.open_battle_slots(seat))):
            first = moves.RowDisc(to=to, pay=paid[0])
            what = ("discs", (to, *(None for _ in rest)), _tiles((first, *rest)))
            yield what, {"discs": (first, *rest)}


def _free(state: State, seat: Seat) -> Iterator[Choice]:
    if state.row[seat]:
        for to in (None, *(BATTLE_SLOTS[slot] for slot in state.open_battle_slots(seat))):
            yield ("discs", (to,), ()), {"free": moves.RowDisc(to=to)}


def _taken(parts: Parts) -> list[int]:
    """Battle slots that discs from the row take in the same action."""
    discs = [*parts.get("discs", ()), *([parts["free"]] if parts.get("free") else [])]
    return [BATTLE_SLOTS.index(disc.to) for disc in discs if disc.to is not None]


def _middle(state: State, seat: Seat, taken: Sequence[int]) -> list[Choice]:
    """One disc of the middle goes where one likes, the others to the lowest slots that are still open."""
    if not state.middle[seat]:
        return [NOTHING]
    found: list[Choice] = []
    seen = set[frozenset[str]]()
    for start in state.open_battle_slots(seat):
        moved = fill(state, seat, [*taken], start)
        if moved and frozenset(moved) not in seen:
            seen.add(frozenset(moved))
            found.append((("middle", moved), {"move": moved}))
    return found or [NOTHING]


def fill(state: State, seat: Seat, taken: Sequence[int], start: int | None = None) -> tuple[str, ...]:
    """Battle slots for all discs of the middle that find one: `start` first, then the lowest, Light first."""
    moved: list[int] = []
    while len(moved) < state.middle[seat]:
        open_ = state.open_battle_slots(seat, [*taken, *moved])
        if start is not None and not moved:
            open_ = [slot for slot in open_ if slot == start]
        if not open_:
            break
        moved.append(open_[0])
    return tuple(BATTLE_SLOTS[slot] for slot in moved)
