"""Bots, which see what their seat sees: `greedy` answers by plain sense, `thinker` plays an Age's answers out."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass

from engine.core.bots import RandomBot, Thinker, asked, own_chance, whole_table
from engine.core.contract import Bot, Desk, Imagined, Notation
from engine.core.moves import Move
from engine.games.blood_rage.bots.sense import sensible
from engine.games.blood_rage.bots.thinking import age_is_over, proposals
from engine.games.blood_rage.bots.worth import worth
from engine.games.blood_rage.bots.writing import letter


def _world(desk: Desk, rng: random.Random) -> Imagined:
    return desk.imagine(own_chance(rng))


@dataclass(frozen=True, slots=True)
class Sensible:
    """The answer of plain sense, without search; by mail it writes standing orders, too."""

    def move(self, desk: Desk, rng: random.Random) -> Move:
        return sensible(_world(desk, rng), asked(desk), rng)

    def sheet(self, desk: Desk, rng: random.Random, notation: Notation, language: str) -> list[str]:
        world = _world(desk, rng)
        move = sensible(world, asked(desk), rng)
        return letter(desk, move, world, sensible, notation, language)


THINKER = Thinker(
    worth, sensible, depth=12, scale=15.0, playouts=280, propose=proposals, finalists=4, sure=0.6, margin=0.4,
    look=whole_table, over=age_is_over,
)  # fmt: skip
BOTS: Mapping[str, Bot] = {"random": RandomBot(), "greedy": Sensible(), "thinker": THINKER}
