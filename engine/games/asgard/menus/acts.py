"""Menus of phase 3: what a disc may do, part by part (R7, R8). Notation can say more."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import combinations_with_replacement, permutations
from typing import Any, cast

from engine.core.contract import IllegalMove, Seat
from engine.core.menu import Option
from engine.games.asgard import moves
from engine.games.asgard.menus.asgard_area import NOTHING, asgard_option, flips, swaps
from engine.games.asgard.menus.nested import Choice, Parts, Step, option
from engine.games.asgard.menus.payments import payments
from engine.games.asgard.pieces import (
    ASGARD,
    BATTLE_SLOTS,
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
from engine.games.asgard.rules.requests import request_jobs
from engine.games.asgard.rules.supply import receivable
from engine.games.asgard.state import State


def act_options(state: State, seat: Seat) -> Iterator[Option]:
    """Every disc of the seat in the order of placing: perform it, or take it back."""
    places = list(dict.fromkeys(state.placed[seat]))
    for place in places:
        god, slot = slot_name(place, single=place < ASGARD and len(state.components.slots[place // 3]) == 1)
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
    god, slot = slot_name(place, single=len(state.components.slots[place // 3]) == 1)
    assert god is not None
    make = partial(moves.Request, god=god, slot=slot)
    steps: list[Step] = [("skill", lambda _: _skills(state, seat, place))]
    try:
        yield option(("do", god, slot), steps, make, {}, "discs")
    except ValueError:  # Mímir and Fenrir may have nowhere to go, Surtr nothing to flip
        return


def _skills(state: State, seat: Seat, place: int) -> Sequence[Choice]:
    kind = state.components.skill.get(place, "")
    god, slot = slot_name(place, single=len(state.components.slots[place // 3]) == 1)
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


def _baldr(state: State, seat: Seat, place: int) -> Iterator[Choice]:
    yield NOTHING
    for swap in swaps(state, seat, state.components.gives.get(place)):
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
            god, slot = slot_name(target, single=len(state.components.slots[target // 3]) == 1)
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
            yield _skill(said, moves.FlipPopulation(slot=name, bonus=cast("Any", bonus)))


def _bonuses(state: State, seat: Seat, kind: str) -> Iterator[tuple[tuple[object, ...], moves.Part | None]]:
    yield ("nothing",), None  # dropped by the check where the bonus is not optional
    if kind in ("any_stone", "seal"):
        yield from _items(kind)
    elif kind == "convert_stone":
        yield from ((("swap", swap.give, swap.get), swap) for swap in swaps(state, seat, None))
    elif kind == "victory":
        held = [BATTLE_SLOTS[slot] for slot, owner in enumerate(state.battle) if owner == seat]
        yield from ((("victory", slot), moves.Victory(slot=slot)) for slot in held)
    elif kind == "asgard_flip":
        yield from flips(state, seat)


def _items(kind: str) -> Iterator[tuple[tuple[object, ...], moves.Part]]:
    if kind == "seal":
        yield from ((("seal", seal), moves.TakeSeal(seal=seal)) for seal in SEALS)
    else:
        yield from ((("stone", stone), moves.TakeStone(stone=stone)) for stone in STONES)


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
