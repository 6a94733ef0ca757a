"""The bot that thinks, on a game of one heap: who takes the last stone wins. Each seat hides a rune, of no use."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

import pytest

from engine.core.bots import Thinker
from engine.core.chance import Chance, SeededChance
from engine.core.contract import Desk, Imagined, Result
from engine.core.decisions import Decision
from engine.core.menu import Lines, Menu, Option
from engine.core.moves import IllegalMove, Move, Seat


class Take(Move):
    kind: Literal["take"] = "take"
    count: int


@dataclass(slots=True)
class Heap:
    stones: int
    turn: Seat = 0
    runes: tuple[int, int] = (3, 4)

    def copy(self) -> Heap:
        return Heap(self.stones, self.turn, self.runes)


class HeapRules:
    """As much of the contract as a bot uses. `moves` counts what was played: the only clock of these tests."""

    def __init__(self) -> None:
        self.moves = 0

    def decisions(self, state: Heap) -> tuple[Decision, ...]:
        return (Decision(state.turn, "take"),) if state.stones else ()

    def menu(self, state: Heap, decision: Decision) -> Menu:
        most = min(3, state.stones)
        return Lines(tuple(Option(("take", count), Take(count=count)) for count in range(1, most + 1)))

    def forced(self, state: Heap, decision: Decision) -> Move | None:
        return None

    def apply(self, state: Heap, seat: Seat, move: Take, chance: Chance) -> list[Any]:
        self.moves += 1
        if not 1 <= move.count <= min(3, state.stones):
            raise IllegalMove("E_HEAP")
        state.stones, state.turn = state.stones - move.count, 1 - seat
        return []

    def view(self, state: Heap, viewer: Seat | None) -> tuple[int, int]:
        return state.stones, state.turn

    def redeal(self, state: Heap, viewer: Seat | None, chance: Chance) -> Heap:
        runes = [rune if seat == viewer else chance.draw("rune", 9) for seat, rune in enumerate(state.runes)]
        return Heap(state.stones, state.turn, (runes[0], runes[1]))

    def result(self, state: Heap) -> Result | None:
        return None if state.stones else Result((1 - state.turn,), ("last_stone",))


def level(view: Any, seat: Seat) -> float:
    """Nothing is known of a heap that is not taken."""
    return 0.0


def desk(state: Heap, rules: HeapRules, enough: Callable[[], bool] = lambda: False) -> Desk:
    """The desk of seat 0. All that it shows comes from a table that was dealt again, as do the worlds it imagines."""
    decisions = rules.decisions(state)
    shown = rules.redeal(state, 0, SeededChance(b"shown"))
    return Desk(
        0, rules.view(shown, 0), decisions, lambda one: rules.menu(shown, one), decisions,
        imagine=lambda chance: Imagined(rules, rules.redeal(state, 0, chance)),  # type: ignore[arg-type]
        enough=enough,
    )  # fmt: skip


THINKER = Thinker(level, playouts=300)


@pytest.mark.parametrize("seed", range(8))
def test_a_win_in_one_is_found(seed: int) -> None:
    assert THINKER.move(desk(Heap(3), HeapRules()), random.Random(seed)) == Take(count=3)


@pytest.mark.parametrize("seed", range(8))
def test_a_win_in_two_is_found_by_playing_out(seed: int) -> None:
    """From five stones the other is left with four, from which nobody wins against who answers well."""
    thinker = Thinker(level, policy=_takes_all_if_it_can, playouts=300)
    assert thinker.move(desk(Heap(5), HeapRules()), random.Random(seed)) == Take(count=1)


def _takes_all_if_it_can(world: Imagined, decision: Decision, rng: random.Random) -> Move:
    return Take(count=world.state.stones if world.state.stones <= 3 else rng.randint(1, 3))


@pytest.mark.parametrize("budget", [1, 50, 400])
def test_it_stops_when_its_desk_says_that_it_is_enough(budget: int) -> None:
    """Every move of a playout takes one tick; after the budget no more than the set that was begun is finished."""
    rules, thinker = HeapRules(), Thinker(level, playouts=100_000)
    thinker.move(desk(Heap(30), rules, lambda: rules.moves >= budget), random.Random(1))
    ranking, one_set = 3 * 2, 3 * (thinker.depth + 1)
    assert budget <= rules.moves + ranking
    assert rules.moves <= ranking + budget + one_set


def test_it_stops_by_itself_where_nobody_says_so() -> None:
    rules = HeapRules()
    Thinker(level, depth=4, playouts=60).move(desk(Heap(30), rules), random.Random(1))
    assert rules.moves <= (60 + 3 * 3) * (4 + 1)


def test_without_time_it_answers_what_was_known_before() -> None:
    thinker = Thinker(level, propose=lambda desk, rng: [Take(count=2), Take(count=3)])
    assert thinker.move(desk(Heap(3), HeapRules(), lambda: True), random.Random(1)) == Take(count=2)
    assert thinker.move(desk(Heap(3), HeapRules()), random.Random(1)) == Take(count=3)


def test_what_is_no_better_does_not_replace_what_was_known() -> None:
    """All answers to a heap of four lose alike against who answers well."""
    for count in (1, 2, 3):
        others = [Take(count=one) for one in (1, 2, 3) if one != count]
        thinker = Thinker(
            level, _takes_all_if_it_can, playouts=90, sure=1.0,
            propose=lambda desk, rng, first=count, rest=others: [Take(count=first), *rest],  # type: ignore[misc]
        )  # fmt: skip
        assert thinker.move(desk(Heap(4), HeapRules()), random.Random(2)) == Take(count=count)


def test_it_sees_its_desk_only() -> None:
    """The same question with other runes in the other hand gets the same answer, by the same playouts."""
    for stones in (5, 9, 14):
        seen = []
        for runes in ((3, 4), (3, 8), (3, 0)):
            rules = HeapRules()
            move = THINKER.move(desk(Heap(stones, 0, runes), rules), random.Random(7))
            seen.append((move, rules.moves))
        assert seen[0] == seen[1] == seen[2]


def test_every_world_that_it_tries_things_in_was_imagined_by_its_desk() -> None:
    rules, state = HeapRules(), Heap(9)
    place, given = desk(state, rules), list[int]()

    def imagine(chance: Chance) -> Imagined:
        world = Imagined(rules, rules.redeal(state, 0, chance))  # type: ignore[arg-type]
        given.append(id(world))
        return world

    place.imagine = imagine
    Thinker(level, playouts=40).move(place, random.Random(1))
    assert given
    assert state == Heap(9)  # the true table is untouched


def test_a_policy_that_errs_does_not_end_the_thinking() -> None:
    thinker = Thinker(level, policy=lambda world, decision, rng: Take(count=9), playouts=60)
    assert thinker.move(desk(Heap(3), HeapRules()), random.Random(1)) == Take(count=3)


def test_a_playout_ends_where_a_game_says_so_and_worth_is_shown_what_a_game_shows_it() -> None:
    shown: list[Heap] = []

    def worth(state: Heap, seat: Seat) -> float:
        shown.append(state)
        return 0.0

    thinker = Thinker(
        worth, playouts=30, look=lambda world, seat: world.state, over=lambda world: world.state.stones <= 20,
        propose=lambda desk, rng: [Take(count=1), Take(count=2)],
    )  # fmt: skip
    thinker.move(desk(Heap(30), HeapRules()), random.Random(1))
    assert {state.stones for state in shown} == {18, 19, 20}
