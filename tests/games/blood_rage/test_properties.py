"""Whole games at random: they end, keep their components, replay equal, and show nobody too much."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from engine.core.chance import RecordedChance, SeededChance
from engine.core.decisions import Decision
from engine.core.happenings import Happening
from engine.core.moves import Move
from engine.games.blood_rage import game
from engine.games.blood_rage.happenings import KINDS
from engine.games.blood_rage.state import State, missing
from tests.games import laws
from tests.games.blood_rage.scene import RULES

GAMES = [(seats, seed) for seats in (2, 3, 4) for seed in range(4)]
MOST = 1500  # moves; a game of random moves has some hundred

# Laws of all games that are tried here on more games, the same each time.
TRIED = (
    laws.a_state_is_plain_data,
    laws.menus_offer_what_can_be_made,
    laws.defaults_and_forced_answers_are_legal,
    laws.a_refused_move_changes_nothing,
    laws.a_redeal_looks_the_same_to_its_viewer,
)


def walk(seats: int, seed: int, told: list[Happening] | None = None) -> Iterator[tuple[State, Decision, Move]]:
    """Every position of a random game, with the question and the answer that is given next."""
    rng, chance = random.Random(seed), SeededChance(seed.to_bytes(4, "big"))
    state, out = RULES.setup(RULES.Options(), seats, chance)
    for _ in range(MOST):
        if told is not None:
            told += out
        asked = [one for one in RULES.decisions(state) if one.waits]
        if not asked:
            return
        decision = rng.choice(asked)
        move = RULES.menu(state, decision).random(rng)
        yield state, decision, move
        out = RULES.apply(state, decision.seat, move, chance)
    raise AssertionError("it goes on")


@pytest.mark.parametrize("law", TRIED, ids=lambda law: law.__name__)
@pytest.mark.parametrize("seats, seed", GAMES)
def test_a_law_holds_on_many_games(seats: int, seed: int, law: Callable[[laws.Case], None]) -> None:
    law(laws.Case(game, seats, seed, missing=missing))


@pytest.mark.parametrize("seats, seed", GAMES)
def test_a_game_ends_and_keeps_its_components(seats: int, seed: int) -> None:
    last: State | None = None
    for state, _, _ in walk(seats, seed):
        assert missing(state) == []
        last = state
    assert last is not None
    result = RULES.result(last)
    assert result is not None
    assert result.winners


@pytest.mark.parametrize("seats, seed", GAMES[::4])
def test_a_game_replays_equal_and_tells_the_same(seats: int, seed: int) -> None:
    first, moves = list[Happening](), [(decision.seat, move) for _, decision, move in walk(seats, seed)]
    for last, _, _ in walk(seats, seed, first):
        state = last
    chance = SeededChance(seed.to_bytes(4, "big"))
    RULES.setup(RULES.Options(), seats, chance)
    again, told = RULES.setup(RULES.Options(), seats, RecordedChance(chance.take()))
    for seat, move in moves:
        told += RULES.apply(again, seat, move, RecordedChance(()))
    assert again == state
    assert told == first
    own = [one for one in told if one.kind in KINDS]
    assert [KINDS.read(one.as_json()) for one in own] == own


@pytest.mark.parametrize("seats, seed", [(2, 105), (4, 121), (4, 129)])
def test_worlds_imagined_behind_a_veil_are_behind_the_same_veil(seats: int, seed: int) -> None:
    """In these games some dealt worlds lift it and let the next one fall, where the viewer is not asked either."""
    for number, (state, _, _) in enumerate(walk(seats, seed)):
        if state.veil is not None:
            for viewer in (None, *range(seats)):
                other = RULES.redeal(state, viewer, SeededChance(number.to_bytes(4, "big")))
                assert RULES.view(other, viewer) == RULES.view(state, viewer)


def test_cards_seen_in_a_battle_are_known_in_the_hands_they_return_to() -> None:
    known: set[Any] = set()
    for state, _, _ in walk(3, 2):
        view = RULES.view(state, None)
        known |= {card for clan in view.clans for card in clan.hand if card != "?"}
    assert known


def test_a_spectator_sees_no_hand_that_was_never_shown() -> None:
    for state, _, _ in walk(4, 5):
        if state.age == 1 and state.stage == "gifts":
            view = RULES.view(state, None)
            assert all(card == "?" for clan in view.clans for card in clan.hand)
            assert view.pack == ()
