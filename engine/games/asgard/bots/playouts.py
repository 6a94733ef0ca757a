"""How a searching bot plays worlds out: everybody answers as `greedy` would, without menus and without views."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import islice
from typing import Any

from engine.core.bots import MOST_TRIED, asked
from engine.core.contract import Desk, Imagined
from engine.core.decisions import Decision
from engine.core.moves import Move, Seat
from engine.games.asgard import moves
from engine.games.asgard.bots.acting import acts, legal
from engine.games.asgard.bots.foresight import Intent, builds, intend
from engine.games.asgard.bots.greedy import GreedyBot, answer_of, place_by, plan_of_round
from engine.games.asgard.pieces import GODS
from engine.games.asgard.rules.placing import due
from engine.games.asgard.state import State

PLANS_KEPT = 256  # of rounds in imagined worlds: each is wanted once for every card that is placed
OTHER_PLANS = 5  # sets of gods that are tried beside the one that greedy would choose
DRAWN = 4  # answers drawn from the menu beside those
_greedy = GreedyBot()


@dataclass(slots=True)
class Seen:
    """As much of a view as greedy looks at. A view copies and masks the whole table; an imagined one has no secrets."""

    table: State

    @property
    def stacks(self) -> tuple[int, int]:
        return len(self.table.in_stack(0)), len(self.table.in_stack(1))

    @property
    def colours(self) -> tuple[int, ...]:
        return tuple(self.table.colours)


def as_greedy(world: Imagined, decision: Decision, rng: random.Random) -> Move:
    """What greedy would answer, without the price of a view and of plans made anew for every card."""
    table: State = world.state
    if decision.kind == "place":
        return place_by(table, decision.seat, _planned(table, decision.seat))
    seen = Desk(decision.seat, Seen(table), (decision,), lambda one: world.rules.menu(table, one))
    return answer_of(seen, decision) or world.rules.menu(table, decision).first()


@dataclass(frozen=True)
class _Round:
    """A table at its round's plan: equal when all is equal that a plan of phase 2 depends on."""

    seat: Seat
    facts: tuple[Any, ...]
    table: State = field(compare=False)


def _planned(table: State, seat: Seat) -> Intent:
    """The round's plan of a seat. Nothing that it depends on changes while cards are placed."""
    cards = frozenset([*table.shown[seat], *table.hand[seat]])
    stacks = tuple(stack[-1] if stack else -1 for stack in table.temples + table.god_tiles)
    goods = (*table.own_stones[seat], *table.own_recruits[seat], *table.valhalla, *table.god_seals)
    gods = tuple(number for recruits in table.god_recruits for number in recruits)
    facts = (table.data, table.round, cards, stacks, goods, gods, tuple(table.worlds), tuple(table.support))
    return _plan(_Round(seat, facts, table))


@lru_cache(PLANS_KEPT)
def _plan(known: _Round) -> Intent:
    return plan_of_round(known.table, known.seat)


# --- what is worth playing out


def proposals(desk: Desk, rng: random.Random) -> list[Move]:
    """Answers to play out, first of all the one that greedy would give: thinking can only find a better one."""
    decision = asked(desk)
    found = [_greedy.move(desk, rng)]
    if decision.kind == "gods":
        found += _other_gods(desk)
    elif decision.kind == "act":
        found += _other_acts(desk)
    menu = desk.menus(decision)
    if decision.kind in ("place", "battle", "valhalla", "arm", "recover", "end", "giver", "get", "start_pick"):
        found += [move for _, _, move in islice(menu.leaves(), MOST_TRIED)]
    else:
        found += [menu.random(rng) for _ in range(DRAWN)]
    return list(dict.fromkeys(found))


def _other_gods(desk: Desk) -> list[Move]:
    """The gods of the plans that begin with another temple than the best."""
    table: State = desk.view.table
    seat, pool = desk.seat, table.risen_gods()
    count, found = due(table, seat), list[Move]()
    for build in builds(table, seat, table.own_stones[seat], pool):
        wanted = [build.god, *build.helpers]
        rest = intend(table, seat, count, [god for god in pool if god != build.god]).gods
        gods = list(dict.fromkeys([*wanted, *rest]))[:count]
        if len(gods) == count:
            found.append(moves.ChooseGods(gods=tuple(GODS[god] for god in sorted(gods))))
        if len(set(found)) >= OTHER_PLANS:
            break
    return found


def _other_acts(desk: Desk) -> list[Move]:
    """Other discs first, and the fall-backs of each."""
    table: State = desk.view.table
    return [move for options in acts(table, desk.seat) for move in options if legal(table, desk.seat, move)]
