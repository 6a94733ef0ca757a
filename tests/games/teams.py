"""Teams of bots: whether they win a game, how often they do, and the log from which the next run goes on."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from engine.core.chance import Chance
from engine.core.contract import Bot
from engine.table.table import Table
from tests.games.match import interval


class Share(NamedTuple):
    """Games won of games played."""

    won: int = 0
    played: int = 0

    @property
    def interval(self) -> tuple[float, float]:
        """Where the true share lies, 95 times in 100 (Wilson's interval)."""
        return interval(self.won / max(1, self.played), self.played)

    @property
    def width(self) -> float:
        """Half of it, in points of 100."""
        low, high = self.interval
        return 50 * (high - low)

    def after(self, *, won: bool) -> Share:
        """With one game more."""
        return Share(self.won + won, self.played + 1)

    def __str__(self) -> str:
        low, high = (round(100 * one) for one in self.interval)
        return f"{100 * self.won / self.played:.0f} ({low}-{high}; {self.played})" if self.played else ""


def wins(table: Table, bot: Bot, chance: Chance, rng: random.Random, enough: Callable[[], Callable[[], bool]]) -> bool:
    """Whether anybody wins the game when all seats are this bot; `enough`: what tells it that it has thought enough."""
    while asked := table.pending():
        seat = asked[0].seat
        move = table.rules.forced(table.state, asked[0])
        if move is None:
            desk = table.desk(seat)
            desk.enough = enough()
            move = bot.move(desk, rng)
        table.play(seat, move, chance)
    result = table.rules.result(table.state)
    return result is not None and bool(result.winners)


def read(log: Path | None) -> dict[str, Share]:
    """What was played before, by setting."""
    shares: dict[str, Share] = {}
    for line in log.read_text().splitlines() if log and log.exists() else []:
        setting, _, end = line.rpartition(" ")
        shares[setting] = shares.get(setting, Share()).after(won=end == "won")
    return shares


def note(log: Path | None, setting: str, *, won: bool) -> None:
    """A game that was played."""
    if log is not None:
        with log.open("a") as out:
            out.write(f"{setting} {'won' if won else 'lost'}\n")
