"""Properties of random games: they end, conserve, replay, keep their secrets; menus and apply agree."""

from __future__ import annotations

import random
from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.core.chance import RecordedChance, SeededChance
from engine.core.contract import Order
from engine.core.grammar.text import fold
from engine.core.menu import Menu
from engine.core.moves import IllegalMove, Move
from engine.games.asgard import game
from engine.games.asgard.state import State
from tests.games.asgard.playing import RULES, desk, missing, play, positions, waiting

SEATS = st.integers(2, 4)
SEEDS = st.integers(0, 2**32)


@given(SEATS, SEEDS)
@settings(max_examples=40)
def test_random_games_end_with_one_winner(seats: int, seed: int) -> None:
    played = play(seats, seed)
    result = RULES.result(played.state)
    assert result is not None
    assert len(result.winners) == 1
    assert result.scores is not None
    assert result.scores[result.winners[0]] == max(result.scores)
    assert RULES.decisions(played.state) == ()
    assert missing(played.state) == []


@given(SEATS, SEEDS)
@settings(max_examples=15)
def test_every_component_is_conserved_at_every_step(seats: int, seed: int) -> None:
    for state, decision, _, _ in positions(seats, seed):
        assert missing(state) == [], decision


@given(SEATS, SEEDS)
@settings(max_examples=15)
def test_a_replay_of_the_record_equals_the_live_game(seats: int, seed: int) -> None:
    played = play(seats, seed)
    state, happenings = RULES.setup(RULES.Options(), seats, RecordedChance(played.setup))
    for seat, move, draws in played.moves:
        chance = RecordedChance(draws)
        stored = RULES.moves.validate_json(RULES.moves.dump_json(move))
        assert stored == move
        happenings += RULES.apply(state, seat, stored, chance)
        chance.close()
    assert (state, happenings) == (played.state, played.happenings)


@given(SEATS, SEEDS)
@settings(max_examples=10)
def test_a_redeal_shows_the_viewer_the_same(seats: int, seed: int) -> None:
    for number, (state, _, _, _) in enumerate(positions(seats, seed)):
        if number % 5:
            continue
        for viewer in (*range(seats), None):
            other = RULES.redeal(state, viewer, SeededChance(seed.to_bytes(5, "big")))
            assert RULES.view(other, viewer) == RULES.view(state, viewer)
            assert missing(other) == []
            assert RULES.decisions(other) == RULES.decisions(state)
            for decision in RULES.decisions(state):
                if decision.seat == viewer:
                    assert _first(RULES.menu(other, decision)) == _first(RULES.menu(state, decision))


def _first(menu: Menu) -> list[Move]:
    return [move for _, _, move in islice(menu.leaves(), 40)]


def test_a_redeal_draws_again_what_is_hidden() -> None:
    state = play_until(4, 7, "act")
    views = [RULES.redeal(state, 0, SeededChance(bytes([seed]))) for seed in range(8)]
    assert len({tuple(map(tuple, one.temples)) for one in views}) > 4
    assert len({tuple(map(tuple, one.god_tiles)) for one in views}) > 4
    assert len({tuple(map(tuple, one.ancient)) for one in views}) > 4


def play_until(seats: int, seed: int, stage: str) -> State:
    for state, _, _, _ in positions(seats, seed):
        if state.stage == stage:
            return state
    raise AssertionError(stage)


@given(SEATS, SEEDS)
@settings(max_examples=6)
def test_every_move_reads_back_in_both_languages(seats: int, seed: int) -> None:
    for state, decision, move, _ in positions(seats, seed):
        before = desk(state, decision.seat)
        for language in ("en", "ru"):
            line = game.notation.write(move, language, before)
            order: Order = game.notation.read([fold(line)], before)
            assert (order.used, order.moves) == (1, (move,)), line
            assert game.notation.sounds_like_order(fold(line)), line


@given(SEATS, SEEDS)
@settings(max_examples=4)
def test_menus_and_apply_agree(seats: int, seed: int) -> None:
    rng = random.Random(seed)
    for number, (state, decision, _, _) in enumerate(positions(seats, seed)):
        if number % 6:
            continue
        leaves = list(RULES.menu(state, decision).leaves())
        assert len({str(move) for _, _, move in leaves}) == len(leaves)
        for path, _, move in rng.sample(leaves, min(8, len(leaves))):
            assert RULES.menu(state, decision).pick(path) == move
            RULES.apply(state.copy(), decision.seat, move, SeededChance(b"menu"))
        RULES.apply(state.copy(), decision.seat, RULES.default(state, decision), SeededChance(b"default"))
        forced = RULES.forced(state, decision)
        if forced is not None:
            assert [move for _, _, move in leaves] == [forced]


@given(SEATS, SEEDS)
@settings(max_examples=6)
def test_a_refused_move_changes_nothing(seats: int, seed: int) -> None:
    """Answers meant for other seats and other positions: mostly wrong ones."""
    rng, earlier, refusals = random.Random(seed), list[Move](), 0
    for state, decision, move, chance in positions(seats, seed):
        earlier.append(move)
        for wrong in rng.sample(earlier, min(3, len(earlier))):
            seat = rng.randrange(seats)
            before = state.copy()
            if refused(state, seat, wrong):
                assert state == before, (wrong, decision)
                refusals += 1
            else:
                restore(state, before)
        assert chance is not None
    assert refusals > 50


def refused(state: State, seat: int, move: Move) -> bool:
    try:
        RULES.apply(state, seat, move, SeededChance(b"wrong"))
    except IllegalMove:
        return True
    return False


def restore(state: State, before: State) -> None:
    for name in State.__slots__:
        setattr(state, name, getattr(before, name))


@pytest.mark.parametrize("seats", [1, 5])
def test_other_numbers_of_seats_are_no_game(seats: int) -> None:
    with pytest.raises(ValueError, match="2 to 4"):
        RULES.setup(RULES.Options(), seats, SeededChance(b"x"))


def test_a_stage_never_waits_for_nobody() -> None:
    for seed in range(6):
        for state, _, _, _ in positions(3, seed):
            assert waiting(state)
