"""Bots, which see what their seat sees: `greedy` answers by plain sense, `random` anything legal."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass

from engine.core.bots import RandomBot, asked
from engine.core.chance import SeededChance
from engine.core.contract import Bot, Desk, Imagined, Notation
from engine.core.moves import Move
from engine.games.blood_rage.bots.sense import sensible
from engine.games.blood_rage.bots.writing import letter


def _world(desk: Desk, rng: random.Random) -> Imagined:
    return desk.imagine(SeededChance(rng.randbytes(16)))


@dataclass(frozen=True, slots=True)
class Sensible:
    """The answer of plain sense, without search; by mail it writes standing orders, too."""

    def move(self, desk: Desk, rng: random.Random) -> Move:
        return sensible(_world(desk, rng), asked(desk), rng)

    def sheet(self, desk: Desk, rng: random.Random, notation: Notation, language: str) -> list[str]:
        world = _world(desk, rng)
        move = sensible(world, asked(desk), rng)
        return letter(desk, move, world, sensible, notation, language)


BOTS: Mapping[str, Bot] = {"random": RandomBot(), "greedy": Sensible()}
