"""What the greedy bot reckons with: who is likely to win where, what a temple is worth, which gods help to build it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from typing import NamedTuple

from engine.core.moves import Seat
from engine.games.asgard.pieces import (
    FENRIR,
    FREYJA,
    LOKI,
    LOWER,
    ODIN,
    STRENGTH,
    TEMPLE,
    WHITE_STONE,
    side_of_god,
    strength_of,
)
from engine.games.asgard.rules.placing import entries
from engine.games.asgard.rules.ragnarok import discs_below
from engine.games.asgard.state import State

ANCIENT = 3.0  # an ancient weapon one does not know
ROUNDS = 5
HOME = {stone: god for god, stone in ((0, 0), (1, 1), (3, 2), (4, 3), (5, 4), (6, 5))}  # colour -> god


def chance_to_win(table: State, slot: int) -> float:
    """How likely this side wins the coming battle without recruits, over the ancient weapons that are left."""
    other = slot ^ 1
    left = [[v for v in range(1, 6) if v not in table.ancient_up[side]] or [3] for side in (slot % 2, other % 2)]
    mine = table.value_at(slot) if table.is_god(slot) or not table.is_god(other) else 0
    theirs = table.value_at(other) if table.is_god(other) or not table.is_god(slot) else 0
    wins = [mine + a > theirs + b for a, b in product(*left)]
    return sum(wins) / len(wins)


def best_battle_slots(table: State, seat: Seat) -> list[int]:
    """Open battle slots, the most promising first."""
    return sorted(table.open_battle_slots(seat), key=lambda slot: -chance_to_win(table, slot))


def tile_worth(table: State, god: int, value: int, slot: int, strength: int) -> float:
    """Points to be hoped for from a god tile on a world slot, when so much strength goes to the god."""
    if slot >= LOWER:
        return float(table.components.lower_points)
    reward = sum(table.components.reward[slot // 2])
    if discs_below_support(table, god):
        reward = table.components.reward[slot // 2][1]
    tiles = 1 + sum(table.is_god(one) and table.god_at(one) == god for one in range(LOWER))
    mine = value + strength / tiles
    other = slot ^ 1
    theirs = table.value_at(other) + (2.0 if table.is_god(other) else ANCIENT)
    return reward * (0.8 if mine > theirs + 1 else 0.5 if mine > theirs - 1 else 0.2)


def discs_below_support(table: State, god: int) -> int:
    """Discs on the Support slots of a god."""
    return sum(seat >= 0 for seat in table.support[2 * god : 2 * god + 2])


def world_slots(table: State, seat: Seat, god: int) -> list[int]:
    """Free world slots for the god's next tile, the best first."""
    if not table.god_tiles[god]:
        return []
    strength = strength_of(table.god_recruits[god])
    strength += max(n * each for n, each in zip(table.own_recruits[seat], STRENGTH, strict=True))
    value = table.god_tiles[god][-1]
    free = table.free_world_slots(side_of_god(god))
    return sorted(free, key=lambda slot: -tile_worth(table, god, value, slot, strength))


@dataclass(frozen=True, slots=True)
class Build:
    """A temple that could be built this round."""

    worth: float
    god: int
    temple: int
    helpers: tuple[int, ...]  # gods whose stones are needed
    needs: tuple[int, ...]  # stones spent
    hire: bool  # recruits must come from Asgard first


def builds(table: State, seat: Seat, own: Sequence[int], gods: Sequence[int]) -> list[Build]:
    """Every temple of the open stacks for every god of `gods`, the best first."""
    found = []
    hopes = {god: _hope(table, seat, god) for god in gods if _may_build(table, seat, god)}
    for stack in table.temples:
        if stack:
            needs = _price(table, stack[-1], own)
            helpers = _helpers(needs, own)
            if helpers is not None:
                price = Price(stack[-1], helpers, needs)
                found += [_build(table, seat, god, price, hope) for god, hope in hopes.items() if god not in helpers]
    return sorted(found, key=lambda one: -one.worth)


def _price(table: State, temple: int, own: Sequence[int]) -> tuple[int, ...]:
    """The stones to spend: where a further colour is asked for, the one most at hand."""
    data = table.components
    cost = data.cost[temple]
    others = sorted((stone for stone in range(7) if stone not in cost), key=lambda stone: -own[stone])
    return (*cost, *others[: data.extra[data.temple_stack[temple]]])


def _helpers(needs: Sequence[int], own: Sequence[int]) -> tuple[int, ...] | None:
    """Gods that give the missing stones; None when one god would not do for a colour."""
    found = []
    for stone in set(needs):
        missing = needs.count(stone) - own[stone]
        if missing > (1 if stone == WHITE_STONE else 2):
            return None
        if missing > 0:
            found.append(ODIN if stone == WHITE_STONE else HOME[stone])
    return tuple(sorted(found))


class Price(NamedTuple):
    """A temple, the gods whose stones are missing for it, and the stones it takes."""

    temple: int
    helpers: tuple[int, ...]
    needs: tuple[int, ...]


def _may_build(table: State, seat: Seat, god: int) -> bool:
    """Whether the temple slot and a Support slot of a god are open to a seat."""
    taken = table.slots[3 * god + TEMPLE] not in (-1, seat) or seat in table.support[2 * god : 2 * god + 2]
    return not taken and table.free_support(god) >= 0


