"""The thinker: it keeps to its desk and its time, and beats greedy with few worlds imagined."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from itertools import count

import pytest

from engine.core.chance import SeededChance
from engine.core.contract import Desk, Imagined
from engine.core.decisions import Decision
from engine.core.moves import Move
from engine.games.asgards_chosen.bots import THINKER
from engine.games.asgards_chosen.bots.sense import sensible
from engine.games.asgards_chosen.bots.thinking import proposals
from engine.games.asgards_chosen.bots.worth import worth
from engine.games.asgards_chosen.data import NAME
from engine.games.asgards_chosen.state import State
from tests.games.asgards_chosen.playing import BY_NAME, Setting, positions
from tests.games.asgards_chosen.scene import RULES
from tests.games.match import until

FEW = ("introductory", "standard, 3", "solitaire", "coop")
few = pytest.mark.parametrize("setting", [BY_NAME[name] for name in FEW], ids=lambda one: one.name)


def desk(state: State, decision: Decision, sets: int, known: State | None = None) -> Desk:
    """A seat's, which may make so many sets of playouts, in worlds that fit what is known."""
    made, truth = count(1), state if known is None else known
    return Desk(
        decision.seat, RULES.view(state, decision.seat), (decision,), lambda one: RULES.menu(state, one),
        imagine=lambda chance: Imagined(RULES, RULES.redeal(truth, decision.seat, chance)),
        enough=lambda: next(made) > sets,
    )  # fmt: skip


def asked(setting: Setting, seed: int, every: int = 1) -> Iterator[tuple[State, Decision, Move]]:
    """Questions of a game among greedy players that leave a choice."""
    for number, (state, decision, move) in enumerate(positions(setting, seed)):
        if number % every == 0 and RULES.forced(state, decision) is None:
            yield state, decision, move


@few
def test_without_time_it_plays_as_greedy_does(setting: Setting) -> None:
    for state, decision, move in asked(setting, 5):
        assert THINKER.move(desk(state, decision, 0), random.Random(1)) == move


@few
def test_all_that_it_considers_is_legal_and_begins_with_greedys_answer(setting: Setting) -> None:
    rng = random.Random(1)
    for state, decision, move in asked(setting, 9):
        found = proposals(desk(state, decision, 0), rng)
        assert found[0] == move
        for one in found:
            RULES.apply(state.copy(), decision.seat, one, SeededChance(b"tried"))


def test_it_sees_its_desk_only() -> None:
    """Tables that a seat cannot tell apart, before and behind a veil, get the same answer."""
    kinds: set[str] = set()
    for state, decision, _ in asked(BY_NAME["standard, 3"], 4):
        if decision.kind not in kinds:
            kinds.add(decision.kind)
            others = [RULES.redeal(state, decision.seat, SeededChance(b"%d" % world)) for world in range(2)]
            found = [THINKER.move(desk(one, decision, 2, state), random.Random(9)) for one in (state, *others)]
            assert len(set(found)) == 1
    assert {"god", "campaign", "attack", "muster", "renew"} <= kinds


def test_it_keeps_its_time() -> None:
    """What is begun is finished: one playout of each finalist, far less than a second."""
    for state, decision, _ in asked(BY_NAME["standard, 4"], 6, every=40):
        place, began = desk(state, decision, 0), time.process_time()
        place.enough = until(100)
        THINKER.move(place, random.Random(1))
        assert time.process_time() - began < 1.0


def test_it_beats_greedy_with_four_worlds_for_an_answer() -> None:
    """Of 40 games with time to think: docs/games/asgards_chosen.md."""
    assert sum(duel(number) for number in range(6)) >= 4


def duel(number: int) -> float:
    """An introductory game against greedy; the seats change from game to game."""
    rng = random.Random(number)
    state, chance = BY_NAME["introductory"].begun(number // 2)
    while (decision := next((one for one in RULES.decisions(state) if one.waits), None)) is not None:
        move = RULES.forced(state, decision)
        if move is None and decision.seat == number % 2:
            move = THINKER.move(desk(state, decision, 4), rng)
        RULES.apply(state, decision.seat, move or sensible(Imagined(RULES, state), decision, rng), chance)
    result = RULES.result(state)
    assert result is not None
    return 1.0 / len(result.winners) if number % 2 in result.winners else 0.0


def test_worth_is_about_who_is_ahead() -> None:
    """A god more is worth about what greedy says of it, to both sides."""
    for state, _, _ in asked(BY_NAME["introductory"], 4, every=9):
        if not state.hands[0] or not state.draws[0]:
            continue
        richer = state.copy()
        god = next((card for card in richer.draws[0] if card >= len(NAME) - 40), None)
        if god is not None:
            richer.draws[0].remove(god)
            richer.appeased[0].append(god)
            assert worth(richer, 0) > worth(state, 0) + 5
            assert worth(richer, 1) < worth(state, 1) - 5
