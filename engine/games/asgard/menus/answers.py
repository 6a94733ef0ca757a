"""The legal answers to each decision, numbered in a canonical order."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import combinations, product
from typing import Any, cast

from engine.core.contract import Decision, Seat
from engine.core.menu import Lines, Menu, Option, Pick
from engine.games.asgard import moves
from engine.games.asgard.menus.acts import act_options, use_options
from engine.games.asgard.pieces import (
    BATTLE_SLOTS,
    COLOURS,
    GODS,
    RECRUITS,
    SEALS,
    SKILLS,
    STONES,
    STRENGTH,
    THOR_TILE,
    Slot,
)
from engine.games.asgard.rules import battles, ragnarok
from engine.games.asgard.rules.placing import due, entries
from engine.games.asgard.rules.questions import QUESTIONS
from engine.games.asgard.rules.round_start import LEAST, place_name, places_of
from engine.games.asgard.rules.tiles import usable
from engine.games.asgard.state import State


def menu(state: State, decision: Decision) -> Menu:
    """The legal answers; those of some long moves are a choice of the usual ones (RULINGS.md)."""
    wave = state.flow.wave
    asked = wave.of(decision.seat) if wave is not None and wave.kind == decision.kind else None
    return _MENUS[decision.kind](state, decision.seat) if asked is None else QUESTIONS[decision.kind].menu(state, asked)


def _colour(state: State, seat: Seat) -> Iterator[Option]:
    for number, colour in enumerate(COLOURS):
        if number not in state.colours:
            yield Option(("colour", colour), move=moves.ChooseColour(colour=colour))


def _start_pick(state: State, seat: Seat) -> Iterator[Option]:
    for kind in (2, 0, 1):
        if state.start_recruits[kind]:
            yield Option(("recruit", RECRUITS[kind]), move=moves.StartPick(recruit=RECRUITS[kind]))


def _recover(state: State, seat: Seat) -> Iterator[Option]:
    count = LEAST - state.front[seat]
    for places in dict.fromkeys(combinations(places_of(state, seat), count)):
        names = tuple(place_name(place) for place in places)
        yield Option(("places", names), move=moves.Recover(places=names))


def _gods(state: State, seat: Seat) -> Menu:
    """As many of the risen gods as discs stand ready, in canonical order."""
    lines = tuple(Option(("god", GODS[god])) for god in state.risen_gods())
    count = due(state, seat)
    return Pick(lines, _chosen_gods, count, count)


def _chosen_gods(picked: tuple[Option, ...]) -> moves.ChooseGods:
    return moves.ChooseGods(gods=tuple(option.what[1] for option in picked))


def _place(state: State, seat: Seat) -> Iterator[Option]:
    for god in state.hand[seat]:
        for slot in [*entries(state, seat, god), "asgard"]:
            move = moves.Place(god=GODS[god], slot=cast("Slot", slot))
            yield Option(("place", GODS[god], slot), move=move, group=f"god {GODS[god]}")
    yield from _uses(state, seat)


def _act(state: State, seat: Seat) -> Iterator[Option]:
    yield from act_options(state, seat)
    yield from _uses(state, seat)


def _uses(state: State, seat: Seat) -> Iterator[Option]:
    yield from use_options(state, seat, [tile for tile in state.own_population[seat] if usable(state, seat, tile)])


def _end(state: State, seat: Seat) -> Iterator[Option]:
    yield Option(("end",), move=moves.End())
    if state.skills[THOR_TILE] == seat and state.busy(seat):
        yield Option(("again",), move=moves.Again())
    yield from _uses(state, seat)


def _offer(state: State, seat: Seat) -> Iterator[Option]:
    yield Option(("no_offer",), move=moves.MakeOffer())
    items = list(_items(state, seat))
    if items:
        for number in range(1, state.seats + 1):
            yield Option(("offer_for", number), then=partial(_offer_items, number, items))


def _offer_items(number: int, items: list[moves.OfferItem]) -> Menu:
    return Lines(
        tuple(
            Option(
                ("item", item.what, item.which), move=moves.MakeOffer(bids=(moves.Bid(number=number, items=(item,)),))
            )
            for item in items
        ),
        question="offer_item",
    )


def _items(state: State, seat: Seat) -> Iterator[moves.OfferItem]:
    """What a seat could offer, one of each kind."""
    data = state.components
    own: list[tuple[str, Iterable[str]]] = [
        ("stone", _there(STONES, state.own_stones[seat])),
        ("recruit", _there(RECRUITS, state.own_recruits[seat])),
        ("seal", _there(SEALS, state.own_seals[seat])),
        ("population", (data.population[tile] for tile in state.own_population[seat])),
        ("weapon", (data.arms_name(tile) for tile in state.owned_arms(seat, 0))),
        ("wizardry", (data.arms_name(tile) for tile in state.owned_arms(seat, 1))),
        ("skill", (SKILLS[tile] for tile, owner in enumerate(state.skills) if owner == seat)),
        ("temple", (data.temples[temple] for temple in state.own_temples[seat])),
        ("battle", (str(points) for points in state.own_battle_tiles[seat])),
    ]
    for what, names in own:
        for name in dict.fromkeys(names):
            yield moves.OfferItem(what=cast("Any", what), which=name)


def _there(names: Sequence[str], counts: Sequence[int]) -> list[str]:
    return [name for name, count in zip(names, counts, strict=True) if count]


def _battle(state: State, seat: Seat) -> Iterator[Option]:
    """For the first disc that still needs an order: nothing, any recruits that just do, tiles."""
    slot = state.fighting[seat][0]
    name, due = BATTLE_SLOTS[slot], battles.need(state, slot)
    yield Option(("fight_nothing", name), move=moves.Battle(slot=name))
    left = battles.left(state, seat)
    for send in product(*(range(count, -1, -1) for count in left)):
        strength = sum(n * each for n, each in zip(send, STRENGTH, strict=True))
        if strength >= due and all(not n or strength - each < due for n, each in zip(send, STRENGTH, strict=True)):
            sent = (send[0], send[1], send[2])
            yield Option(("fight_send", name, sent), move=moves.Battle(slot=name, send=sent))
    for tile in battles.tiles_left(state, seat):
        called = "tyr_skill" if tile == battles.TYR_SKILL else state.components.population[tile]
        yield Option(("fight_tile", name, called), move=moves.Battle(slot=name, declare=called))


def _valhalla(state: State, seat: Seat) -> Iterator[Option]:
    for slot in ragnarok.supported(state, seat, light_only=True):
        god, world = GODS[state.god_at(slot)], slot // 2 + 1
        for kind in (0, 1):
            if state.valhalla[kind]:
                move = moves.Valhalla(warrior=RECRUITS[kind], god=god, world=world)
                yield Option(("valhalla", RECRUITS[kind], god, world), move=move)
    yield Option(("pass",), move=moves.Valhalla())


def _arm(state: State, seat: Seat) -> Iterator[Option]:
    name = state.components.arms_name
    for kind, what in ((0, "weapon"), (1, "wizardry")):
        for one in dict.fromkeys(name(tile) for tile in reversed(state.owned_arms(seat, kind))):
            for slot in reversed(ragnarok.supported(state, seat)):
                god, world = GODS[state.god_at(slot)], slot // 2 + 1
                move = moves.Arm(tile=one, god=god, world=world)
                yield Option(("arm", what, one, god, world), move=move, group=f"{what} {one}")


def _listed(options: Callable[[State, Seat], Iterator[Option]]) -> Callable[[State, Seat], Menu]:
    """A menu of one list."""
    return lambda state, seat: Lines(tuple(options(state, seat)))


_MENUS: dict[str, Callable[[State, Seat], Menu]] = {
    "colour": _listed(_colour),
    "start_pick": _listed(_start_pick),
    "recover": _listed(_recover),
    "gods": _gods,
    "place": _listed(_place),
    "act": _listed(_act),
    "end": _listed(_end),
    "offer": _listed(_offer),
    "battle": _listed(_battle),
    "valhalla": _listed(_valhalla),
    "arm": _listed(_arm),
}

KINDS = frozenset({*_MENUS, *QUESTIONS})  # of decisions
