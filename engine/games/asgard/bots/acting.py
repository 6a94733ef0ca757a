"""What the greedy bot does with its discs in phase 3: every disc with its fall-backs, the last of them always legal."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any, cast

from engine.core.moves import IllegalMove, Seat
from engine.games.asgard import moves
from engine.games.asgard.bots.foresight import best_battle_slots, chance_to_win, world_slots
from engine.games.asgard.pieces import (
    ASGARD,
    BATTLE_SLOTS,
    FENRIR,
    GODS,
    HEL,
    LOKI,
    MIMIR,
    NOBODY,
    ODIN,
    RECRUITS,
    SEALS,
    STONES,
    SURTR,
    TEMPLE,
    WORLD_SLOTS,
    side_of_god,
    slot_name,
)
from engine.games.asgard.questions.payments import payments
from engine.games.asgard.rules import asgard_area, temples
from engine.games.asgard.rules.placing import disc_place
from engine.games.asgard.rules.skills import request_frames, skill_at
from engine.games.asgard.rules.tiles import flips
from engine.games.asgard.state import State

MOST = 8  # alternatives for one disc
MOST_SKILLS = 3
LIKED = frozenset({moves.Warriors, moves.TakeStone, moves.Steal, moves.Slay, moves.NewOrder})
WEAPONS = ("6", "5", "4", "3", "2")
WIZARDRY = ("double_recruits", "negate_tile", "vp_top", "negate_weapon", "vp_bottom")


def acts(table: State, seat: Seat) -> Iterator[list[moves.AnyMove]]:
    """One list a disc, in the order in which to perform them: stones first, Asgard, temples last."""
    places = sorted(table.placed[seat], key=_order)
    for place in places:  # what needs no looking ahead first: who plays one act after the other asks for no more
        if _order(place) == 0:
            yield list(request(table, seat, place))
    if not any(map(_order, places)):
        return
    later = expected(table, seat)
    if discs := table.in_asgard(seat):
        all_at_once = discs > 1 and not _can_pay(later, seat)
        hoped = [] if all_at_once else list(asgard(later, seat, all_=False))[:-1]
        found = list(dict.fromkeys([*hoped, *asgard(table, seat, all_=all_at_once)]))
        once = all_at_once and bool(found) and getattr(found[0], "all", False)
        yield from [found] * (1 if once else discs)
    for place in places:
        if _order(place) == 2:
            yield list(temple(later, seat, place // 3))


def _order(place: int) -> int:
    return 1 if place == ASGARD else 2 if place % 3 == TEMPLE else 0


def expected(table: State, seat: Seat) -> State:
    """A copy in which the stones of the seat's requests are already there, and the seals beside their gods."""
    later = table.copy()
    for place in table.placed[seat]:
        stone, count = table.components.gives.get(place, (0, 0))
        later.own_stones[seat][stone] += min(count, table.stones[stone])
        if place != ASGARD and place % 3 != TEMPLE:
            later.own_seals[seat][side_of_god(place // 3)] += table.god_seals[place // 3]
    return later


def legal(table: State, seat: Seat, move: moves.AnyMove) -> bool:
    """Whether an act could be played now, as far as the seat can see."""
    try:
        if isinstance(move, moves.Request):
            request_frames(table, seat, disc_place(table, GODS.index(move.god), move.slot), move)
        elif isinstance(move, moves.Asgard):
            asgard_area.check(table, seat, move)
        elif isinstance(move, moves.Temple):
            temples.check(table, seat, move)
    except IllegalMove:
        return False
    return True


# --- requests


def request(table: State, seat: Seat, place: int) -> Iterator[moves.AnyMove]:
    god, slot = slot_name(place, single=len(table.components.slots[place // 3]) == 1)
    assert god is not None
    for skill in _skills(table, seat, place):
        yield moves.Request(god=god, slot=slot, skill=cast("Any", skill))
    if place // 3 not in (MIMIR, SURTR) and place not in (3 * FENRIR, 3 * ODIN + 1):
        yield moves.Request(god=god, slot=slot)
    yield moves.Decline(god=god, slot=slot)


def _skills(table: State, seat: Seat, place: int) -> list[moves.Part]:
    """What the skill beside a slot may do, the best first."""
    skill = skill_at(table, place)
    if not LIKED.intersection(skill.parts):
        return []
    lines = [(_liked(table, seat, part), part) for _, part in skill.lines(table, seat, place)]
    best = sorted(((like, part) for like, part in lines if like is not None), key=lambda one: one[0], reverse=True)
    return list(islice((part for _, part in best if skill.takes(table, seat, place, part)), MOST_SKILLS))


def _liked(table: State, seat: Seat, part: moves.Part | None) -> tuple[float, ...] | None:
    """How well a part would do; None for what this bot does not want."""
    if isinstance(part, moves.Warriors):
        return len(part.take), part.take.count("orange")
    if isinstance(part, moves.TakeStone):
        return _missing(table, seat, STONES.index(part.stone))
    if isinstance(part, moves.Steal):  # giants first; not from gods that the seat supports
        god = GODS.index(part.god)
        mine = seat in table.support[2 * god : 2 * god + 2]
        return RECRUITS.index(part.recruit), not mine, god == LOKI, -god
    if isinstance(part, moves.Slay):
        god = GODS.index(part.god)
        return sum(table.god_recruits[god]), god == HEL, -god, part.warrior == "white"
    if isinstance(part, moves.NewOrder) and table.order[0] != seat:
        return (0.0,) if part.order == (seat, *(one for one in table.order if one != seat)) else None
    return None


def _missing(table: State, seat: Seat, stone: int) -> tuple[float, ...]:
    """How often open temples miss a colour, if the supply has it."""
    own = table.own_stones[seat][stone]
    tops = [table.components.cost[stack[-1]] for stack in table.temples if stack]
    return table.stones[stone] > 0, sum(max(0, cost.count(stone) - own) for cost in tops), -stone


# --- Asgard


def _can_pay(table: State, seat: Seat) -> bool:
    price, own = asgard_area.row_price(table, seat), table.own_seals[seat]
    return price is not None and price[0] <= own[0] and price[1] <= own[1] and sum(price) <= sum(own)


def asgard(table: State, seat: Seat, *, all_: bool) -> Iterator[moves.AnyMove]:
    """With each tile of the Row, the richest first; then without, should somebody else have flipped them."""
    if not table.in_asgard(seat):
        return
    hire, discs = _hire_and_discs(table, seat)
    middle = _middle(table, seat, {disc.to for disc in discs})
    free = None
    if all_:
        open_ = best_battle_slots(table, seat)
        to = BATTLE_SLOTS[open_[0]] if open_ and _to_battle(table, seat, open_[0]) else None
        free, discs = moves.RowDisc(to=to, get=WEAPONS if to and to[2] == "L" else WIZARDRY if to else ()), ()
        middle = _middle(table, seat, {to})
        free = free if table.row[seat] else None
    tiles = [tile for _, tile in flips(table, seat)]
    tiles.sort(key=lambda tile: -_gain(tile))
    best: dict[str, moves.FlipTile] = {}
    for tile in tiles:
        best.setdefault(tile.tile, tile)
    for flip in [*best.values(), None]:
        yield moves.Asgard(all=all_, flip=flip, hire=hire, discs=discs, free=free, move=middle)
        if hire or discs or free:
            yield moves.Asgard(all=all_, flip=flip, move=_middle(table, seat, set()))
    yield moves.Decline(god=None, slot="asgard")


def _gain(tile: moves.FlipTile) -> float:
    if tile.bonus is None:
        return 0.0
    if isinstance(tile.bonus, moves.Exchange):
        return 0.3
    return len(tile.bonus.take) + 0.2 * tile.bonus.take.count("giant") + 0.1 * (tile.bonus.take[0] == "orange")


def _hire_and_discs(table: State, seat: Seat) -> tuple[tuple[moves.Hire, ...], tuple[moves.RowDisc, ...]]:
    """Discs as long as the seals last; with what remains a recruit."""
    left, discs, ahead = list(table.own_seals[seat]), list[moves.RowDisc](), 0
    slots = best_battle_slots(table, seat)
    while (price := asgard_area.row_price(table, seat, ahead)) is not None and ahead < 3:
        own = asgard_area.sides(price, left)
        if own[0] > left[0] or own[1] > left[1]:
            break
        left = [left[0] - own[0], left[1] - own[1]]
        pay = tuple(moves.PaySeal(seal=SEALS[side]) for side in (0, 1) for _ in range(own[side]))
        to = BATTLE_SLOTS[slots.pop(0)] if slots and _to_battle(table, seat, slots[0]) else None
        if to is not None:  # world 7 takes but one disc, and no two battles in one world
            slots = [slot for slot in slots if BATTLE_SLOTS[slot][1] != to[1]]
        discs.append(moves.RowDisc(to=to, pay=pay, get=WEAPONS if to and to[2] == "L" else WIZARDRY if to else ()))
        ahead += 1
    hire = list[moves.Hire]()
    for kind in (1, 0):
        price_ = table.components.price[kind]
        if table.recruits[kind] and left[0] >= price_[0] and left[1] >= price_[1] and len(hire) < 2:
            hire.append(moves.Hire(recruit=RECRUITS[kind]))
            left = [left[0] - price_[0], left[1] - price_[1]]
    return tuple(hire), tuple(discs)


def _to_battle(table: State, seat: Seat, slot: int) -> bool:
    """Whether a new disc does better in battle than in front."""
    hands = table.front[seat] + len(table.placed[seat])
    return chance_to_win(table, slot) >= (0.75 if table.round < 3 and hands < 4 else 0.5)


def _middle(table: State, seat: Seat, taken: set[str | None]) -> tuple[str, ...]:
    """Where the discs of the middle go."""
    after, moved = table.copy(), list[str]()
    for name in taken:
        if name is not None:
            after.battle[BATTLE_SLOTS.index(name)] = seat
    for _ in range(table.middle[seat]):
        open_ = best_battle_slots(after, seat)
        if not open_:
            break
        after.battle[open_[0]] = seat
        moved.append(BATTLE_SLOTS[open_[0]])
    return tuple(moved)


# --- temples


def temple(table: State, seat: Seat, god: int) -> Iterator[moves.AnyMove]:
    """The dearest temple that can be paid, on the best world slot; the kinds of recruits in order of number."""
    data = table.components
    kinds = sorted(data.asks[god][max(table.free_support(god), 0)], key=lambda kind: -table.own_recruits[seat][kind])
    slots = [WORLD_SLOTS[slot] for slot in world_slots(table, seat, god)[:3]]
    order = sorted(range(len(data.stacks)), key=lambda stack: -data.temple_points[_first(data.temple_stack, stack)])
    count = 0
    for stack in order:
        if not table.temples[stack]:
            continue
        for payment in payments(table, seat, table.temples[stack][-1])[:1]:
            targets: list[str | None] = [*slots] or [None]
            for to in targets:
                for kind in kinds or [NOBODY]:
                    names = () if kind == NOBODY else (RECRUITS[kind],)
                    if count < 3 * MOST:
                        yield moves.Temple(god=GODS[god], stack=data.stacks[stack], pay=payment, recruits=names, to=to)
                    count += 1
    yield moves.Decline(god=GODS[god], slot="temple")


def _first(stacks: tuple[int, ...], stack: int) -> int:
    return stacks.index(stack)
