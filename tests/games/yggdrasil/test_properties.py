"""Whole games at random: they end, keep their components, replay equal, and show nobody too much."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from pydantic import ValidationError

from engine.core.chance import RecordedChance, SeededChance
from engine.core.decisions import Decision
from engine.core.happenings import Happening
from engine.core.moves import Move
from engine.games.yggdrasil.data import LEVEL_CARDS
from engine.games.yggdrasil.happenings import KINDS
from engine.games.yggdrasil.rules.combat import helped
from engine.games.yggdrasil.state import State, missing
from tests.games import laws
from tests.games.yggdrasil.correspondence import GAME
from tests.games.yggdrasil.scene import RULES, Scene

GAMES = [(seats, seed) for seats in range(1, 7) for seed in range(3)]
MOST = 400  # moves; 45 turns of at most 4 actions, their ends, and what is asked between
LEVELS = [*LEVEL_CARDS, "introductory"]
# Laws of all games that are tried here on more games, the same each time.
TRIED = (
    laws.a_state_is_plain_data,
    laws.menus_offer_what_can_be_made,
    laws.defaults_and_forced_answers_are_legal,
    laws.a_refused_move_changes_nothing,
    laws.a_redeal_looks_the_same_to_its_viewer,
    laws.every_move_reads_back_as_it_is_written,
)


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


@pytest.mark.parametrize("law", TRIED, ids=lambda law: law.__name__)
@pytest.mark.parametrize("seats, seed", GAMES)
def test_a_law_holds_on_many_games(seats: int, seed: int, law: Callable[[laws.Case], None]) -> None:
    law(laws.Case(GAME, seats, seed, options(seed).model_dump(mode="json"), missing))


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


def test_a_question_kept_as_json_is_the_one_that_was_asked() -> None:
    """PostgreSQL's jsonb gives names back in an order of its own; a table could not be read again over these two."""
    state, _ = RULES.setup(RULES.Options.model_validate({"deal_gods": True}), 1, SeededChance(b"kept"))
    about = {"opponent": "skadi", "lacking": 1}
    asked = []
    for names in (about, {name: about[name] for name in sorted(about)}):
        one = state.copy()
        one.flow.wave = None
        one.flow.ask("elves", (0,), helped("skadi", 2, 3), **names)
        asked.append(RULES.decisions(one))
    assert asked[0] == asked[1]
