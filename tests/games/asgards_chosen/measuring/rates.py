"""How often bots win alone and together: `python -m tests.games.asgards_chosen.measuring.rates greedy --games 400`.

The next game is one of the setting that was played least; a partner is the same bot. Thinking is measured in processor
time of this process: a busy machine makes the run longer, not the bots weaker. What was played is kept in `--log`, from
which the next run goes on.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Mapping
from pathlib import Path

from engine.games.asgards_chosen.bots import BOTS
from tests.games import teams
from tests.games.asgards_chosen.playing import BY_NAME, SETTINGS, Setting
from tests.games.match import until
from tests.games.teams import Share, wins

TOGETHER: tuple[str, ...] = tuple(one.name for one in SETTINGS if one.together)


def won(setting: Setting, number: int, bot: str, ms: int = 500) -> bool:
    """Whether the players of a game, all of them this bot, win it."""
    table, chance = setting.opened(number)
    return wins(table, BOTS[bot], chance, random.Random(number), lambda: until(ms))


def table(shares: Mapping[str, Share]) -> str:
    """Per cent won (95 % interval; games), by setting."""
    return "\n".join(f"| {name} | {share} |" for name, share in shares.items() if share.played)


def read(log: Path | None) -> dict[str, Share]:
    """What was played before."""
    return dict.fromkeys(TOGETHER, Share()) | teams.read(log)


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("bot", choices=tuple(BOTS))
    asked.add_argument("--settings", nargs="+", default=TOGETHER, choices=TOGETHER)
    for name, value in (("games", 400), ("ms", 500), ("minutes", 60)):
        asked.add_argument(f"--{name}", type=int, default=value)
    asked.add_argument("--log", type=Path)
    given = asked.parse_args()
    shares, end = read(given.log), time.monotonic() + 60 * given.minutes
    while time.monotonic() < end:
        name = min(given.settings, key=lambda one: shares[one].played)
        if shares[name].played >= given.games:
            break
        result = won(BY_NAME[name], shares[name].played, given.bot, given.ms)
        shares[name] = shares[name].after(won=result)
        teams.note(given.log, name, won=result)
        print(name, shares[name], file=sys.stderr, flush=True)  # noqa: T201  how far
    print(table(shares))  # noqa: T201  a command answers on its standard output


if __name__ == "__main__":
    main()
