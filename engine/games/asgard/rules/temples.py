"""The temple action (R7.3)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.core.moves import Seat
from engine.games.asgard.happenings import Gave, GodTileLost, GodTilePlaced, Scored, TempleBuilt, Thing, Turned
from engine.games.asgard.moves import Pay, Temple
from engine.games.asgard.pieces import (
    GOD_NUMBER,
    GOD_TILE,
    GODS,
    LOWER,
    NOBODY,
    RECRUIT_NUMBER,
    RECRUITS,
    STONE_NUMBER,
    TEMPLE,
    WORLD_SLOT,
    WORLD_SLOTS,
    Stone,
    side_of_god,
)
from engine.games.asgard.play import Faults, Play
from engine.games.asgard.state import State


@dataclass(frozen=True, slots=True)
class Building:
    """A temple action that has been checked."""

    god: int
    temple: int
    pay: tuple[Pay, ...]
    kind: int  # of the recruits put on the god; -1: none are asked for
    target: int  # world slot of the god tile; -1: none is placed


def check(state: State, seat: Seat, move: Temple, *, strict: bool = True) -> Building:
    """All of it or nothing. Raises IllegalMove."""
    god, faults = GOD_NUMBER[move.god], Faults()
    temple = check_stack(state, move.stack, faults)
    if temple >= 0:
        check_payment(state, seat, temple, move.pay, faults)
    kind = check_recruits(state, seat, god, move, faults)
    target = check_target(state, god, move.to, faults, strict=strict)
    faults.settle()
    return Building(god, temple, move.pay, kind, target)


def build(play: Play, seat: Seat, plan: Building) -> None:
    """The price, the temple, the god tile; the god's seal is dealt with by the caller."""
    pay(play, seat, plan.pay)
    put_up(play, seat, plan.god, plan.temple, plan.kind)
    place_god_tile(play, seat, plan.god, plan.target)


def check_stack(state: State, name: str, faults: Faults) -> int:
    """The temple on top of a stack, or -1."""
    stacks = state.components.stacks
    if name not in stacks or not state.temples[stacks.index(name)]:
        faults.add("E_PICK", stack=name)
        return -1
    return state.temples[stacks.index(name)][-1]


def check_payment(state: State, seat: Seat, temple: int, payment: Sequence[Pay], faults: Faults) -> None:
    """R7.3.2."""
    data, used = state.components, []
    wrong = False
    stones: dict[Stone, int] = {}
    for part in payment:
        if part.tile is not None:
            kind = tile_kind(state, seat, part.tile)
            wrong = wrong or part.tile in used
            if not kind:
                faults.add("E_TILE_NOT_OWNED", tile=part.tile)
            elif kind != ("any_stone" if part.stone is None else "convert_stone"):
                faults.add("E_TILE_TIMING", tile=part.tile)
            used.append(part.tile)
        wrong = wrong or part.colour is None
        if part.stone is not None:
            stones[part.stone] = stones.get(part.stone, 0) + 1
    own = state.own_stones[seat]
    if (
        any(own[STONE_NUMBER[stone]] < count for stone, count in stones.items())
        or wrong
        or not fits(state, temple, [STONE_NUMBER[part.colour] for part in payment if part.colour is not None])
    ):
        faults.add("E_STONE_MATCH", temple=data.temples[temple])


def tile_kind(state: State, seat: Seat, name: str) -> str:
    """The kind of a population tile in front of a seat, or nothing."""
    data = state.components
    if name not in data.population or data.population.index(name) not in state.own_population[seat]:
        return ""
    return data.kind[data.population.index(name)]


def fits(state: State, temple: int, colours: list[int]) -> bool:
    """Whether stones counting as these colours are the exact price of a temple."""
    data, left = state.components, list(colours)
    cost = data.cost[temple]
    for stone in cost:
        if stone not in left:
            return False
        left.remove(stone)
    extra = data.extra[data.temple_stack[temple]]
    return len(left) == extra and not any(stone in cost for stone in left)


