"""What a sensible god does, found without search: the policy by which bots play on in worlds that they imagine."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from engine.core.contract import Decision, Imagined
from engine.core.moves import Move, Seat
from engine.games.yggdrasil.cards.giants import is_whirlpool
from engine.games.yggdrasil.data import (
    ADJACENT,
    BAGS,
    CARD_ROWS,
    CARDS,
    CLEARED,
    DEFEATS,
    ENEMIES,
    ENEMY,
    FIRST_GIANT,
    GIANTS,
    ISLANDS,
    LAST_SPACE,
    LEVELS,
    NO_DIE,
    NO_POWERS,
    PARTS,
    RAINBOW,
    RETURNED,
    RUNE_OF,
    SEARCHED,
)
from engine.games.yggdrasil.moves import (
    Action,
    ClearBag,
    ElfPolicy,
    EndTurn,
    FightEnemy,
    FightGiant,
    Forge,
    Midgard,
    NidhoggPick,
    OdinPick,
    ReturnVikings,
    TakeElf,
    VanirAdvance,
    VanirUse,
)
from engine.games.yggdrasil.play import off_start, power
from engine.games.yggdrasil.rules.combat import bonus_of, force
from engine.games.yggdrasil.rules.odds import at_least
from engine.games.yggdrasil.rules.turns import is_legal
from engine.games.yggdrasil.rules.worlds.sacred import enemies_on
from engine.games.yggdrasil.state import State

# What a step back is worth, by the space from which it is made: most where it undoes the crossing of a line.
URGENT = (0.0, 1.73, 3.45, 4.02, 3.05, 5.71, 8.79, 21.34)
VIKING, ELF, PATIENCE = 0.7, 1.6, 1.23
FORGE, FORGE_NEAR, FORGE_NEXT = 0.83, 0.63, 0.35
WANT_ELF, AHEAD, DEAD_WORTH, FIRE_NEAR, FIRE_FAR, STEP_ON, RAISE = 1.63, 1.28, 0.33, 0.29, 0.1, 1.65, 0.86
LOST, CROSSING = 30.0, 5.06
GIANT, POWERLESS, DICELESS, RUNE, LAST_PART = 1.26, 3.87, 2.39, 0.63, 2.83
Scored = tuple[float, Action]
ODDS = [[float(at_least(hammers, rolls)) for hammers in range(40)] for rolls in range(3)]


def sensible(world: Imagined, decision: Decision, rng: random.Random) -> Move:
    """A quick answer to any question."""
    state: State = world.state
    forced = world.rules.forced(state, decision)
    if forced is not None:
        return forced
    if decision.kind == "action":
        return best_action(state, decision.seat)
    if decision.kind == "odin":
        first, second = (danger(state, CARDS[card]) for card in state.drawn)
        return OdinPick(card=1 if first <= second else 2, other="bottom")
    if decision.kind == "nidhogg":
        return NidhoggPick.model_validate({"enemy": min(decision.texts("among"), key=_least_harm(state))})
    return world.rules.default(state, decision)


def danger(state: State, card: str) -> float:
    """How bad it would be to apply a card now."""
    row = CARD_ROWS[card]
    steps = range(1, row["advance"] + 1)
    spaces = [state.spaces[ENEMY[code]] for code in enemies_on(card)]
    return sum(URGENT[min(LAST_SPACE, space + one)] for space in spaces for one in steps)


def _least_harm(state: State) -> Any:
    return lambda code: URGENT[min(LAST_SPACE, state.spaces[ENEMY[code]] + 1)]


def best_action(state: State, seat: Seat) -> Move:
    """The legal action that promises most; the end where none promises anything."""
    return next(promising(state, seat))


def promising(state: State, seat: Seat) -> Iterator[Move]:
    """Legal actions that promise something, the best first; the end of the turn last."""
    for promise, move in sorted(_actions(state, seat), key=_promise, reverse=True):
        if promise > 0 and is_legal(state, seat, move):
            yield move
    yield EndTurn()


def _promise(one: Scored) -> float:
    return one[0]


def _actions(state: State, seat: Seat) -> Iterator[Scored]:
    yield from _fights(state, seat)
    yield from _giants(state, seat)
    yield from _searches(state, seat)
    yield from _supplies(state, seat)
    yield from _forge(state, seat)
    yield from _vanir(state)


def _strength(state: State, seat: Seat, opponent: str) -> Iterator[tuple[float, int, int, float]]:
    """(odds, Vikings, Elves, price) of the ways to fight that are worth a thought."""
    lacking = force(state, opponent) - bonus_of(state, seat, opponent)
    odds = ODDS[0 if NO_DIE in state.active else power(state, seat, "rolls", 1)]
    elves = state.elves[seat]
    for vikings in range(min(state.vikings[seat], max(0, lacking)) + 1):
        with_elves = odds[max(0, lacking - vikings - elves)]
        alone = odds[max(0, lacking - vikings)]
        price = VIKING * vikings + ELF * PATIENCE * (with_elves - alone)
        yield with_elves, vikings, elves, price


def urgency(state: State, enemy: int) -> float:
    """What it is worth that an Enemy goes back one space: most where it recrosses a line that is nearly lost."""
    space = state.spaces[enemy]
    found = URGENT[space]
    for _, count, line in DEFEATS:
        if space == line:
            beyond = len([1 for one in state.spaces if one >= line])
            found += LOST if beyond == count else CROSSING * 2.0 ** (beyond - count)
    return found


def _fights(state: State, seat: Seat) -> Iterator[Scored]:
    for enemy in off_start(state):
        code = ENEMIES[enemy]
        for odds, vikings, elves, price in _strength(state, seat, code):
            gain = urgency(state, enemy) * odds - price
            yield gain, FightEnemy(enemy=code, vikings=vikings, elves=ElfPolicy(most=elves))


def _giants(state: State, seat: Seat) -> Iterator[Scored]:
    targets = [GIANTS[giant - FIRST_GIANT] for giant in state.active]
    for target in (*targets, *(["top"] if state.pile else [])):
        worth = 0.8
        if target != "top":
            giant = FIRST_GIANT + GIANTS.index(target)
            worth = {NO_POWERS: POWERLESS, NO_DIE: DICELESS}.get(giant, GIANT) + RUNE
            worth += LAST_PART if state.parts(RUNE_OF[giant]) == PARTS - 1 else 0
        for odds, vikings, elves, price in _strength(state, seat, target):
            yield (
                worth * odds - price,
                FightGiant.model_validate({"target": target, "vikings": vikings, "elves": ElfPolicy(most=elves)}),
            )


def share(state: State, bag: int) -> float:
    """How many of a bag's counters are Vikings."""
    return state.bag_vikings[bag] / max(1, state.counters(bag))


