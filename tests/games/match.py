"""How well one bot plays against another: `python -m tests.games.match KEY FIRST SECOND --games 40 --ms 500`.

Every deal is played twice with the seats changed, so that luck of the deal and of the seat even out. Thinking is
measured in processor time of this process: a busy machine makes the match longer, not the bots weaker.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing import get_context

from engine.core.chance import SeededChance
from engine.core.moves import Seat
from engine.table.events import GameOpened
from engine.table.registry import game as find_game
from engine.table.table import Table

MOST_GAMES, MOST_MS, MOST_JOBS = 1000, 10_000, 4
MOST_MOVES = 5000


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


def until(ms: int) -> Callable[[], bool]:
    """Says from `ms` milliseconds of processor time on that it is enough."""
    end = time.process_time() + ms / 1000
    return lambda: time.process_time() >= end


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("key")
    asked.add_argument("first")
    asked.add_argument("second")
    for name, value in (("games", 40), ("ms", 500), ("seats", 2), ("jobs", 1)):
        asked.add_argument(f"--{name}", type=int, default=value)
    given = asked.parse_args()
    match = Match(given.key, given.first, given.second, given.seats, min(given.ms, MOST_MS))
    began, games = time.monotonic(), min(given.games, MOST_GAMES)
    shares, longest = list[float](), 0.0
    with get_context("fork").Pool(max(1, min(given.jobs, MOST_JOBS))) as pool:
        for share, thought in pool.imap(match.play, range(games)):
            shares.append(share)
            longest = max(longest, thought)
            print(f"{sum(shares):g} of {len(shares)}", file=sys.stderr, flush=True)  # noqa: T201  how far it is
    counts = Counter("won" if share == 1 else "lost" if share == 0 else "shared" for share in shares)
    print(  # noqa: T201  a command answers on its standard output
        f"{match.key}, {match.seats} seats, {match.ms} ms: {match.first} against {match.second}, {games} games: "
        f"{counts['won']} won, {counts['shared']} shared, {counts['lost']} lost ({100 * sum(shares) / games:.0f} %); "
        f"longest thought {longest:.2f} s; {time.monotonic() - began:.0f} s in all"
    )


if __name__ == "__main__":
    main()