def _hope(table: State, seat: Seat, god: int) -> float:
    """Points to be hoped for from the god's next tile where it does best; reckoned once, whatever temple is built."""
    slots = world_slots(table, seat, god)
    return tile_worth(table, god, table.god_tiles[god][-1], slots[0], 2) if slots else 0.0


def _build(table: State, seat: Seat, god: int, price: Price, hope: float) -> Build:
    temple, helpers, needs = price
    kinds = table.components.asks[god][table.free_support(god)]
    own = [table.own_recruits[seat][kind] for kind in kinds]
    hire = bool(kinds) and not any(own)
    if hire and (FREYJA in helpers and 0 in kinds and table.valhalla[0]):
        hire = False
    if hire and (LOKI in helpers and any(table.god_recruits[g][k] for g in range(10) for k in kinds)):
        hire = False
    left = ROUNDS - table.round + 1
    worth = table.components.temple_points[temple] * left + 0.6 * hope - 1.5 * len(helpers) - (4 if hire else 0)
    return Build(worth, god, temple, helpers, needs, hire)


@dataclass(slots=True)
class Intent:
    """What to do in a round: gods in the order of revealing, and where to put each disc, best first."""

    gods: list[int]
    slots: dict[int, list[str]]


def intend(table: State, seat: Seat, count: int, pool: Sequence[int]) -> Intent:
    """A whole phase 2: the best temples that `count` gods of `pool` make possible, the rest for stones and Asgard."""
    own = list(table.own_stones[seat])
    intent, free = Intent([], {}), list(pool)
    asgard = False
    for _ in range(2):
        room = count - len(intent.gods)
        build = next(
            (
                one
                for one in builds(table, seat, own, free)
                if 1 + len(one.helpers) + (one.hire and not asgard) <= room and set(one.helpers) <= set(free)
            ),
            None,
        )
        if build is None:
            break
        _add(table, intent, free, build.god, temple=True)
        for helper in build.helpers:
            _add(table, intent, free, helper)
            stone, gained = (WHITE_STONE, 1) if helper == ODIN else next((s, 2) for s, g in HOME.items() if g == helper)
            own[stone] += gained
        for stone in build.needs:
            own[stone] -= 1
        if build.hire and not asgard:
            asgard = True
            _add_asgard(table, seat, intent, free)
    if not asgard and len(intent.gods) < count:
        _add_asgard(table, seat, intent, free)
    for god in _useful(table, seat, own, free)[: count - len(intent.gods)]:
        _add(table, intent, free, god)
    return intent


def _add(table: State, intent: Intent, free: list[int], god: int, *, temple: bool = False) -> None:
    names = [name for name in table.components.slots[god] if (god, name) != (FENRIR, "upper")]
    if god > 6:  # Mímir, Surtr and Fenrir only for a temple, else Asgard
        names = []
    intent.gods.append(god)
    intent.slots[god] = [*(["temple"] if temple else []), *names, "asgard"]
    free.remove(god)


def _add_asgard(table: State, seat: Seat, intent: Intent, free: list[int]) -> None:
    """The least useful card goes to Asgard."""
    useful = _useful(table, seat, table.own_stones[seat], free)
    if useful:
        intent.gods.append(useful[-1])
        intent.slots[useful[-1]] = ["asgard"]
        free.remove(useful[-1])


def _useful(table: State, seat: Seat, own: Sequence[int], free: Sequence[int]) -> list[int]:
    """Gods by what their request gives: stones that open temples ask for, a seal, recruits."""

    def worth(god: int) -> float:
        stone = next((stone for stone, home in HOME.items() if home == god), WHITE_STONE if god == ODIN else -1)
        wanted = 0.0
        for stack in table.temples:
            if stack and stone >= 0:
                missing = table.components.cost[stack[-1]].count(stone) - own[stone]
                wanted += max(0, missing) * 1.0
        first = entries(table, seat, god)[:1]
        seal = 0.7 if table.god_seals[god] else 0.0
        skill = {FREYJA: 1.2, LOKI: 1.2, 6: 0.8, 3: 0.4, 4: 0.2}.get(god, 0.0) if first == ["upper"] else 0.0
        return wanted + seal + skill - (2.0 if god > 6 else 0.0)

    return sorted(free, key=lambda god: -worth(god))


def ragnarok_slots(table: State, seat: Seat) -> list[int]:
    """God tiles above own discs, where help counts most."""

    def worth(slot: int) -> float:
        place = discs_below(table, slot).index(seat)
        rewards = table.components.reward[slot // 2]
        reward = sum(rewards) if len(discs_below(table, slot)) == 1 else rewards[place]
        return reward - abs(lead(table, slot)) * 1.5

    slots = [slot for slot in range(LOWER) if table.is_god(slot) and seat in discs_below(table, slot)]
    return sorted(slots, key=lambda slot: -worth(slot))


def lead(table: State, slot: int) -> float:
    """By how much a side leads at Ragnarök as far as one can see."""
    values = []
    for one in (slot, slot ^ 1):
        strength = strength_of(table.fallen[one])
        values.append(table.value_at(one) + strength + (ANCIENT if table.beneath[one] else 0.0))
    return values[0] - values[1]
