"""The thinker: it keeps to its desk and its time, finds a win, and can only be better than greedy."""

from __future__ import annotations

import random
import time
from itertools import count

import pytest

from engine.core.chance import SeededChance
from engine.core.contract import Desk, Imagined
from engine.core.moves import Move
from engine.games.blood_rage import game
from engine.games.blood_rage.bots.thinking import proposals
from engine.games.blood_rage.bots.worth import worth
from engine.games.blood_rage.moves import Pillage
from engine.games.blood_rage.state import State
from engine.table.table import Table
from tests.games.blood_rage.bots.test_bots import greedy_game
from tests.games.blood_rage.scene import RULES, Scene
from tests.games.match import until

THINKER = game.bots["thinker"]


def desk(state: State, seat: int) -> Desk:
    table = Table(game, RULES, RULES.Options(), state.seats, state, [()] * state.seats)
    return table.desk(seat)


@pytest.mark.parametrize("seats", [2, 4])
def test_without_time_it_plays_as_greedy_does(seats: int) -> None:
    for state, decision, move in greedy_game(seats, 5):
        place = desk(state, decision.seat)
        place.enough = lambda: True
        assert THINKER.move(place, random.Random(1)) == move


def test_all_that_it_considers_is_legal_and_begins_with_greedys_answer() -> None:
    rng = random.Random(1)
    for state, decision, move in greedy_game(3, 9):
        found = proposals(desk(state, decision.seat), rng)
        assert found[0] == move
        for one in found:
            RULES.apply(state.copy(), decision.seat, one, SeededChance(b"tried"))


def test_it_sees_its_desk_only() -> None:
    """Tables that a seat cannot tell apart, before and behind a veil, get the same answer."""
    kinds = set()
    for number, (state, decision, _) in enumerate(greedy_game(3, 4)):
        if decision.kind not in kinds or number % 40 == 0:
            kinds.add(decision.kind)
            others = [RULES.redeal(state, decision.seat, SeededChance(b"%d" % world)) for world in range(2)]
            assert len({_thought(other, state, decision.seat) for other in (state, *others)}) == 1
    assert {"draft", "action", "call", "card"} <= kinds


def _thought(table: State, known: State, seat: int) -> Move:
    """What it answers at `table` after two sets of playouts, in worlds that fit what is known."""
    place, sets = desk(table, seat), count(1)
    place.imagine = lambda chance: Imagined(RULES, RULES.redeal(known, seat, chance))
    place.enough = lambda: next(sets) > 2
    return THINKER.move(place, random.Random(9))


def test_it_keeps_its_time() -> None:
    """What is begun is finished: one playout of each finalist, far less than a second."""
    for number, (state, decision, _) in enumerate(greedy_game(4, 6)):
        if number % 30 == 26:
            place, began = desk(state, decision.seat), time.process_time()
            place.enough = until(100)
            THINKER.move(place, random.Random(1))
            assert time.process_time() - began < 1.0


def test_it_finds_a_win_in_one() -> None:
    """Only the 5 Glory of Horgr, which nobody can come to, are more than B's lead; a Warrior for Ragnarok's 4 draws."""
    scene = Scene(
        age=3, rage={"A": 1, "B": 0}, glory={"A": 50, "B": 54}, figures={"A": "L @VALHALLA, W @HOR", "B": "L W2 @GIM"},
        tokens={"HOR": "glory5"}, destroyed="UTG MUS", pillaged="AND MYR YGG", doom="ELV", turn="A",
    )  # fmt: skip
    place, sets = desk(scene.state, 0), count(1)
    place.enough = lambda: next(sets) > 6
    assert THINKER.move(place, random.Random(2)) == Pillage(province="HOR")


def test_worth_is_about_who_is_ahead() -> None:
    for number, (state, _, _) in enumerate(greedy_game(2, 4)):
        if number % 9 == 0:
            richer = state.copy()
            richer.glory[0] += 10
            assert worth(richer, 0) == pytest.approx(worth(state, 0) + 10)
            assert worth(richer, 1) == pytest.approx(worth(state, 1) - 10)
