"""Thought: the best answers played out to the end of a turn soon to come, in tables that may be the true one."""

from __future__ import annotations

import random
from dataclasses import dataclass
from itertools import islice
from typing import Any

from engine.core.bots import Thinker, answer, asked, own_chance
from engine.core.contract import Desk, Imagined
from engine.core.moves import IllegalMove, Move, Seat
from engine.games.yggdrasil.bots.choices import least_harm_first, sensible
from engine.games.yggdrasil.bots.sense import Promise, ranked
from engine.games.yggdrasil.moves import VanirUse
from engine.games.yggdrasil.rules.turns import actions_left, is_legal
from engine.games.yggdrasil.state import State
from engine.games.yggdrasil.view import View

MOST = 6  # answers that are played out
CLOSE = 2.0  # Vikings by which one may promise less than the best: thought that goes to others is lost on these
LOOKING = 3  # the square of the Vanir from which cards are looked at
VIKINGS = 400.0  # so many more Vikings are a share of 1: far more than playouts are ever apart


def proposals(desk: Desk[View], rng: random.Random) -> list[Move]:
    """Answers worth playing out, that of plain sense first."""
    world, decision = desk.imagine(own_chance(rng)), asked(desk)
    first = sensible(world, decision, rng)
    others = _actions(world.state, desk.seat) if decision.kind == "action" else _any(desk)
    return list(dict.fromkeys([first, *others]))[:MOST]


def _actions(state: State, seat: Seat) -> list[Move]:
    """The best of each kind that is not much worse than the best, and a look at the next cards, which has no price."""
    best: dict[tuple[Any, ...], Promise] = {}
    for one in ranked(state, seat):
        best.setdefault((one.move, one.says.get("enemy"), one.says.get("square")), one)
    enough = max((one.worth for one in best.values()), default=0.0) - CLOSE
    found = [one.made() for one in best.values() if one.worth >= enough][: MOST - 1]
    look = VanirUse(square=LOOKING, avoid=least_harm_first(state, seat)[::-1])
    return [*found, look] if is_legal(state, seat, look) else found


def _any(desk: Desk[View]) -> list[Move]:
    return [move for _, _, move in islice(desk.menus(asked(desk)).leaves(), MOST)]


@dataclass(frozen=True, slots=True)
class Team(Thinker):
    """Judges a playout by what the table is worth when a turn ends, the same one whatever was answered.

    Who has won would be known only after many turns of chance; the worth of a table soon after tells answers apart with
    far fewer playouts.
    """

    turns: int = 2  # to be played after the present one

    def chance_of(self, world: Imagined, seat: Seat, move: Move | None, rng: random.Random) -> float:
        """What the table is worth some turns after `move`, as a share: more is better, and no more than that."""
        last, after, chance = world.state.turn + self.turns, world.copy(), own_chance(rng)
        try:
            if move is not None:
                after.play(seat, move, chance)
        except IllegalMove:
            return 0.0
        while (decision := after.next()) is not None:
            state: State = after.state
            if state.turn >= last and state.stage == "actions" and not actions_left(state):
                break
            answer(after, decision, self.policy, chance, rng)
        return 0.5 + self.worth(self.look(after, seat), after.state.seat) / VIKINGS

    def shares_of(self, world: Imagined, seats: int, rng: random.Random) -> list[float]:
        """A whole game, played to its end: the share of all is 1, or 0 where they have lost."""
        after, chance = world.copy(), own_chance(rng)
        while (decision := after.next()) is not None:
            answer(after, decision, self.policy, chance, rng)
        result = after.rules.result(after.state)
        return [1.0 / seats if result is not None and result.winners else 0.0] * seats
