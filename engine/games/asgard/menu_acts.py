"""Menus of phase 3: what a disc may do, part by part (R7, R8). Notation can say more."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import combinations_with_replacement, permutations
from typing import Any, cast

from engine.core.contract import IllegalMove, Seat
from engine.core.menu import Option
from engine.games.asgard import moves
from engine.games.asgard.asgard_area import row_price
from engine.games.asgard.nested import Choice, Parts, Step, option
from engine.games.asgard.payments import payments
from engine.games.asgard.pieces import (
    ASGARD,
    BATTLE_SLOTS,
    EITHER,
    FENRIR,
    GIANT,
    GODS,
    KINDS_OF_ARMS,
    NOBODY,
    RECRUITS,
    SEALS,
    STONES,
    TEMPLE,
    WORLD_SLOTS,
    side_of_god,
    slot_name,
)
from engine.games.asgard.requests import request_jobs
from engine.games.asgard.state import State
from engine.games.asgard.supply import receivable, receivable_after
from engine.games.asgard.tiles import exchange_job

NOTHING: Choice = (("nothing",), {})
LONG = 2000  # answers; above that a menu does not combine recruits with battle slots
MOST_DISCS = 2  # discs from the row that a menu takes at once


def act_options(state: State, seat: Seat) -> Iterator[Option]:
    """Every disc of the seat in the order of placing: perform it, or take it back."""
    places = list(dict.fromkeys(state.placed[seat]))
    for place in places:
        god, slot = slot_name(place, place < ASGARD and len(state.components.slots[place // 3]) == 1)
        if place == ASGARD:
            yield asgard_option(state, seat, all_=False)
            if state.in_asgard(seat) > 1:
                yield asgard_option(state, seat, all_=True)
        elif place % 3 == TEMPLE:
            yield from temple_option(state, seat, place // 3)
        else:
            yield from request_options(state, seat, place)
            if place == 3 * FENRIR + 1:
                continue  # performing it is taking it back
        yield Option(("back", god, slot), move=moves.Decline(god=god, slot=slot), group="discs")


# --- requests


def request_options(state: State, seat: Seat, place: int) -> Iterator[Option]:
    god, slot = slot_name(place, len(state.components.slots[place // 3]) == 1)
    assert god is not None
    make = partial(moves.Request, god=god, slot=slot)
    steps: list[Step] = [("skill", lambda _: _skills(state, seat, place))]
    try:
        yield option(("do", god, slot), steps, make, {}, "discs")
    except ValueError:  # Mímir and Fenrir may have nowhere to go, Surtr nothing to flip
        return


def _skills(state: State, seat: Seat, place: int) -> Sequence[Choice]:
    kind = state.components.skill.get(place, "")
    god, slot = slot_name(place, len(state.components.slots[place // 3]) == 1)
    assert god is not None
    found = list(_SKILLS[kind](state, seat, place)) if kind in _SKILLS else [NOTHING]
    legal = []
    for what, parts in found:
        move = moves.Request(god=god, slot=slot, **parts)
        try:
            request_jobs(_with_seal(state, seat, place), seat, place, move)
        except IllegalMove:
            continue
        legal.append((what, parts))
    return legal


def _with_seal(state: State, seat: Seat, place: int) -> State:
    """The state after the seal beside the god is taken, where that could matter."""
    side = side_of_god(place // 3)
    if not state.god_seals[place // 3] or state.seals[side]:
        return state
    after = state.copy()
    after.own_seals[seat][side] += 1
    return after


def _skill(what: tuple[object, ...], skill: moves.Part) -> Choice:
    return what, {"skill": skill}


def _freyja(state: State, seat: Seat, place: int) -> Iterator[Choice]:
    yield NOTHING
    for count in (2, 1):
        for kinds in combinations_with_replacement((0, 1), count):
            take = tuple(RECRUITS[kind] for kind in kinds)
            yield _skill(("take", take), moves.Warriors(take=take))


def _swaps(state: State, seat: Seat, gain: tuple[int, int] | None) -> Iterator[moves.Exchange]:
    for give in STONES:
        for get in STONES:
            exchange = moves.Exchange(give=give, get=get)
            try:
                exchange_job(state, seat, exchange, gain)
            except IllegalMove:
                continue
            yield exchange


def _baldr(state: State, seat: Seat, place: int) -> Iterator[Choice]:
    yield NOTHING
    for swap in _swaps(state, seat, state.components.gives.get(place)):
        yield _skill(("swap", swap.give, swap.get), swap)


def _any_stone(state: State, seat: Seat, place: int) -> Iterator[Choice]:
    for number, stone in enumerate(STONES):
        if state.stones[number] or not any(state.stones):
            yield _skill(("stone", stone), moves.TakeStone(stone=stone))
    for number, stone in enumerate(STONES):
        if any(state.stones) and not state.stones[number] and receivable(state, seat, "stone", number):
            yield _skill(("stone", stone), moves.TakeStone(stone=stone))


def _odin(state: State, seat: Seat, place: int) -> Iterator[Choice]:
    yield NOTHING
    yield _skill(("hear",), moves.HearOffers())
    for order in orders(state):
        yield _skill(("order", order), moves.NewOrder(order=order))


def orders(state: State) -> list[tuple[Seat, ...]]:
    """Every order but the present one."""
    return [order for order in permutations(state.order) if list(order) != state.order]


def _loki(state: State, seat: Seat, place: int) -> Iterator[Choice]:
    yield NOTHING
    for god, recruits in enumerate(state.god_recruits):
        for kind, name in enumerate(RECRUITS):
            if recruits[kind]:
                yield _skill(("steal", GODS[god], name), moves.Steal(god=GODS[god], recruit=name))


def _hel(state: State, seat: Seat, place: int) -> Iterator[Choice]:
    yield NOTHING
    for god, recruits in enumerate(state.god_recruits):
        for kind in range(GIANT):
            if recruits[kind]:
                what = ("slay", GODS[god], RECRUITS[kind], sum(recruits))
                yield _skill(what, moves.Slay(god=GODS[god], warrior=RECRUITS[kind]))


def _go(state: State, seat: Seat, place: int) -> Iterator[Choice]:
    for target in range(30):
        fitting = target % 3 == TEMPLE if place // 3 == FENRIR else target in state.components.silver
        if fitting and state.slots[target] == NOBODY and state.risen(target // 3):
            god, slot = slot_name(target, len(state.components.slots[target // 3]) == 1)
            yield _skill(("to", god, slot), moves.GoTo(god=god, slot=slot))
    yield _skill(("to", None, "asgard"), moves.GoTo(god=None, slot="asgard"))


def _surtr(state: State, seat: Seat, place: int) -> Iterator[Choice]:
    data = state.components
    for slot, name in enumerate(WORLD_SLOTS):
        if not state.is_population(slot) or state.flipped[slot]:
            continue
        tile = state.worlds[slot]
        for what, bonus in _bonuses(state, seat, data.kind[tile]):
            said = ("flip", name, data.population[tile], what)
            yield _skill(said, moves.FlipPopulation(slot=name, bonus=cast(Any, bonus)))


def _bonuses(state: State, seat: Seat, kind: str) -> Iterator[tuple[tuple[object, ...], moves.Part | None]]:
    yield ("nothing",), None  # dropped by the check where the bonus is not optional
    if kind == "any_stone":
        for stone in STONES:
            yield ("stone", stone), moves.TakeStone(stone=stone)
    elif kind == "seal":
        for seal in SEALS:
            yield ("seal", seal), moves.TakeSeal(seal=seal)
    elif kind == "convert_stone":
        for swap in _swaps(state, seat, None):
            yield ("swap", swap.give, swap.get), swap
    elif kind == "victory":
        for slot, owner in enumerate(state.battle):
            if owner == seat:
                yield ("victory", BATTLE_SLOTS[slot]), moves.Victory(slot=BATTLE_SLOTS[slot])
    elif kind == "asgard_flip":
        yield from flips(state, seat)


_SKILLS = {
    "take_from_valhalla": _freyja,
    "exchange_stone": _baldr,
    "any_stone": _any_stone,
    "redistribute_order": _odin,
    "take_recruit_from_god": _loki,
    "score_recruits_and_kill": _hel,
    "move_disc": _go,
    "flip_population": _surtr,
}


# --- temples


def temple_option(state: State, seat: Seat, god: int) -> Iterator[Option]:
    """Stack, payment, recruits, world slot."""
    data = state.components
    kinds = data.asks[god][state.free_support(god)]
    own = state.own_recruits[seat]
    slots = state.free_world_slots(side_of_god(god)) if state.god_tiles[god] else []

    def stacks(_: Parts) -> list[Choice]:
        return [
            (("temple", name, data.temples[state.temples[number][-1]]), {"stack": name})
            for number, name in enumerate(data.stacks)
            if state.temples[number] and payments(state, seat, state.temples[number][-1])
        ]

    def price(parts: Parts) -> list[Choice]:
        temple = state.temples[data.stacks.index(parts["stack"])][-1]
        return [(("pay", payment), {"pay": payment}) for payment in payments(state, seat, temple)]

    def recruits(_: Parts) -> list[Choice]:
        named = [kind for kind in kinds if own[kind]]
        found: list[Choice] = [(("recruits", RECRUITS[k], own[k]), {"recruits": (RECRUITS[k],)}) for k in named]
        return found if kinds else [NOTHING]

    def target(_: Parts) -> list[Choice]:
        return [(("slot", WORLD_SLOTS[slot]), {"to": WORLD_SLOTS[slot]}) for slot in slots] or [NOTHING]

    steps: list[Step] = [("stack", stacks), ("pay", price), ("recruits", recruits), ("slot", target)]
    if recruits({}) and stacks({}):
        make = partial(moves.Temple, god=GODS[god])
        yield option(("do", GODS[god], "temple"), steps, make, {}, "discs")


# --- Asgard


def flips(state: State, seat: Seat) -> Iterator[tuple[tuple[object, ...], moves.FlipTile]]:
    """Each face-up tile of the Row, unused or with one of its bonuses."""
    data = state.components
    for place, tile in enumerate(state.asgard_row):
        if not state.asgard_up[place]:
            continue
        name = data.asgard[tile]
        if data.pattern[tile]:
            for take in patterns(data.pattern[tile]):
                bonus = moves.TakeRecruits(take=tuple(RECRUITS[kind] for kind in take))
                yield ("tile", name, ("take", bonus.take)), moves.FlipTile(tile=name, bonus=bonus)
        if data.exchange[tile]:
            for swap in _swaps(state, seat, None):
                yield ("tile", name, ("swap", swap.give, swap.get)), moves.FlipTile(tile=name, bonus=swap)
        yield ("tile", name, ("nothing",)), moves.FlipTile(tile=name)


def patterns(pattern: Sequence[int]) -> list[tuple[int, ...]]:
    """Recruits that fit a pattern: (2, 1) gives two of one kind and one of another."""
    found = []
    for kinds in permutations(range(3), len(pattern)):
        if len(set(pattern)) > 1 or list(kinds) == sorted(kinds):
            found.append(tuple(kind for kind, count in zip(kinds, pattern, strict=True) for _ in range(count)))
    return found


def asgard_option(state: State, seat: Seat, *, all_: bool) -> Option:
    """Flip, recruits, discs, discs of the middle. A menu pays with tiles only where seals do not do."""

    def flip(_: Parts) -> list[Choice]:
        return [(what, {"flip": tile}) for what, tile in flips(state, seat)] or [NOTHING]

    def hire(parts: Parts) -> list[Choice]:
        return [NOTHING, *_hires(state, seat, parts)]

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

    steps: list[Step] = [("flip", flip), ("hire", hire), ("discs", discs), ("middle", middle)]
    make = partial(moves.Asgard, all=all_)
    return option(("do", None, "all" if all_ else "asgard"), steps, make, {}, "discs")


def _hires(state: State, seat: Seat, parts: Parts) -> Iterator[Choice]:
    """What the seals in front pay for, at most two recruits at once."""
    price, own = state.components.price, state.own_seals[seat]
    before = [0, 0, 0]
    flip = parts.get("flip")
    if flip is not None and flip.bonus is not None and flip.bonus.kind == "recruits":
        for name in flip.bonus.take:
            before[RECRUITS.index(name)] += 1
    for count in (1, 2):
        for kinds in combinations_with_replacement(range(3), count):
            due = [sum(price[kind][side] for kind in kinds) for side in (0, 1)]
            if due[0] > own[0] or due[1] > own[1]:
                continue
            if all(
                receivable_after(state, seat, "recruit", kind, before[kind] + kinds.count(kind) - 1)
                for kind in set(kinds)
            ):
                names = tuple(RECRUITS[kind] for kind in kinds)
                yield ("hire", names), {"hire": tuple(moves.Hire(recruit=name) for name in names)}


def _discs(state: State, seat: Seat, parts: Parts) -> Iterator[Choice]:
    """The first disc to the front or a battle slot; further ones to the front."""
    left = list(state.own_seals[seat])
    for hire in parts.get("hire", ()):
        price = state.components.price[RECRUITS.index(hire.recruit)]
        left = [left[0] - price[0], left[1] - price[1]]
    paid: list[tuple[moves.PaySeal, ...]] = []
    for ahead in range(MOST_DISCS):
        price_ = row_price(state, seat, ahead)
        if price_ is None:
            return
        own = [price_[0], price_[1]]
        for _ in range(price_[EITHER]):
            own[0 if left[0] - own[0] > left[1] - own[1] else 1] += 1
        left = [left[0] - own[0], left[1] - own[1]]
        if min(left) < 0:
            return
        paid.append(tuple(moves.PaySeal(seal=SEALS[side]) for side in (0, 1) for _ in range(own[side])))
        rest = tuple(moves.RowDisc(to=None, pay=pay) for pay in paid[1:])
        for to in (None, *(BATTLE_SLOTS[slot] for slot in state.open_battle_slots(seat))):
            first = moves.RowDisc(to=to, pay=paid[0])
            yield ("discs", (to, *(None for _ in rest))), {"discs": (first, *rest)}


def _free(state: State, seat: Seat) -> Iterator[Choice]:
    if state.row[seat]:
        for to in (None, *(BATTLE_SLOTS[slot] for slot in state.open_battle_slots(seat))):
            yield ("discs", (to,)), {"free": moves.RowDisc(to=to)}


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


def fill(state: State, seat: Seat, taken: list[int], start: int | None = None) -> tuple[str, ...]:
    """Battle slots for all discs of the middle that find one: `start` first, then the lowest, Light first."""
    moved: list[int] = []
    try:
        for slot in taken:
            state.battle[slot] = seat
        while len(moved) < state.middle[seat]:
            open_ = state.open_battle_slots(seat)
            if start is not None and not moved and start not in open_:
                return ()
            if not open_:
                break
            slot = start if start is not None and not moved else open_[0]
            state.battle[slot] = seat
            moved.append(slot)
    finally:
        for slot in [*taken, *moved]:
            state.battle[slot] = NOBODY
    return tuple(BATTLE_SLOTS[slot] for slot in moved)


def use_options(state: State, seat: Seat, usable: Sequence[int]) -> Iterator[Option]:
    """Tiles that may be used now (R5.2)."""
    data = state.components
    for tile in usable:
        name, kind = data.population[tile], data.kind[tile]
        if kind == "asgard_flip":
            steps: list[Step] = [("flip", lambda _: [(w, {"flip": flip}) for w, flip in flips(state, seat)])]
            yield option(("use", name), steps, partial(moves.Use, tile=name), {}, "tiles")
        elif kind in (*KINDS_OF_ARMS, "first_player"):
            yield Option(("use", name), move=moves.Use(tile=name), group="tiles")
