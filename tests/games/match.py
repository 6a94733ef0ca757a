"""How well one bot plays against another: `python -m tests.games.match KEY FIRST SECOND --games 40 --ms 500`.

Every deal is played once from each seat, so that luck of the deal and of the seat even out. Thinking is measured in
processor time of this process: a busy machine makes the match longer, not the bots weaker. `--minutes`: no game is
waited for longer than this; what was played by then is told, with how much that says.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing import TimeoutError as TimeIsUp
from multiprocessing import get_context

from engine.core.chance import SeededChance
from engine.core.moves import Seat
from engine.table.events import GameOpened
from engine.table.registry import game as find_game
from engine.table.table import Table

MOST_GAMES, MOST_MS, MOST_JOBS, MOST_MINUTES = 1000, 10_000, 4, 24 * 60
MOST_MOVES = 5000
SURE = 1.96  # standard errors to either side of a share, for 95 of 100


@dataclass(frozen=True, slots=True)
class Match:
    """Which bots meet in which game, how often, and how long each may think about a decision."""

    key: str
    first: str
    second: str
    seats: int = 2
    ms: int = 500

    def play(self, number: int) -> tuple[float, float]:
        """One game: the share of the first bot in the victory (0 to 1), and the longest it thought, in seconds.

        The first bot has one seat, another one from game to game; the second bot has all others.
        """
        mine, deal = number % self.seats, number // self.seats
        opened = GameOpened(game=self.key, rules=find_game(self.key).rules.version, options={}, seats=self.seats,
                            commitment="")  # fmt: skip
        table, chance, rng = Table.opened(opened), SeededChance(b"match %d" % deal), random.Random(number)
        table.start(chance)
        longest = 0.0
        for _ in range(MOST_MOVES):
            asked = table.pending()
            if not asked:
                break
            seat = asked[0].seat
            began = time.process_time()
            self._answer(table, seat, mine, chance, rng)
            longest = max(longest, time.process_time() - began) if seat == mine else longest
        result = table.rules.result(table.state)
        if result is None:
            raise AssertionError(f"game {number} goes on after {MOST_MOVES} moves")
        return (1.0 / len(result.winners) if mine in result.winners else 0.0), longest

    def _answer(self, table: Table, seat: Seat, mine: Seat, chance: SeededChance, rng: random.Random) -> None:
        decision = table.pending()[0]
        move = table.rules.forced(table.state, decision)
        if move is None:
            desk = table.desk(seat)
            desk.enough = until(self.ms)
            move = table.game.bots[self.first if seat == mine else self.second].move(desk, rng)
        table.play(seat, move, chance)


def interval(share: float, games: int) -> tuple[float, float]:
    """Where the true share lies, 95 times in 100, if `share` of `games` was found (Wilson's interval)."""
    if not games:
        return 0.0, 1.0
    spread = SURE**2 / games
    middle = (share + spread / 2) / (1 + spread)
    half = SURE * (share * (1 - share) / games + spread / games / 4) ** 0.5 / (1 + spread)
    return max(0.0, middle - half), min(1.0, middle + half)


def until(ms: int) -> Callable[[], bool]:
    """Says from `ms` milliseconds of processor time on that it is enough."""
    end = time.process_time() + ms / 1000
    return lambda: time.process_time() >= end


def told(match: Match, shares: Sequence[float], longest: float) -> str:
    """One line: what came of the games that were played."""
    counts = Counter("won" if share == 1 else "lost" if share == 0 else "shared" for share in shares)
    share = sum(shares) / max(1, len(shares))
    low, high = (round(100 * one) for one in interval(share, len(shares)))
    return (
        f"{match.key}, {match.seats} seats, {match.ms} ms: {match.first} against {match.second}, {len(shares)} games: "
        f"{counts['won']} won, {counts['shared']} shared, {counts['lost']} lost ({100 * share:.0f} %, "
        f"with so many games {low}-{high}); longest thought {longest:.2f} s"
    )


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("key")
    asked.add_argument("first")
    asked.add_argument("second")
    for name, value in (("games", 40), ("ms", 500), ("seats", 2), ("jobs", 1), ("minutes", MOST_MINUTES)):
        asked.add_argument(f"--{name}", type=int, default=value)
    given = asked.parse_args()
    match = Match(given.key, given.first, given.second, given.seats, min(given.ms, MOST_MS))
    end, games = time.monotonic() + 60 * given.minutes, min(given.games, MOST_GAMES)
    shares, longest = list[float](), 0.0
    with get_context("fork").Pool(max(1, min(given.jobs, MOST_JOBS))) as pool, suppress(TimeIsUp):
        playing = pool.imap(match.play, range(games))
        for _ in range(games):
            share, thought = playing.next(max(0.0, end - time.monotonic()))
            shares.append(share)
            longest = max(longest, thought)
            print(f"{sum(shares):g} of {len(shares)}", file=sys.stderr, flush=True)  # noqa: T201  how far it is
    print(told(match, shares, longest))  # noqa: T201  a command answers on its standard output


if __name__ == "__main__":
    main()