def _searches(state: State, seat: Seat) -> Iterator[Scored]:
    count = power(state, seat, "search", SEARCHED)
    here = state.valkyries
    for island in (here, *(one for one in ADJACENT[here] if not is_whirlpool(state, one))):
        to = None if island == here else ISLANDS[island]
        beyond = max((share(state, one) for one in (island, *ADJACENT[island]) if one in BAGS), default=0.0)
        if island not in (state.tile, RAINBOW):
            yield VIKING * count * share(state, island) + AHEAD * beyond, Midgard(to=to, search=True)
        elif to is not None:
            yield 1.6 * AHEAD * beyond, Midgard(to=to)


def _supplies(state: State, seat: Seat) -> Iterator[Scored]:
    yield ELF * (WANT_ELF if state.elves[seat] < 2 else 0.7), TakeElf()
    bag = min((one for one in BAGS if one != state.tile), key=lambda one: abs(one - state.threatened))
    yield DEAD_WORTH * min(RETURNED, state.dead), ReturnVikings.model_validate({"bag": ISLANDS[bag]})
    for one in BAGS:
        near = FIRE_NEAR if one == state.threatened else FIRE_FAR
        yield near * CLEARED * (1 - share(state, one)), ClearBag.model_validate({"bag": ISLANDS[one]})


def _forge(state: State, seat: Seat) -> Iterator[Scored]:
    turns = len(state.deck) / state.seats
    for enemy, owned in enumerate(state.artifacts[seat]):
        if owned + 1 in LEVELS:
            value = (FORGE + FORGE_NEAR * state.spaces[enemy] + FORGE_NEXT * owned) * min(1.0, turns / 3)
            yield value, Forge(enemy=ENEMIES[enemy], level=owned + 1)


def _vanir(state: State) -> Iterator[Scored]:
    yield (STEP_ON if state.vanir < 4 else 0.1), VanirAdvance()
    if state.dead >= 2:
        yield RAISE, VanirUse(square=2)
    for enemy in off_start(state):
        yield urgency(state, enemy) - 0.5, VanirUse(square=4, enemy=ENEMIES[enemy])
