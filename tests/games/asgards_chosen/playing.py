"""Whole games among bots, in every mode."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any, NamedTuple, TypeAlias

from engine.core.chance import SeededChance
from engine.core.contract import Imagined
from engine.core.decisions import Decision
from engine.core.moves import Move
from engine.games.asgards_chosen import game
from engine.games.asgards_chosen.bots.sense import sensible
from engine.games.asgards_chosen.state import State
from engine.table.table import Table
from tests.games.asgards_chosen.scene import RULES

Position: TypeAlias = tuple[State, Decision, Move]
MOST = 4000  # moves; a game of greedy players has some three hundred


class Setting(NamedTuple):
    """What is played, and by how many."""

    name: str
    seats: int
    options: dict[str, Any]

    def begun(self, seed: int) -> tuple[State, SeededChance]:
        """A new game, and the chance with which it goes on."""
        chance = SeededChance(b"%s %d" % (self.name.encode(), seed))
        return RULES.setup(RULES.Options(**self.options), self.seats, chance)[0], chance

    def opened(self, seed: int) -> tuple[Table, SeededChance]:
        """The same as a table of the service."""
        state, chance = self.begun(seed)
        return Table(game, RULES, RULES.Options(**self.options), self.seats, state, [()] * self.seats), chance

    @property
    def together(self) -> bool:
        """Whether all win or lose together."""
        return self.options.get("mode") in ("solitaire", "coop")


SETTINGS: tuple[Setting, ...] = (
    Setting("introductory", 2, {"mode": "introductory"}),
    Setting("introductory, 3", 3, {"mode": "introductory"}),
    Setting("introductory, 4", 4, {"mode": "introductory"}),
    Setting("standard, 2", 2, {}),
    Setting("standard, 3", 3, {}),
    Setting("standard, 4", 4, {}),
    Setting("saga, 2", 2, {"length": "saga"}),
    Setting("saga, 4", 4, {"length": "saga"}),
    Setting("epic, 2", 2, {"length": "epic"}),
    Setting("epic, 4", 4, {"length": "epic", "late_items": True}),
    Setting("solitaire", 1, {"mode": "solitaire"}),
    Setting("solitaire, scattered", 1, {"mode": "solitaire", "scattered": True}),
    Setting("coop", 2, {"mode": "coop"}),
    Setting("coop, scattered", 2, {"mode": "coop", "scattered": True}),
)
BY_NAME: dict[str, Setting] = {one.name: one for one in SETTINGS}


def positions(
    setting: Setting, seed: int, wise: frozenset[int] | None = None
) -> Iterator[tuple[State, Decision, Move]]:
    """Every position of a game with what is asked and answered; `wise`: who plays as greedy does, the others at random.

    None: all do.
    """
    rng = random.Random(seed)
    state, chance = setting.begun(seed)
    for _ in range(MOST):
        asked = next((one for one in RULES.decisions(state) if one.waits), None)
        if asked is None:
            return
        move = RULES.forced(state, asked) or _answer(state, asked, rng, wise)
        yield state, asked, move
        RULES.apply(state, asked.seat, move, chance)
    raise AssertionError("it goes on")


def _answer(state: State, asked: Decision, rng: random.Random, wise: frozenset[int] | None) -> Move:
    if wise is None or asked.seat in wise:
        return sensible(Imagined(RULES, state), asked, rng)
    return RULES.menu(state, asked).random(rng)


def won(setting: Setting, seed: int, wise: frozenset[int]) -> float:
    """The share of the wise in the victory."""
    state = setting.begun(seed)[0]
    for state, _, _ in positions(setting, seed, wise):  # noqa: B007  the last one is the end
        pass
    result = RULES.result(state)
    assert result is not None
    if setting.together:
        return 1.0 if result.winners else 0.0
    return sum(1.0 / len(result.winners) for winner in result.winners if winner in wise)
