"""Two bots: `random` answers anything legal, `greedy` looks one move ahead. Both see their desk only."""

from __future__ import annotations

import random
from collections.abc import Mapping

from engine.core.contract import Bot, Decision, Desk, Move, Notation
from engine.games.aesir.greedy import best
from engine.games.aesir.sheets import plans


class RandomBot:
    """Any legal answer."""

    def move(self, desk: Desk, rng: random.Random) -> Move:
        return rng.choice([move for _, _, move in desk.menus(_asked(desk)).leaves()])

    def sheet(self, desk: Desk, rng: random.Random, notation: Notation, language: str) -> list[str]:
        return [notation.write(self.move(desk, rng), language, desk)]


class GreedyBot:
    """The answer that looks best right now; by mail a sheet for the whole round, so that it is asked but once in it."""

    def move(self, desk: Desk, rng: random.Random) -> Move:
        return best(desk, _asked(desk), rng)

    def sheet(self, desk: Desk, rng: random.Random, notation: Notation, language: str) -> list[str]:
        lines = [notation.write(self.move(desk, rng), language, desk)]
        if _asked(desk).kind == "pick":
            lines += [notation.write_plan(plan, language) for plan in plans(desk.view, desk.seat)]
        return lines


def _asked(desk: Desk) -> Decision:
    """The question to answer. Raises ValueError when there is none."""
    found = desk.asked()
    if found is None:
        raise ValueError("nothing is asked of this seat")
    return found


BOTS: Mapping[str, Bot] = {"random": RandomBot(), "greedy": GreedyBot()}
