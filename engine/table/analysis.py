"""How good a table looks for each seat to who knows no secret: worlds that fit what is public, played out."""

from __future__ import annotations

import math
import random
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Any

from engine.core.bots import Policy, Thinker, any_answer, own_chance
from engine.core.contract import Game, Imagined
from engine.core.decisions import Decision
from engine.core.moves import Move, Seat
from engine.table.table import Table

WHOLE_GAME = 3000  # answers; a game without a thinker is played to its end at random
WHIM = 0.1  # how often anybody answers otherwise than the thinker's playouts do
LEAST_TURN, SURE, MOST_TURNS = 0.1, 2.0, 5  # of a turning point: chances, standard errors; how many of a game


@dataclass(slots=True)
class Estimate:
    """The playouts of one moment, by seat: the sums of the chances (each playout shares out 1) and their squares."""

    playouts: int = 0
    sums: list[float] = field(default_factory=list)
    squares: list[float] = field(default_factory=list)

    def add(self, chances: list[float]) -> None:
        self.sums = [a + b for a, b in zip(self.sums or [0.0] * len(chances), chances, strict=True)]
        self.squares = [a + b * b for a, b in zip(self.squares or [0.0] * len(chances), chances, strict=True)]
        self.playouts += 1

    @property
    def chances(self) -> list[float]:
        """Each seat's, 0 to 1."""
        return [total / self.playouts for total in self.sums]

    @property
    def errors(self) -> list[float]:
        """By how much each may well be wrong for want of playouts: one standard error."""
        n = self.playouts
        spreads = [max(0.0, square / n - mean * mean) for square, mean in zip(self.squares, self.chances, strict=True)]
        return [((spread + 0.02) / n) ** 0.5 for spread in spreads]  # a few equal playouts prove nothing


def thinker_of(game: Game[Any]) -> Thinker:
    """The game's own, or one that knows nothing and plays to the end at random."""
    found = game.bots.get("thinker")
    return found if isinstance(found, Thinker) else Thinker(_level, depth=WHOLE_GAME)


def _level(_view: Any, _seat: Seat) -> float:
    return 0.0


def _with_whims(policy: Policy) -> Policy:
    """A policy that now and then does anything: one that always answers alike would be sure of what is not."""

    def answer(world: Imagined, decision: Decision, rng: random.Random) -> Move:
        return (any_answer if rng.random() < WHIM else policy)(world, decision, rng)

    return answer


def play_out(table: Table, rng: random.Random) -> list[float]:
    """Each seat's share of one playout from here, in a world that a spectator could not tell from the true one."""
    thinker = thinker_of(table.game)
    thinker = replace(thinker, policy=_with_whims(thinker.policy))
    chance = own_chance(rng)
    world = Imagined(table.rules, table.rules.redeal(table.state, None, chance))
    return thinker.shares_of(world, table.seats, rng)


@dataclass(frozen=True, slots=True)
class Turn:
    """Between two moments that were looked at the chances of a seat changed much: from `before` to `after` of 100."""

    moment: int  # the later one
    since: int  # the earlier one
    seat: Seat
    before: int
    after: int


def turning_points(points: Mapping[int, Estimate]) -> list[Turn]:
    """The largest changes, in order of moments; none that the chance of the playouts explains as well."""
    found: list[tuple[float, Turn]] = []
    for (since, old), (moment, new) in pairwise(sorted(points.items())):
        apart = [after - before for before, after in zip(old.chances, new.chances, strict=True)]
        seat = max(range(len(apart)), key=lambda one: abs(apart[one]))
        error = math.hypot(old.errors[seat], new.errors[seat])
        if abs(apart[seat]) >= max(LEAST_TURN, SURE * error):
            turn = Turn(moment, since, seat, round(100 * old.chances[seat]), round(100 * new.chances[seat]))
            found.append((abs(apart[seat]), turn))
    largest = sorted(found, key=lambda one: -one[0])[:MOST_TURNS]
    return sorted((turn for _, turn in largest), key=lambda turn: turn.moment)
