"""Menus of phase 3: what a disc may do, part by part (R7, R8). Notation can say more."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from engine.core.menu import Option
from engine.core.menu.stepwise import Choice, Parts, Step, option
from engine.core.moves import Seat
from engine.games.asgard import moves
from engine.games.asgard.pieces import (
    ASGARD,
    FENRIR,
    GODS,
    RECRUITS,
    TEMPLE,
    WORLD_SLOTS,
    side_of_god,
)
from engine.games.asgard.questions.asgard_area import NOTHING, asgard_option
from engine.games.asgard.questions.payments import payments
from engine.games.asgard.rules.population import POPULATION
from engine.games.asgard.rules.skills import skill_at
from engine.games.asgard.state import State


def act_options(state: State, seat: Seat) -> Iterator[Option]:
    """Every disc of the seat in the order of placing: perform it, or take it back."""
    places = list(dict.fromkeys(state.placed[seat]))
    for place in places:
        god, slot = state.slot_name(place)
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
    god, slot = state.slot_name(place)
    assert god is not None
    make, skill = partial(moves.Request, god=god, slot=slot), skill_at(state, place)
    steps: list[Step] = [("skill", lambda _: [(what, {"skill": one}) for what, one in skill.legal(state, seat, place)])]
    try:
        yield option(("do", god, slot), steps, make, {}, "discs")
    except ValueError:  # Mímir and Fenrir may have nowhere to go, Surtr nothing to flip
        return


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


def use_options(state: State, seat: Seat) -> Iterator[Option]:
    """Tiles that may be used now (R5.2)."""
    data = state.components
    for tile in state.own_population[seat]:
        name, kind = data.population[tile], POPULATION[data.kind[tile]]
        if not kind.usable(state, seat):
            continue
        choices: list[Choice] = [(what, {"flip": flip}) for what, flip in kind.chosen(state, seat)]
        steps: list[Step] = [("flip", partial(_given, choices))] if choices else []
        yield option(("use", name), steps, partial(moves.Use, tile=name), {}, "tiles")


def _given(choices: list[Choice], parts: Parts) -> list[Choice]:
    return choices