def check_recruits(state: State, seat: Seat, god: int, move: Temple, faults: Faults) -> int:
    """R7.3.4: the kind put on the god, or -1 when none is asked for."""
    kinds = state.components.asks[god][state.free_support(god)]
    if not kinds:
        if move.recruits:
            faults.add("E_RECRUITS", god=move.god)
        return -1
    kind = RECRUIT_NUMBER[move.recruits[0]] if len(move.recruits) == 1 else -1
    own = state.own_recruits[seat][kind] if kind in kinds else 0
    if not own or move.count not in (None, own):
        faults.add("E_RECRUITS", god=move.god, kinds=[RECRUITS[one] for one in kinds])
    return kind


def check_target(state: State, god: int, to: str | None, faults: Faults, *, strict: bool) -> int:
    """R7.3.5: the world slot, or -1 when no god tile is placed. `strict`: even then it must be a possible one."""
    slot, free = WORLD_SLOT.get(to or "", -1), state.free_world_slots(side_of_god(god))
    nothing_to_place = not state.god_tiles[god] or not free
    if slot not in free and not (nothing_to_place and (to is None or not strict)):
        faults.add("E_WORLD_SLOT", slot=to, god=GODS[god])
    return -1 if nothing_to_place else slot


def pay(play: Play, seat: Seat, payment: Sequence[Pay]) -> None:
    """Stones to their supplies, tiles out of the game."""
    given: list[Thing] = []
    state = play.state
    for part in payment:
        if part.stone is not None:
            stone = STONE_NUMBER[part.stone]
            state.own_stones[seat][stone] -= 1
            state.stones[stone] += 1
            given.append(("stone", part.stone))
        if part.tile is not None:
            state.own_population[seat].remove(play.data.population.index(part.tile))
            given.append(("population", part.tile))
    play.out.append(Gave(seat, tuple(given)))


def put_up(play: Play, seat: Seat, god: int, temple: int, kind: int) -> None:
    """The temple, the recruits and the disc; the next temple is turned up (R7.3.3, R7.3.4, R7.3.8)."""
    state, data = play.state, play.data
    stack = data.temple_stack[temple]
    state.temples[stack].pop()
    state.own_temples[seat].append(temple)
    recruits = None
    if kind >= 0:
        count = state.own_recruits[seat][kind]
        state.own_recruits[seat][kind] = 0
        state.god_recruits[god][kind] += count
        recruits = (RECRUITS[kind], count)
    support = state.free_support(god)
    state.support[2 * god + support] = seat
    state.slots[3 * god + TEMPLE] = NOBODY
    state.placed[seat].remove(3 * god + TEMPLE)
    name, points = data.temples[temple], data.temple_points[temple]
    play.out.append(TempleBuilt(seat, GODS[god], name, points, recruits, ("upper", "bottom")[support]))
    top = state.temples[stack]
    play.out.append(Turned(data.stacks[stack], data.temples[top[-1]] if top and top[-1] >= 0 else None))


def place_god_tile(play: Play, seat: Seat, god: int, slot: int) -> None:
    """R7.3.5-R7.3.7."""
    state = play.state
    if not state.god_tiles[god]:
        return
    value = state.god_tiles[god].pop()
    if slot < 0:
        play.out.append(GodTileLost(GODS[god], value))
    else:
        tile, flipped = state.worlds[slot], state.flipped[slot]
        state.worlds[slot] = GOD_TILE + 10 * god + value
        state.flipped[slot] = False
        if not flipped:
            state.own_population[seat].append(tile)
        name = play.data.population[tile]
        play.out.append(GodTilePlaced(seat, GODS[god], value, WORLD_SLOTS[slot], name, gained=not flipped))
        if slot >= LOWER:
            state.scores[seat] += play.data.lower_points
            play.out.append(Scored(seat, play.data.lower_points, "lower"))
    top = state.god_tiles[god]
    play.out.append(Turned(GODS[god], str(top[-1]) if top else None))
