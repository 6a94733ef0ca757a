"""Bots, which see what their seat sees: `greedy` answers by plain sense, `thinker` plays its answers out."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass

from engine.core.bots import RandomBot, asked, own_chance, whole_table
from engine.core.contract import Bot, Desk, Notation
from engine.core.moves import Move
from engine.games.asgards_chosen.bots.sense import sensible
from engine.games.asgards_chosen.bots.thinking import Rounds, proposals
from engine.games.asgards_chosen.bots.worth import worth
from engine.games.asgards_chosen.bots.writing import letter
from engine.games.asgards_chosen.view import View


@dataclass(frozen=True, slots=True)
class Sensible:
    """The answer of plain sense, without search; by mail it writes sheets and standing orders, too."""

    def move(self, desk: Desk[View], rng: random.Random) -> Move:
        return sensible(desk.imagine(own_chance(rng)), asked(desk), rng)

    def sheet(self, desk: Desk[View], rng: random.Random, notation: Notation, language: str) -> list[str]:
        world = desk.imagine(own_chance(rng))
        return letter(desk, sensible(world, asked(desk), rng), world, sensible, notation, language)


THINKER = Rounds(
    worth, sensible, depth=80, scale=12.0, playouts=280, propose=proposals, finalists=5, sure=0.6, margin=0.3,
    look=whole_table,
)  # fmt: skip
BOTS: Mapping[str, Bot] = {"random": RandomBot(), "greedy": Sensible(), "thinker": THINKER}
