"""How often a team of bots wins, by level and number of gods: `python -m tests.games.yggdrasil.rates greedy`.

The next game is one of the setting that was played least, so that all are known equally well whenever it ends: after
`--games` of each, or after `--minutes`. A setting whose share is known to `--width` points (half of a 95 % interval) is
played no more. The
gods are dealt. What was played is kept in `--log`, from which the next run goes on. Thinking is bounded by processor
time of this process (`--ms`) or by how many games may be imagined for an answer (`--playouts`), never by the clock on
the wall: a busy machine makes the run longer, not the bots weaker. With `--playouts` a game is the same on any machine.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import NamedTuple

from engine.core.bots import Thinker
from engine.core.chance import SeededChance
from engine.core.contract import Bot
from engine.games.yggdrasil import game
from engine.games.yggdrasil.bots import BOTS
from engine.games.yggdrasil.data import LEVEL_CARDS, SEATS
from engine.games.yggdrasil.game_rules import YggdrasilRules
from engine.table.table import Table
from tests.games import teams
from tests.games.match import until
from tests.games.teams import Share, wins

RULES = YggdrasilRules()
LEVELS, GODS = tuple(LEVEL_CARDS), tuple(SEATS)
LEAST = 10  # games of a setting, before its interval means much


class Game(NamedTuple):
    """One game of a team."""

    level: str
    gods: int
    number: int
    bot: str = "greedy"
    ms: int = 500  # to think about an answer
    playouts: int = 0  # games imagined for an answer at most, however long that takes; 0: as many as the time allows

    def won(self) -> bool:
        """Whether the team wins it."""
        rng, chance = random.Random(self.number), SeededChance(repr(self[:3]).encode())
        options = RULES.Options.model_validate({"deal_gods": True, "difficulty": self.level})
        state, _ = RULES.setup(options, self.gods, chance)
        table = Table(game, RULES, options, self.gods, state, [()] * self.gods)
        return wins(table, self.player(), chance, rng, self.enough)

    def player(self) -> Bot:
        """The bot, bounded."""
        bot = BOTS[self.bot]
        return replace(bot, playouts=self.playouts) if self.playouts and isinstance(bot, Thinker) else bot

    def enough(self) -> Callable[[], bool]:
        """What tells the bot that it has thought long enough."""
        return (lambda: False) if self.playouts else until(self.ms)


Shares = dict[tuple[str, int], Share]


def table(shares: Mapping[tuple[str, int], Share]) -> str:
    """Per cent won (95 % interval; games), by level and number of gods, as Markdown."""
    rows = [["level", *(str(gods) for gods in GODS)], ["---"] * (len(GODS) + 1)]
    rows += [[level, *(str(shares.get((level, gods), Share())) for gods in GODS)] for level in LEVELS]
    return "\n".join(f"| {' | '.join(row)} |" for row in rows if any(row[1:]))


def read(log: Path | None) -> Shares:
    """What was played before."""
    settings = ((setting.split(), share) for setting, share in teams.read(log).items())
    return {(level, int(gods)): share for (level, gods), share in settings}


def next_game(given: argparse.Namespace, shares: Shares) -> Game | None:
    """One of the setting that is known least; None: all are known well enough."""
    played = {one: shares.get(one, Share()) for one in product(given.levels, given.gods)}
    unknown = [
        one for one, share in played.items()
        if share.played < given.games and (share.played < LEAST or share.width > given.width)
    ]  # fmt: skip
    if not unknown:
        return None
    level, gods = min(unknown, key=lambda one: played[one].played)
    return Game(level, gods, played[level, gods].played, given.bot, given.ms, given.playouts)


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("bot", choices=tuple(BOTS))
    asked.add_argument("--levels", nargs="+", default=LEVELS, choices=LEVELS)
    asked.add_argument("--gods", nargs="+", type=int, default=GODS, choices=GODS)
    for name, value in (("games", 400), ("ms", 500), ("playouts", 0), ("minutes", 120), ("width", 3)):
        asked.add_argument(f"--{name}", type=int, default=value)
    asked.add_argument("--log", type=Path)
    given = asked.parse_args()
    shares, end = read(given.log), time.monotonic() + 60 * given.minutes
    while time.monotonic() < end and (played := next_game(given, shares)) is not None:
        won, setting = played.won(), (played.level, played.gods)
        shares[setting] = shares.get(setting, Share()).after(won=won)
        teams.note(given.log, f"{played.level} {played.gods}", won=won)
        print(*setting, shares[setting], file=sys.stderr, flush=True)  # noqa: T201  how far
    print(table(shares))  # noqa: T201  a command answers on its standard output


if __name__ == "__main__":
    main()
