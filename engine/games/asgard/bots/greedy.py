"""The bots that need no searching: `random` answers anything legal, `greedy` builds and writes whole sheets."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping
from typing import TypeAlias

from engine.core.bots import RandomBot, asked
from engine.core.contract import Bot, Desk, Notation
from engine.core.decisions import Decision
from engine.core.moves import Move, Plan, Seat
from engine.games.asgard import moves
from engine.games.asgard.bots.acting import WEAPONS, WIZARDRY, acts, legal
from engine.games.asgard.bots.foresight import ROUNDS, Intent, intend, ragnarok_slots
from engine.games.asgard.orders.plans import FightPlan, PickPlan, ValhallaPlan
from engine.games.asgard.orders.sheet import act_step
from engine.games.asgard.orders.steps import PlaceStep, StepsPlan
from engine.games.asgard.pieces import BATTLE_SLOTS, COLOURS, GODS, NOBODY, RECRUITS, STRENGTH, THOR
from engine.games.asgard.rules import battles
from engine.games.asgard.rules.placing import due, entries
from engine.games.asgard.rules.round_start import LEAST, place_name, places_of
from engine.games.asgard.rules.supply import NAMES
from engine.games.asgard.state import State

Said: TypeAlias = "Move | Plan"
NO_MORE_RECRUITS_THAN = 3  # strength that a victory is worth


class GreedyBot:
    """Temples as early as they can be had, discs where they are likely to win, tiles where they help."""

    def move(self, desk: Desk, rng: random.Random) -> Move:
        decision = asked(desk)
        move = answer_of(desk, decision)
        return desk.menus(decision).first() if move is None else move

    def sheet(self, desk: Desk, rng: random.Random, notation: Notation, language: str) -> list[str]:
        """Everything that can be said now: sign-up, round sheet A or B, the sheet for Ragnarök."""
        decision = asked(desk)
        sheet = _SHEETS.get(decision.kind)
        said = [self.move(desk, rng)] if sheet is None else sheet(desk)
        orders = (
            notation.write_plan(one, language) if isinstance(one, Plan) else notation.write(one, language, desk)
            for one in said
        )
        return [line for order in orders for line in order.split("\n") if line]


def answer_of(desk: Desk, decision: Decision) -> Move | None:
    """What the bot has in mind for a question; None: the first line of the menu will do."""
    answer = _ANSWERS.get(decision.kind)
    return None if answer is None else answer(desk)


# --- single answers


def _recovered(desk: Desk) -> moves.Recover:
    """Supports last, and of the Victory Areas as few as can be."""
    table = desk.view.table
    places = places_of(table, desk.seat)[: LEAST - table.front[desk.seat]]
    return moves.Recover(places=tuple(place_name(place) for place in places))


def _chosen(desk: Desk, count: int) -> tuple[moves.ChooseGods, list[PlaceStep]]:
    """The gods of a round, and the plan for them."""
    table = desk.view.table
    intent = intend(table, desk.seat, count, table.risen_gods())
    steps = [
        PlaceStep(
            god=GODS[god],
            options=tuple(moves.Place.model_validate({"god": GODS[god], "slot": slot}) for slot in intent.slots[god]),
        )
        for god in intent.gods
    ]
    return moves.ChooseGods(gods=tuple(GODS[god] for god in sorted(intent.gods))), steps


def _gods(desk: Desk) -> Move:
    return _chosen(desk, due(desk.view.table, desk.seat))[0]


def _place(desk: Desk) -> Move:
    """The next card of the round's plan."""
    return place_by(desk.view.table, desk.seat, plan_of_round(desk.view.table, desk.seat))


def place_by(table: State, seat: Seat, intent: Intent) -> Move:
    """The next card of a plan."""
    god = next(god for god in intent.gods if god in table.hand[seat])
    open_ = [*entries(table, seat, god), "asgard"]
    return moves.Place.model_validate(
        {"god": GODS[god], "slot": next(slot for slot in intent.slots[god] if slot in open_)}
    )


def plan_of_round(table: State, seat: Seat) -> Intent:
    """What the seat had in mind when it chose its gods.

    A bot remembers nothing between two questions. So each card is placed by the plan for all of the round, worked
    out from the table before the first disc stood; a plan for what is left of the hand forgot what the others were for.
    """
    cards = [*table.shown[seat], *table.hand[seat]]
    before = table.copy()
    before.slots, before.placed = [NOBODY] * len(table.slots), [[] for _ in table.placed]
    intent = intend(before, seat, len(cards), before.risen_gods())
    # Gods that somebody else chose (a clock, a person before the bot) are made the best of.
    return intent if set(intent.gods) == set(cards) else intend(before, seat, len(cards), cards)


def _act(desk: Desk) -> Move | None:
    table = desk.view.table
    for use in _uses(desk):
        return use
    for options in acts(table, desk.seat):
        for option in options:
            if not isinstance(option, moves.Decline) and legal(table, desk.seat, option):
                return option
    return next((options[-1] for options in acts(table, desk.seat) if options), None)


def _uses(desk: Desk) -> Iterable[moves.Use]:
    """Tiles for a weapon or wizardry, as long as nobody can have emptied the stack before."""
    table = desk.view.table
    for tile in table.own_population[desk.seat]:
        kind = table.components.kind[tile]
        if kind in ("weapon", "wizardry") and desk.view.stacks[kind == "wizardry"] > table.seats:
            get = WEAPONS if kind == "weapon" else WIZARDRY
            yield moves.Use(tile=table.components.population[tile], get=get)


