"""Whole games at random: they end, keep their components, replay equal, and show nobody too much."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest
from pydantic import TypeAdapter, ValidationError

from engine.core.chance import RecordedChance, SeededChance
from engine.core.contract import Decision
from engine.core.happenings import Happening
from engine.core.moves import IllegalMove, Move
from engine.games.yggdrasil.data import LEVEL_CARDS
from engine.games.yggdrasil.happenings import KINDS
from engine.games.yggdrasil.state import State, missing
from tests.games.yggdrasil.scene import GRAMMAR, RULES, Scene

GAMES = [(seats, seed) for seats in range(1, 7) for seed in range(3)]
MOST = 400  # moves; 45 turns of at most 4 actions, their ends, and what is asked between
LEVELS = [*LEVEL_CARDS, "introductory"]


def options(seed: int) -> Any:
    return RULES.Options.model_validate({"difficulty": LEVELS[seed % len(LEVELS)], "deal_gods": seed % 2 == 1})


def walk(seats: int, seed: int, told: list[Happening] | None = None) -> Iterator[tuple[State, Decision, Move]]:
    """Every position of a random game, with the question and the answer that is given next."""
    rng, chance = random.Random(seed), SeededChance(seed.to_bytes(4, "big"))
    state, out = RULES.setup(options(seed), seats, chance)
    for _ in range(MOST):
        if told is not None:
            told += out
        asked = RULES.decisions(state)
        if not asked:
            return
        move = RULES.forced(state, asked[0]) or RULES.menu(state, asked[0]).random(rng)
        yield state, asked[0], move
        out = RULES.apply(state, asked[0].seat, move, chance)
    raise AssertionError("it goes on")


@pytest.mark.parametrize("seats, seed", GAMES)
def test_a_game_ends_and_keeps_its_components(seats: int, seed: int) -> None:
    last: State | None = None
    for state, _, _ in walk(seats, seed):
        assert missing(state) == []
        last = state
    assert last is not None
    result = RULES.result(last)
    assert result is not None
    assert (result.winners == ()) == (result.causes != ("deck",))
    assert last.turn <= 45


@pytest.mark.parametrize("seats, seed", GAMES[::2])
def test_a_game_replays_equal_and_tells_the_same(seats: int, seed: int) -> None:
    first, moves = list[Happening](), [(decision.seat, move) for _, decision, move in walk(seats, seed)]
    for last, _, _ in walk(seats, seed, first):
        state = last
    chance = SeededChance(seed.to_bytes(4, "big"))
    again, told = RULES.setup(options(seed), seats, chance)
    for seat, move in moves:
        told += RULES.apply(again, seat, move, chance)
    recorded = RecordedChance(chance.take())
    replayed, retold = RULES.setup(options(seed), seats, recorded)
    for seat, move in moves:
        retold += RULES.apply(replayed, seat, RULES.moves.validate_python(move.model_dump(mode="json")), recorded)
    recorded.close()
    assert state == again == replayed
    assert first == told == retold
    assert [KINDS.read(one.as_json()) for one in told] == told


@pytest.mark.parametrize("seats, seed", GAMES[1::3])
def test_a_state_is_plain_data(seats: int, seed: int) -> None:
    adapter: TypeAdapter[State] = TypeAdapter(State)
    for number, (state, _, _) in enumerate(walk(seats, seed)):
        if number % 9 == 0:
            assert adapter.validate_json(adapter.dump_json(state)) == state
            assert state.copy() == state


@pytest.mark.parametrize("seats, seed", GAMES)
def test_menus_and_defaults_are_legal_and_refusals_change_nothing(seats: int, seed: int) -> None:
    rng, earlier = random.Random(seed), list[Move]()
    for number, (state, decision, move) in enumerate(walk(seats, seed)):
        earlier.append(move)
        assert len({decision}) == 1
        if number % 5 == 0:
            leaves = [answer for _, _, answer in RULES.menu(state, decision).leaves()][:200]
            for answer in (RULES.default(state, decision), *rng.sample(leaves, min(5, len(leaves)))):
                RULES.apply(state.copy(), decision.seat, answer, SeededChance(b"legal"))
            for wrong in rng.sample(earlier, min(4, len(earlier))):
                copy = state.copy()
                try:
                    RULES.apply(copy, rng.randrange(seats), wrong, SeededChance(b"wrong"))
                except IllegalMove:
                    assert copy == state


@pytest.mark.parametrize("seats, seed", GAMES[::2])
def test_a_redeal_looks_the_same_to_its_viewer(seats: int, seed: int) -> None:
    for number, (state, decision, _) in enumerate(walk(seats, seed)):
        if number % 7 == 0:
            for viewer in (None, *range(seats)):
                other = RULES.redeal(state, viewer, SeededChance(number.to_bytes(4, "big")))
                assert RULES.view(other, viewer) == RULES.view(state, viewer)
                assert RULES.progress(other) == RULES.progress(state)
                assert missing(other) == []
                if viewer == decision.seat:
                    assert RULES.default(other, decision) == RULES.default(state, decision)


@pytest.mark.parametrize("seats, seed", GAMES[::3])
def test_every_move_reads_back_as_it_is_written(seats: int, seed: int) -> None:
    for state, decision, move in walk(seats, seed):
        desk: Any = type("Desk", (), {"view": RULES.view(state, decision.seat), "seat": decision.seat, "names": ()})()
        for language in ("en", "ru"):
            line = GRAMMAR.write(move, language)
            assert GRAMMAR.read(line.casefold(), desk) == move, line


def test_whoever_holds_several_gods_knows_what_each_of_them_knows() -> None:
    for state, _, _ in walk(4, 1):
        views = [RULES.view(state, seat) for seat in range(4)]
        assert len({view.deck for view in views}) == 1


def test_a_card_that_odin_puts_back_is_known_to_all_where_it_lies() -> None:
    scene = Scene("odin thor", cards=["normal_fenrir", "normal_surt"]).does("pick 2 bottom")
    for viewer in (None, 0, 1):
        assert RULES.view(scene.state, viewer).deck[-1] == "normal_fenrir"
        for seed in range(5):
            other = RULES.redeal(scene.state, viewer, SeededChance(bytes([seed])))
            assert other.deck[0] == scene.state.deck[0]


def test_all_is_shown_after_the_end() -> None:
    *_, (state, _, _) = walk(2, 0)
    assert "?" not in RULES.view(state, None).deck


@pytest.mark.parametrize("wrong", [
    {"difficulty": "custom", "custom_cards": ["normal_hel"]}, {"custom_cards": ["angry_hel"]}, {"first_seat": 6},
    {"difficulty": "custom", "custom_cards": ["angry_hel", "angry_hel"]}, {"difficulty": "mild"},
])  # fmt: skip
def test_options_that_make_no_game(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        RULES.Options.model_validate(wrong)


def test_whoever_begins_must_be_there() -> None:
    assert list(RULES.seats_with(RULES.Options())) == [1, 2, 3, 4, 5, 6]
    assert list(RULES.seats_with(RULES.Options.model_validate({"first_seat": 2}))) == [3, 4, 5, 6]
