"""Bots, which see what their seat sees: `greedy` is quick, `thinker` plays its answers out in worlds that may be."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass

from engine.core.bots import RandomBot, Thinker, asked
from engine.core.chance import SeededChance
from engine.core.contract import Bot, Desk, Imagined, Notation
from engine.core.moves import Move
from engine.games.yggdrasil.bots.choices import sensible
from engine.games.yggdrasil.bots.sense import promising
from engine.games.yggdrasil.bots.worth import worth
from engine.games.yggdrasil.view import View

MOST = 7  # answers that are played out


def _world(desk: Desk[View], rng: random.Random) -> Imagined:
    return desk.imagine(SeededChance(rng.randbytes(16)))


@dataclass(frozen=True, slots=True)
class Sensible:
    """The answer of plain sense, without search."""

    def move(self, desk: Desk[View], rng: random.Random) -> Move:
        return sensible(_world(desk, rng), asked(desk), rng)

    def sheet(self, desk: Desk[View], rng: random.Random, notation: Notation, language: str) -> list[str]:
        return [notation.write(self.move(desk, rng), language, desk)]


def proposals(desk: Desk[View], rng: random.Random) -> list[Move]:
    """Answers worth playing out, that of plain sense first."""
    world, decision = _world(desk, rng), asked(desk)
    first = sensible(world, decision, rng)
    others = promising(world.state, desk.seat) if decision.kind == "action" else _any(desk)
    return list(dict.fromkeys([first, *others]))[:MOST]


def _any(desk: Desk[View]) -> list[Move]:
    menu = desk.menus(asked(desk))
    return [move for _, (_, _, move) in zip(range(MOST), menu.leaves(), strict=False)]


BOTS: Mapping[str, Bot] = {
    "random": RandomBot(),
    "greedy": Sensible(),
    "thinker": Thinker(worth, sensible, depth=60, scale=12.0, playouts=280, propose=proposals, sure=0.7, margin=0.3),
}
