"""Bots for every game: `random`, `greedy` from one function `worth`, and `thinker`, which searches.

A bot sees a desk and nothing else. What it can try out are worlds that the desk imagines: tables on which everything
that its seat cannot know has been drawn again (`Rules.redeal`), so that no bot can peek.

`worth(view, seat)` is how a position looks to a seat, higher is better, about 0 where nobody is ahead. `scale` is the
worth of a position that is won three times in four.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from dataclasses import dataclass
from itertools import islice
from typing import Any, TypeAlias

from engine.core.chance import SeededChance
from engine.core.contract import Decision, Desk, Imagined, Notation
from engine.core.menu import Menu
from engine.core.moves import IllegalMove, Move, Seat

Worth: TypeAlias = Callable[[Any, Seat], float]
Policy: TypeAlias = Callable[[Imagined, Decision, random.Random], Move]
MOST_TRIED = 120  # answers that are looked at at all
FINALISTS = 12  # answers that are played out
MEANWHILE = 8  # answers of others that greedy waits for
PLAYOUTS = 4000  # the bound where nobody says that it is enough


def random_leaf(menu: Menu, rng: random.Random) -> Move:
    """A whole answer found by choosing one line of each list: as quick for a long menu as for a short one."""
    while menu.join is None:
        picked = rng.choice(menu.options)
        if picked.move is not None:
            return picked.move
        assert picked.then is not None
        menu = picked.then()
    first, second = menu.columns
    return menu.join(rng.choice(first), rng.choice(second))


def any_answer(world: Imagined, decision: Decision, rng: random.Random) -> Move:
    """The policy of playouts, unless a game has a better one as quick."""
    return world.rules.forced(world.state, decision) or random_leaf(world.rules.menu(world.state, decision), rng)


class RandomBot:
    """Any legal answer."""

    def move(self, desk: Desk, rng: random.Random) -> Move:
        return random_leaf(desk.menus(asked(desk)), rng)

    def sheet(self, desk: Desk, rng: random.Random, notation: Notation, language: str) -> list[str]:
        return [notation.write(self.move(desk, rng), language, desk)]


@dataclass(frozen=True, slots=True)
class Greedy:
    """The answer after which the table looks best, in a few imagined worlds.

    What others still have to answer meanwhile is answered by `policy`: a sealed bid by itself changes nothing.
    """

    worth: Worth
    policy: Policy = any_answer
    worlds: int = 3

    def move(self, desk: Desk, rng: random.Random) -> Move:
        return self.ranked(desk, rng)[0][1]

    def sheet(self, desk: Desk, rng: random.Random, notation: Notation, language: str) -> list[str]:
        return [notation.write(self.move(desk, rng), language, desk)]

    def ranked(self, desk: Desk, rng: random.Random) -> list[tuple[float, Move]]:
        """The answers with what they promise, best first; ties at random. Raises ValueError when nothing is asked."""
        decision = asked(desk)
        tried = answers(desk.menus(decision), rng)
        promises = [0.0] * len(tried)
        for _ in range(self.worlds):
            world = desk.imagine(_chance(rng))
            for number, move in enumerate(tried):
                promises[number] += self._promise(world, decision.seat, move, rng) / self.worlds
        found = sorted(zip(promises, (rng.random() for _ in tried), tried, strict=True), key=_by_promise, reverse=True)
        return [(promise, move) for promise, _, move in found]

    def _promise(self, world: Imagined, seat: Seat, move: Move, rng: random.Random) -> float:
        after, chance = world.copy(), _chance(rng)
        try:
            after.play(seat, move, chance)
            for _ in range(MEANWHILE):
                decision = after.next()
                if decision is None or decision.seat == seat:
                    break
                after.play(decision.seat, self.policy(after, decision, rng), chance)
        except IllegalMove:  # legal on the table, not in this world: what is hidden forbids it here
            return -1000.0
        return self.worth(after.view(seat), seat)


@dataclass(frozen=True, slots=True)
class Thinker:
    """Plays the best answers of `greedy` out in many worlds, a few decisions far, and halves their number as it learns.

    Sequential halving: each round gives every finalist the same number of playouts and keeps the better half, so that
    most of the thinking goes into what is hard to tell apart.
    """

    worth: Worth
    policy: Policy = any_answer
    depth: int = 12  # decisions a playout looks ahead
    scale: float = 5.0
    playouts: int = PLAYOUTS

    def move(self, desk: Desk, rng: random.Random) -> Move:
        ranked = Greedy(self.worth, self.policy).ranked(desk, rng)
        left = [_Finalist(move) for _, move in ranked[:FINALISTS]]
        if len(left) == 1:
            return left[0].move
        seat, budget = desk.seat, _Budget(self.playouts, desk.enough)
        for round_ in range(math.ceil(math.log2(len(left)))):
            share = self.playouts // max(1, len(left) * math.ceil(math.log2(FINALISTS)))
            for _ in range(max(1, share >> (0 if round_ else 1))):
                if budget.spent(len(left)):
                    return _best(left)
                world = desk.imagine(_chance(rng))  # the same world for all: what differs is the answer
                for one in left:
                    one.add(self.chance_of(world, seat, one.move, rng))
            left = sorted(left, key=lambda one: one.mean, reverse=True)[: max(1, len(left) // 2)]
            if len(left) == 1:
                break
        return _best(left)

    def sheet(self, desk: Desk, rng: random.Random, notation: Notation, language: str) -> list[str]:
        return [notation.write(self.move(desk, rng), language, desk)]

    def chance_of(self, world: Imagined, seat: Seat, move: Move | None, rng: random.Random) -> float:
        """How likely `seat` wins after `move` (None: from here), by one playout that is cut short with `worth`."""
        after, chance = world.copy(), _chance(rng)
        try:
            if move is not None:
                after.play(seat, move, chance)
            for _ in range(self.depth):
                decision = after.next()
                if decision is None:
                    break
                after.play(decision.seat, self.policy(after, decision, rng), chance)
        except IllegalMove:
            return 0.0
        result = after.rules.result(after.state)
        if result is not None:
            return 1.0 / len(result.winners) if seat in result.winners else 0.0
        return 1.0 / (1.0 + math.pow(3.0, -self.worth(after.view(seat), seat) / self.scale))


@dataclass(slots=True)
class _Finalist:
    move: Move
    total: float = 0.0
    tries: int = 0

    def add(self, chance: float) -> None:
        self.total += chance
        self.tries += 1

    @property
    def mean(self) -> float:
        return self.total / self.tries if self.tries else 0.5


@dataclass(slots=True)
class _Budget:
    """Playouts that may still be made. The word of `enough` is asked for before every set of them."""

    left: int
    enough: Callable[[], bool]

    def spent(self, wanted: int) -> bool:
        self.left -= wanted
        return self.left < 0 or self.enough()


def _best(left: list[_Finalist]) -> Move:
    """The most promising one; the first, which greedy thought best, of equals."""
    return max(left, key=lambda one: one.mean).move


def answers(menu: Menu, rng: random.Random) -> list[Move]:
    """Whole answers of a menu: all of them, or as many as are worth trying of a long one, drawn at random."""
    found = [move for _, _, move in islice(menu.leaves(), MOST_TRIED + 1)]
    if len(found) <= MOST_TRIED:
        return found
    return [random_leaf(menu, rng) for _ in range(MOST_TRIED)]


def asked(desk: Desk) -> Decision:
    """The question to answer. Raises ValueError when there is none."""
    found = desk.asked()
    if found is None:
        raise ValueError("nothing is asked of this seat")
    return found


def _by_promise(one: tuple[float, float, Move]) -> tuple[float, float]:
    return one[:2]


def _chance(rng: random.Random) -> SeededChance:
    """Chance of a bot's own, for worlds that nobody else sees."""
    return SeededChance(rng.randbytes(16))
