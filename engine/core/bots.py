"""Bots for every game: `random`, `greedy` from one function `worth`, and `thinker`, which searches.

A bot sees a desk and nothing else. What it can try out are worlds that the desk imagines: tables on which everything
that its seat cannot know has been drawn again (`Rules.redeal`), so that no bot can peek.

`worth(view, seat)` is how a position looks to a seat, higher is better, about 0 where nobody is ahead. `scale` is the
worth of a position that is won three times in four.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, TypeAlias

from engine.core.chance import SeededChance
from engine.core.contract import Desk, Imagined, Notation
from engine.core.decisions import Decision
from engine.core.menu import Menu
from engine.core.moves import IllegalMove, Move, Seat

Worth: TypeAlias = Callable[[Any, Seat], float]
Policy: TypeAlias = Callable[[Imagined, Decision, random.Random], Move]
Look: TypeAlias = Callable[[Imagined, Seat], Any]
Propose: TypeAlias = Callable[[Desk, random.Random], list[Move]]  # answers worth playing out, the best known first
MOST_TRIED = 120  # answers that are looked at at all
FINALISTS = 12  # answers that are played out
MEANWHILE = 8  # answers of others that greedy waits for
PLAYOUTS = 4000  # the bound where nobody says that it is enough


def own_chance(rng: random.Random) -> SeededChance:
    """Chance of a bot's own, for worlds that nobody else sees."""
    return SeededChance(rng.randbytes(16))


def any_answer(world: Imagined, decision: Decision, rng: random.Random) -> Move:
    """The policy of playouts, unless a game has a better one as quick."""
    return world.rules.forced(world.state, decision) or world.rules.menu(world.state, decision).random(rng)


def by_kind(answers: Mapping[str, Callable[[Any, Decision], Move]]) -> Policy:
    """A policy with a function (state, question) for each kind of question; others are answered as by a time-out."""

    def answer(world: Imagined, decision: Decision, rng: random.Random) -> Move:
        found = answers.get(decision.kind)
        return world.rules.default(world.state, decision) if found is None else found(world.state, decision)

    return answer


def view_of(world: Imagined, seat: Seat) -> Any:
    """What `worth` looks at, unless a game can do without the price of a view."""
    return world.view(seat)


def whole_table(world: Imagined, _seat: Seat) -> Any:
    """What `worth` looks at where it does without a view, which copies and masks it: one imagined has no secrets."""
    return world.state


def _never(_world: Imagined) -> bool:
    return False