def _end(desk: Desk) -> Move:
    return moves.End()


def _battle(desk: Desk) -> Move:
    """A tile, or the fewest recruits that do."""
    table = desk.view.table
    slot = table.fighting[desk.seat][0]
    name = BATTLE_SLOTS[slot]
    due_ = battles.need(table, slot)
    left, send = battles.left(table, desk.seat), [0, 0, 0]
    if due_ <= NO_MORE_RECRUITS_THAN or table.round == ROUNDS:
        strength = 0
        for kind in (2, 1, 0):
            while strength < due_ and send[kind] < left[kind]:
                send[kind] += 1
                strength += STRENGTH[kind]
        if strength >= due_:
            return moves.Battle(slot=name, send=(send[0], send[1], send[2]))
    tiles = battles.tiles_left(table, desk.seat)
    return moves.Battle(slot=name, declare=_declared(table, tiles[0]) if tiles else None)


def _valhalla(desk: Desk) -> Move | None:
    return next((wish for wish in _wishes(desk) if desk.view.table.valhalla[RECRUITS.index(wish.warrior or "")]), None)


def _arm(desk: Desk) -> Move:
    return _arms(desk)[0]


_ANSWERS: Mapping[str, Callable[[Desk], Move | None]] = {
    "recover": _recovered,
    "gods": _gods,
    "place": _place,
    "act": _act,
    "end": _end,
    "offer": lambda _: moves.MakeOffer(),
    "redistribute": lambda _: moves.Redistribute(),
    "battle": _battle,
    "valhalla": _valhalla,
    "arm": _arm,
}


# --- sheets


def _sign_up(desk: Desk) -> Iterable[Said]:
    colours = [colour for number, colour in enumerate(COLOURS) if number not in desk.view.colours]
    colours = sorted(colours, key=lambda colour: (COLOURS.index(colour) - desk.seat) % 4)
    if asked(desk).kind == "colour":
        yield moves.ChooseColour(colour=colours[0])
    yield PickPlan(recruits=("orange", "white", "giant"))


def _sheet_a(desk: Desk) -> Iterable[Said]:
    """Discs taken back, gods, and the plan for them; once in a game also the rankings of givers."""
    table = desk.view.table
    if asked(desk).kind == "recover":
        yield _recovered(desk)
    gods, steps = _chosen(desk, max(LEAST, due(table, desk.seat)))
    yield gods
    yield StepsPlan(round=table.round, phase="place", steps=tuple(steps))
    if table.round == 1:
        yield from _givers(desk)


def _givers(desk: Desk) -> Iterable[Said]:
    others = tuple(seat for seat in range(desk.view.table.seats) if seat != desk.seat)
    for what, names in NAMES.items():
        for name in names:
            yield moves.Giver.model_validate({"what": what, "which": name, "players": others})


def _sheet_b(desk: Desk) -> Iterable[Said]:
    """Every disc with its fall-backs, and battle orders with all recruits there may be, giants first."""
    table = desk.view.table
    yield from _uses(desk)
    steps = tuple(act_step(options) for options in acts(table, desk.seat) if options)
    yield StepsPlan(round=table.round, phase="act", steps=steps)
    tiles = [_declared(table, tile) for tile in battles.tiles_left(table, desk.seat)]
    limit = None if table.round == ROUNDS else NO_MORE_RECRUITS_THAN
    yield FightPlan(round=table.round, slot=None, send="ggooowww", limit=limit, declare=next(iter(tiles), None))


def _declared(table: State, tile: int) -> str:
    return "tyr_skill" if tile == battles.TYR_SKILL else table.components.population[tile]


def _wishes(desk: Desk) -> list[moves.Valhalla]:
    """Warriors to the god tile where help counts most."""
    table: State = desk.view.table
    slots = [slot for slot in ragnarok_slots(table, desk.seat) if table.god_at(slot) <= THOR]
    return [
        moves.Valhalla(warrior=RECRUITS[kind], god=GODS[table.god_at(slot)], world=slot // 2 + 1)
        for slot in slots[:1]
        for kind in (0, 1)
    ]


def _arms(desk: Desk) -> list[moves.Arm]:
    """All own tiles: weapons to the closest fights, wizardry with them."""
    table = desk.view.table
    slots = ragnarok_slots(table, desk.seat)
    if not slots:
        return []
    names = table.components.arms
    tiles = sorted((tile for tile, at in enumerate(table.arms) if at == desk.seat), key=lambda tile: (tile > 6, -tile))
    found = []
    for number, tile in enumerate(tiles):
        slot = slots[min(number // 2, len(slots) - 1)]
        found.append(moves.Arm(tile=names[tile], god=GODS[table.god_at(slot)], world=slot // 2 + 1))
    return found


def _last_sheet(desk: Desk) -> Iterable[Said]:
    """VALHALLA and ARM lines."""
    if asked(desk).kind == "valhalla":
        yield ValhallaPlan(wishes=(*_wishes(desk), moves.Valhalla()))
    yield from _arms(desk)


_SHEETS: Mapping[str, Callable[[Desk], Iterable[Said]]] = {
    "colour": _sign_up,
    "start_pick": _sign_up,
    "recover": _sheet_a,
    "gods": _sheet_a,
    "act": _sheet_b,
    "valhalla": _last_sheet,
    "arm": _last_sheet,
}

BOTS: Mapping[str, Bot] = {"random": RandomBot(), "greedy": GreedyBot()}
