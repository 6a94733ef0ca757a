"""Bots, which see what their seat sees: `greedy` is quick, `thinker` plays its answers out in worlds that may be."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass

from engine.core.bots import RandomBot, asked, own_chance, whole_table
from engine.core.contract import Bot, Desk, Notation
from engine.core.moves import Move
from engine.games.yggdrasil.bots.choices import sensible
from engine.games.yggdrasil.bots.sheets import turn
from engine.games.yggdrasil.bots.thought import Team, proposals
from engine.games.yggdrasil.bots.worth import worth
from engine.games.yggdrasil.view import View


@dataclass(frozen=True, slots=True)
class Sensible:
    """The answer of plain sense, without search."""

    def move(self, desk: Desk[View], rng: random.Random) -> Move:
        return sensible(desk.imagine(own_chance(rng)), asked(desk), rng)

    def sheet(self, desk: Desk[View], rng: random.Random, notation: Notation, language: str) -> list[str]:
        return turn(desk, rng, sensible, notation, language)


BOTS: Mapping[str, Bot] = {
    "random": RandomBot(),
    "greedy": Sensible(),
    "thinker": Team(worth, sensible, propose=proposals, sure=0.5, look=whole_table),
}