class RandomBot:
    """Any legal answer."""

    def move(self, desk: Desk, rng: random.Random) -> Move:
        return desk.menus(asked(desk)).random(rng)

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
        for count in range(self.worlds):
            if count and desk.enough():
                break
            world = desk.imagine(own_chance(rng))
            for number, move in enumerate(tried):
                promises[number] += (self._promise(world, decision.seat, move, rng) - promises[number]) / (count + 1)
        found = sorted(zip(promises, (rng.random() for _ in tried), tried, strict=True), key=_by_promise, reverse=True)
        return [(promise, move) for promise, _, move in found]

    def _promise(self, world: Imagined, seat: Seat, move: Move, rng: random.Random) -> float:
        after, chance = world.copy(), own_chance(rng)
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
    """Plays the best answers known out in many worlds, some decisions far, and halves their number as it learns.

    Sequential halving: each round gives every finalist the same playouts and keeps the better half, so that most of
    the thinking goes into what is hard to tell apart. The first of them, which is the best answer known without
    thinking, is kept to the end: another takes its place only when it is better beyond the chance of so few playouts.
    """

    worth: Worth
    policy: Policy = any_answer
    depth: int = 12  # decisions a playout looks ahead
    scale: float = 5.0
    playouts: int = PLAYOUTS
    propose: Propose | None = None  # None: what greedy thinks best
    finalists: int = FINALISTS
    sure: float = 0.0  # standard errors by which an answer must be better than the first
    margin: float = 0.0  # how much of a finished playout's value is by how far it was won: less noise than who won
    look: Look = view_of  # what `worth` is shown
    over: Callable[[Imagined], bool] = _never  # whether a playout has come to where it need not go on

    def move(self, desk: Desk, rng: random.Random) -> Move:
        left = [_Finalist(move) for move in self._proposed(desk, rng)[: self.finalists]]
        first, seat, budget = left[0], desk.seat, _Budget(self.playouts, desk.enough)
        rounds = max(1, math.ceil(math.log2(len(left))))
        for round_ in range(rounds if len(left) > 1 else 0):
            share = self.playouts // (len(left) * rounds)
            for _ in range(max(1, share >> (0 if round_ else 1))):
                if budget.spent(len(left)):
                    return self._choice(left, first)
                world, seed = desk.imagine(own_chance(rng)), rng.randbytes(16)
                for one in left:  # the same world and the same luck for all: what differs is the answer
                    one.chances.append(self.chance_of(world, seat, one.move, random.Random(seed)))  # noqa: S311
            kept = sorted(left, key=lambda one: one.mean, reverse=True)[: max(2, len(left) // 2)]
            left = kept if first in kept else [first, *kept[:-1]]
        return self._choice(left, first)

    def _proposed(self, desk: Desk, rng: random.Random) -> list[Move]:
        if self.propose is not None:
            return self.propose(desk, rng)
        return [move for _, move in Greedy(self.worth, self.policy).ranked(desk, rng)]

    def _choice(self, left: list[_Finalist], first: _Finalist) -> Move:
        """The most promising one; the first unless it is surely worse."""
        best = max(left, key=lambda one: one.mean)
        return best.move if best is not first and best.better_than(first, self.sure) else first.move

    def sheet(self, desk: Desk, rng: random.Random, notation: Notation, language: str) -> list[str]:
        return [notation.write(self.move(desk, rng), language, desk)]

    def chance_of(self, world: Imagined, seat: Seat, move: Move | None, rng: random.Random) -> float:
        """How likely `seat` wins after `move` (None: from here), by one playout that is cut short with `worth`."""
        after, chance = world.copy(), own_chance(rng)
        try:
            if move is not None:
                after.play(seat, move, chance)
        except IllegalMove:
            return 0.0
        self._go_on(after, chance, rng)
        return self._value(after, seat)

    def shares_of(self, world: Imagined, seats: int, rng: random.Random) -> list[float]:
        """The chances of every seat after one playout from here. They add up to 1, or to 0 where all have lost."""
        after = world.copy()
        self._go_on(after, own_chance(rng), rng)
        values = [self._value(after, seat) for seat in range(seats)]
        total = sum(values)
        return [value / total for value in values] if total else values

    def _go_on(self, world: Imagined, chance: SeededChance, rng: random.Random) -> None:
        for _ in range(self.depth):
            decision = world.next()
            if decision is None or self.over(world):
                return
            answer(world, decision, self.policy, chance, rng)

    def _value(self, after: Imagined, seat: Seat) -> float:
        """What a playout came to for a seat: who has won, or by how much it leads."""
        result = after.rules.result(after.state)
        share = 1.0 if result is None else self.margin
        looks = 0.0
        if share:
            looks = 1.0 / (1.0 + math.pow(3.0, -self.worth(self.look(after, seat), seat) / self.scale))
        won = 0.0 if result is None or seat not in result.winners else 1.0 / len(result.winners)
        return share * looks + (1.0 - share) * won


def answer(world: Imagined, decision: Decision, policy: Policy, chance: SeededChance, rng: random.Random) -> None:
    """Let `policy` answer in an imagined world; what it takes for legal and is not becomes any answer that is."""
    try:
        world.play(decision.seat, policy(world, decision, rng), chance)
    except IllegalMove:
        world.play(decision.seat, any_answer(world, decision, rng), chance)


@dataclass(slots=True, eq=False)
class _Finalist:
    move: Move
    chances: list[float] = field(default_factory=list)  # by world

    @property
    def mean(self) -> float:
        return sum(self.chances) / len(self.chances) if self.chances else 0.5

    def better_than(self, other: _Finalist, sure: float) -> bool:
        """Whether it is better by `sure` standard errors, world by world; all that is left has seen the same worlds."""
        apart = [mine - theirs for mine, theirs in zip(self.chances, other.chances, strict=False)]
        if not apart:
            return False
        mean = sum(apart) / len(apart)
        spread = math.sqrt(sum((one - mean) ** 2 for one in apart) / max(1, len(apart) - 1))
        return mean > sure * spread / math.sqrt(len(apart)) and (sure == 0.0 or len(apart) > 1)


@dataclass(slots=True)
class _Budget:
    """Playouts that may still be made. The word of `enough` is asked for before every set of them."""

    left: int
    enough: Callable[[], bool]

    def spent(self, wanted: int) -> bool:
        self.left -= wanted
        return self.left < 0 or self.enough()


def answers(menu: Menu, rng: random.Random) -> list[Move]:
    """Whole answers of a menu: all of them, or as many as are worth trying of a long one, drawn at random."""
    found = [move for _, _, move in islice(menu.leaves(), MOST_TRIED + 1)]
    if len(found) <= MOST_TRIED:
        return found
    return [menu.random(rng) for _ in range(MOST_TRIED)]


def asked(desk: Desk) -> Decision:
    """The question to answer. Raises ValueError when there is none."""
    found = desk.asked()
    if found is None:
        raise ValueError("nothing is asked of this seat")
    return found


def _by_promise(one: tuple[float, float, Move]) -> tuple[float, float]:
    return one[:2]
