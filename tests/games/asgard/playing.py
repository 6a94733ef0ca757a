"""Random play: answers found by walking down menus, one line at a time."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from engine.core.chance import Draw, SeededChance
from engine.core.contract import Desk
from engine.core.decisions import Decision
from engine.core.happenings import Happening
from engine.core.menu import Lines, Menu
from engine.core.moves import Move
from engine.games.asgard import game
from engine.games.asgard.state import State

RULES = game.rules
LIMIT = 3000


@dataclass(slots=True)
class Played:
    """A whole random game."""

    state: State
    setup: tuple[Draw, ...]
    moves: list[tuple[int, Move, tuple[Draw, ...]]] = field(default_factory=list)
    happenings: list[Happening] = field(default_factory=list)


def start(seats: int, seed: int) -> tuple[State, SeededChance, list[Happening]]:
    chance = SeededChance(seed.to_bytes(32, "big"))
    state, happenings = RULES.setup(RULES.Options(), seats, chance)
    return state, chance, happenings


def waiting(state: State) -> list[Decision]:
    return [decision for decision in RULES.decisions(state) if decision.waits]


def desk(state: State, seat: int) -> Desk:
    decisions = RULES.decisions(state)
    return Desk(
        seat=seat,
        view=RULES.view(state, seat),
        decisions=tuple(one for one in decisions if one.seat == seat),
        menus=lambda decision: RULES.menu(state, decision),
        everyone=decisions,
    )


def answer(rng: random.Random) -> Callable[[Menu], Move]:
    """A random whole answer, biased towards doing things rather than taking discs back."""

    def pick(menu: Menu) -> Move:
        busy = [option for option in menu.options if option.what and option.what[0] in ("do", "use", "again")]
        if busy and rng.random() < 0.8:
            menu = Lines((rng.choice(busy),))
        return menu.random(rng)

    return pick


def positions(seats: int, seed: int) -> Iterator[tuple[State, Decision, Move, SeededChance]]:
    """Every position of a random game with a question and the answer that is given next."""
    state, chance, _ = start(seats, seed)
    rng = random.Random(seed)
    pick = answer(rng)
    for _ in range(LIMIT):
        asked = waiting(state)
        if not asked:
            return
        decision = rng.choice(asked)
        optional = [one for one in RULES.decisions(state) if one.optional and one.answered]
        if optional and rng.random() < 0.3:
            decision = rng.choice(optional)
        move = pick(RULES.menu(state, decision))
        yield state, decision, move, chance
        RULES.apply(state, decision.seat, move, chance)
    raise AssertionError("the game does not end")


def play(seats: int, seed: int) -> Played:
    """A random game from the first to the last move."""
    state, chance, happenings = start(seats, seed)
    played = Played(state, chance.take(), happenings=happenings)
    rng = random.Random(seed)
    pick = answer(rng)
    for _ in range(LIMIT):
        asked = waiting(state)
        if not asked:
            return played
        decision = rng.choice(asked)
        move = pick(RULES.menu(state, decision))
        played.happenings += RULES.apply(state, decision.seat, move, chance)
        played.moves.append((decision.seat, move, chance.take()))
    raise AssertionError("the game does not end")


def missing(state: State) -> list[str]:
    """What is not conserved: every component is somewhere, and none is there twice (R1.2, R1.3)."""
    data, seats = state.components, range(state.seats)
    setup = data.setups[state.seats]
    wrong = []
    for stone in range(7):
        total = state.stones[stone] + sum(own[stone] for own in state.own_stones)
        if total != (setup.stones if stone < 6 else setup.white_stones):
            wrong.append(f"stones {stone}: {total}")
    gods = range(10)
    for side in (0, 1):
        beside = sum(state.god_seals[god] for god in gods if (god > 4) == bool(side))
        total = state.seals[side] + beside + sum(own[side] for own in state.own_seals)
        if total != setup.seals[side] + (5 if side == 0 else 2):
            wrong.append(f"seals {side}: {total}")
    if state.stage not in ("valhalla", "arm", "over"):
        wrong += _in_the_rounds(state)
    wrong += [f"recruits {kind}" for kind in range(3) if _recruits(state, kind) > data.recruits[kind]]
    goods = [state.own_stones[seat] + state.own_recruits[seat] + state.own_seals[seat] for seat in seats]
    wrong += [f"negative goods of {seat}" for seat, own in enumerate(goods) if min(own) < 0]
    temples = sum(map(len, state.temples)) + sum(map(len, state.own_temples))
    tiles = sum(state.battle_tiles) + sum(map(len, state.own_battle_tiles))
    if temples != 24 or tiles != sum(setup.battle_tiles):
        wrong.append(f"temples {temples}, battle tiles {tiles}")
    row = state.asgard_row + state.asgard_stack + state.asgard_aside
    if sorted(row) != [tile for tile, inside in enumerate(data.asgard_in) if state.seats in inside]:
        wrong.append("asgard tiles")
    return wrong


def _in_the_rounds(state: State) -> list[str]:
    """Discs, ancient weapons and recruits leave the game only at Ragnarök."""
    wrong = []
    for seat in range(state.seats):
        placed = len(state.placed[seat]) + state.battle.count(seat) + state.support.count(seat)
        discs = state.front[seat] + state.row[seat] + state.middle[seat] + placed
        discs += sum(area[seat] for area in state.victory)
        on_slots = [place for place in state.placed[seat] if place < 30]
        if discs != 10 or any(state.slots[place] != seat for place in on_slots):
            wrong.append(f"discs of {seat}: {discs}")
    ancient = [sorted(state.ancient[side] + state.ancient_up[side]) for side in (0, 1)]
    wrong += [f"ancient weapons {side}" for side in (0, 1) if ancient[side] != [1, 2, 3, 4, 5]]
    wrong += [f"recruits {kind}" for kind in range(3) if _recruits(state, kind) != state.components.recruits[kind]]
    people = [tile for tile in state.worlds if 0 <= tile < 100] + [t for own in state.own_population for t in own]
    if len(people) != len(set(people)):
        wrong.append("population tiles twice")
    return wrong


def _recruits(state: State, kind: int) -> int:
    total = state.recruits[kind] + (state.valhalla[kind] if kind < 2 else 0) + state.start_recruits[kind]
    total += sum(god[kind] for god in state.god_recruits) + sum(own[kind] for own in state.own_recruits)
    return total + sum(group[kind] for group in state.fallen)
