"""How often bots win alone and together: `python -m tests.games.asgards_chosen.rates greedy --games 400`.

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

from engine.core.contract import Desk, Imagined
from engine.games.asgards_chosen.bots import BOTS
from tests.games.asgards_chosen.playing import BY_NAME, SETTINGS, Setting
from tests.games.asgards_chosen.scene import RULES
from tests.games.match import until
from tests.games.yggdrasil.rates import Share

TOGETHER: tuple[str, ...] = tuple(one.name for one in SETTINGS if one.together)


def won(setting: Setting, number: int, bot: str, ms: int = 500) -> bool:
    """Whether the players of a game, all of them this bot, win it."""
    rng = random.Random(number)
    state, chance = setting.begun(number)
    while (asked := next((one for one in RULES.decisions(state) if one.waits), None)) is not None:
        move = RULES.forced(state, asked)
        if move is None:
            desk = Desk(
                asked.seat, RULES.view(state, asked.seat), (asked,), lambda one: RULES.menu(state, one),
                imagine=lambda luck, seat=asked.seat: Imagined(RULES, RULES.redeal(state, seat, luck)),
                enough=until(ms),
            )  # fmt: skip
            move = BOTS[bot].move(desk, rng)
        RULES.apply(state, asked.seat, move, chance)
    result = RULES.result(state)
    return result is not None and bool(result.winners)


def table(shares: Mapping[str, Share]) -> str:
    """Per cent won (95 % interval; games), by setting."""
    return "\n".join(f"| {name} | {share} |" for name, share in shares.items() if share.played)


def read(log: Path | None) -> dict[str, Share]:
    """What was played before."""
    shares = dict.fromkeys(TOGETHER, Share())
    for line in log.read_text().splitlines() if log and log.exists() else []:
        name, _, end = line.rpartition(" ")
        shares[name] = counted(shares[name], won_it=end == "won")
    return shares


def counted(share: Share, *, won_it: bool) -> Share:
    """With one game more."""
    return Share(share.won + won_it, share.played + 1)


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
        shares[name] = counted(shares[name], won_it=result)
        if given.log:
            with given.log.open("a") as out:
                out.write(f"{name} {'won' if result else 'lost'}\n")
        print(name, shares[name], file=sys.stderr, flush=True)  # noqa: T201  how far
    print(table(shares))  # noqa: T201  a command answers on its standard output


if __name__ == "__main__":
    main()
