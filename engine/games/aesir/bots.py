"""Three bots: `random` answers anything legal, `greedy` looks one move ahead, `thinker` plays out what may follow.

All see their desk only, and judge by one function, `outlook.worth`.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass

from engine.core.bots import Greedy, RandomBot, Thinker, any_answer, asked
from engine.core.contract import Bot, Desk, Imagined, Notation
from engine.core.decisions import Decision
from engine.core.moves import Move
from engine.games.aesir.data import CARDS, GODS, HALVES
from engine.games.aesir.moves import Pick
from engine.games.aesir.outlook import gains, moment, worth
from engine.games.aesir.sheets import plans

# Measured with tests.games.match, see docs/bots.md. Playouts that are all alike teach little: picks of others are
# guessed with some noise. Sixteen decisions are the rest of most rounds of two; farther on the guesses say nothing.
NOISE, DEPTH, SCALE = 0.5, 16, 2.5


def likely(world: Imagined, decision: Decision, rng: random.Random) -> Move:
    """What somebody sensible may well answer, found quickly: for playouts."""
    if decision.kind == "pick":
        return _likely_pick(world, decision, rng)
    if decision.kind in ("goal_or_will", "tally"):
        return world.rules.default(world.state, decision)  # as many points as there are
    return any_answer(world, decision, rng)


def _likely_pick(world: Imagined, decision: Decision, rng: random.Random) -> Pick:
    """The half that gains most by the stacks as they lie, give or take."""
    state, seat = world.state, decision.seat
    wanted = gains(moment(state), state.counts, seat)
    _, card, half = max(
        (wanted[half] + NOISE * rng.random(), card, half) for card in state.hands[seat] for half in HALVES[card]
    )
    return Pick.model_construct(card=CARDS[card], up=GODS[half])  # it is legal: checking it again costs as much as all


@dataclass(frozen=True, slots=True)
class Planner(Greedy):
    """Greedy; by mail with a sheet for the whole round, so that it is asked but once in it."""

    def sheet(self, desk: Desk, rng: random.Random, notation: Notation, language: str) -> list[str]:
        lines = [notation.write(self.move(desk, rng), language, desk)]
        if asked(desk).kind == "pick":
            lines += [notation.write_plan(plan, language) for plan in plans(desk.view, desk.seat)]
        return lines


BOTS: Mapping[str, Bot] = {
    "random": RandomBot(),
    "greedy": Planner(worth, likely),
    "thinker": Thinker(worth, likely, depth=DEPTH, scale=SCALE),
}
