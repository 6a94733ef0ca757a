"""Two bots: `random` answers anything legal, `greedy` looks one answer ahead in worlds that might be the true one."""

from __future__ import annotations

import random
from collections.abc import Mapping

from engine.core.bots import Greedy, RandomBot
from engine.core.contract import Bot, Desk, Notation
from engine.games.blood_rage.bots.worth import worth
from engine.games.blood_rage.bots.writing import plans


class RageGreedy(Greedy):
    """Greedy; by mail it writes standing orders, too."""

    def sheet(self, desk: Desk, rng: random.Random, notation: Notation, language: str) -> list[str]:
        """Its answer, and what it wants done without being asked."""
        return [notation.write(self.move(desk, rng), language, desk), *plans(desk, notation, language)]


BOTS: Mapping[str, Bot] = {"random": RandomBot(), "greedy": RageGreedy(worth)}
