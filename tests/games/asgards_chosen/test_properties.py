"""Whole games at random, in every mode: they end, keep their components, replay equal, and show nobody too much."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some
from pydantic import TypeAdapter, ValidationError

from engine.core.chance import RecordedChance, SeededChance
from engine.core.decisions import NOBODY, Decision, told_of
from engine.core.happenings import Happening
from engine.core.moves import IllegalMove, Move
from engine.games.asgards_chosen.data import NONE
from engine.games.asgards_chosen.happenings import KINDS
from engine.games.asgards_chosen.moves import MoveHero
from engine.games.asgards_chosen.state import State, missing
from tests.games.asgards_chosen.scene import RULES, Scene

TABLES: list[tuple[int, dict[str, Any]]] = [
    (2, {"mode": "introductory"}), (3, {"mode": "introductory", "aggressive": True}), (2, {}),
    (3, {"late_items": True, "automatic_board": True}), (4, {"length": "epic"}), (4, {"length": "saga"}),
    (1, {"mode": "solitaire"}), (1, {"mode": "solitaire", "scattered": True}), (2, {"mode": "coop"}),
    (2, {"mode": "coop", "man_first": True, "automatic_board": True}),
]  # fmt: skip
GAMES = [(seats, options, seed) for seats, options in TABLES for seed in range(2)]
MOST = 4000  # moves
ADAPTER = TypeAdapter(State)


def walk(
    seats: int, options: dict[str, Any], seed: int, told: list[Happening] | None = None
) -> Iterator[tuple[State, Decision, Move]]:
    """Every position of a random game, with a question and the answer that is given next."""
    rng, chance = random.Random(seed), SeededChance(seed.to_bytes(4, "big"))
    state, out = RULES.setup(RULES.Options(**options), seats, chance)
    for _ in range(MOST):
        if told is not None:
            told += out
        asked = [one for one in RULES.decisions(state) if one.waits]
        if not asked:
            return
        decision = rng.choice(asked)
        move = RULES.forced(state, decision) or RULES.menu(state, decision).random(rng)
        yield state, decision, move
        out = RULES.apply(state, decision.seat, move, chance)
    raise AssertionError("it goes on")


@pytest.mark.parametrize("seats, options, seed", GAMES)
def test_a_game_ends_and_keeps_its_components(seats: int, options: dict[str, Any], seed: int) -> None:
    last: State | None = None
    for state, _, _ in walk(seats, options, seed):
        assert missing(state) == []
        last = state
    assert last is not None
    assert RULES.result(last) is not None


@settings(max_examples=15, deadline=None)
@given(some.sampled_from(TABLES), some.integers(0, 1 << 30))
def test_random_games_end(table: tuple[int, dict[str, Any]], seed: int) -> None:
    last: State | None = None
    for number, (state, _, _) in enumerate(walk(*table, seed)):
        if number % 10 == 0:
            assert missing(state) == []
            assert ADAPTER.validate_json(ADAPTER.dump_json(state)) == state == state.copy()
        last = state
    assert last is not None
    assert last.stage == "over"


@pytest.mark.parametrize("seats, options, seed", GAMES[::3])
def test_a_state_is_plain_data_at_every_stop(seats: int, options: dict[str, Any], seed: int) -> None:
    for state, decision, move in walk(seats, options, seed):
        stored, copy = ADAPTER.dump_json(state), state.copy()
        assert ADAPTER.validate_json(stored) == state
        RULES.apply(copy, decision.seat, move, SeededChance(b"other"))
        assert ADAPTER.dump_json(state) == stored


@pytest.mark.parametrize("seats, options, seed", GAMES[::3])
def test_a_game_replays_equal_and_tells_the_same(seats: int, options: dict[str, Any], seed: int) -> None:
    first, moves = list[Happening](), [(decision.seat, move) for _, decision, move in walk(seats, options, seed)]
    for last, _, _ in walk(seats, options, seed, first):
        state = last
    chance = SeededChance(seed.to_bytes(4, "big"))
    again, told = RULES.setup(RULES.Options(**options), seats, chance)
    for seat, move in moves:
        told += RULES.apply(again, seat, move, chance)
    recorded = RecordedChance(chance.take())
    replayed, retold = RULES.setup(RULES.Options(**options), seats, recorded)
    for seat, move in moves:
        retold += RULES.apply(replayed, seat, RULES.moves.validate_python(move.model_dump(mode="json")), recorded)
    recorded.close()
    assert state == again == replayed
    assert first == told == retold
    own = [one for one in told if one.kind in KINDS]
    assert [KINDS.read(one.as_json()) for one in own] == own


@pytest.mark.parametrize("seats, options, seed", GAMES[::2])
def test_menus_offer_what_can_be_made(seats: int, options: dict[str, Any], seed: int) -> None:
    rng = random.Random(seed)
    for number, (state, decision, _) in enumerate(walk(seats, options, seed)):
        if number % 4:
            continue
        menu = RULES.menu(state, decision)
        leaves = list(islice(menu.leaves(), 400))
        assert len({str(move) for _, _, move in leaves}) == len(leaves)
        for path, _, move in rng.sample(leaves, min(8, len(leaves))):
            assert menu.pick(path) == move
            RULES.apply(state.copy(), decision.seat, move, SeededChance(b"menu"))
        RULES.apply(state.copy(), decision.seat, RULES.default(state, decision), SeededChance(b"default"))
        forced = RULES.forced(state, decision)
        assert forced is None or [move for _, _, move in leaves] == [forced]


@pytest.mark.parametrize("seats, options, seed", GAMES[::3])
def test_a_refused_move_changes_nothing(seats: int, options: dict[str, Any], seed: int) -> None:
    rng, earlier = random.Random(seed), list[Move]()
    for state, _, move in walk(seats, options, seed):
        earlier.append(move)
        for wrong in rng.sample(earlier, min(3, len(earlier))):
            copy = state.copy()
            try:
                RULES.apply(copy, rng.randrange(seats), wrong, SeededChance(b"wrong"))
            except IllegalMove:
                assert copy == state


@pytest.mark.parametrize("seats, options, seed", GAMES)
def test_a_redeal_looks_the_same_to_its_viewer(seats: int, options: dict[str, Any], seed: int) -> None:
    for number, (state, _, _) in enumerate(walk(seats, options, seed)):
        if number % 5:
            continue
        for viewer in (None, *range(seats)):
            other = RULES.redeal(state, viewer, SeededChance(number.to_bytes(4, "big")))
            assert missing(other) == []
            assert RULES.view(other, viewer) == RULES.view(state, viewer)
            assert told_of(RULES.decisions(other), (viewer,)) == told_of(RULES.decisions(state), (viewer,))
            for decision in RULES.decisions(state):
                if decision.seat == viewer:
                    ours, theirs = RULES.menu(state, decision), RULES.menu(other, decision)
                    assert list(islice(ours.leaves(), 50)) == list(islice(theirs.leaves(), 50)) or _same(ours, theirs)


def _same(ours: Any, theirs: Any) -> bool:
    def moves(menu: Any) -> list[Move]:
        return [move for _, _, move in islice(menu.leaves(), 50)]

    return moves(ours) == moves(theirs)


@pytest.mark.parametrize("seats, options, seed", GAMES[::3])
def test_hidden_cards_are_hidden(seats: int, options: dict[str, Any], seed: int) -> None:
    for state, _, _ in walk(seats, options, seed):
        view = RULES.view(state, None)
        if state.stage != "over":
            assert {card for player in view.players for card in player.hand} <= {"?"}
            assert set(view.deck) <= {"?"}
            assert {card for side in view.sides for card in side.draws} <= {"?"}


@pytest.mark.parametrize("wrong", [
    {"mode": "solitaire", "length": "epic"}, {"mode": "introductory", "late_items": True}, {"aggressive": True},
    {"man_first": True}, {"mode": "wild"}, {"length": "short"}, {"scattered": True},
])  # fmt: skip
def test_options_that_make_no_game(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        RULES.Options.model_validate(wrong)


def test_what_the_last_move_changed_is_noted() -> None:
    scene = Scene(heroes={"AF": "S1a"}, hands={"A": "troll1"}).turn("A")
    scene.does("A", MoveHero(hero="F", to="S1e"))
    assert RULES.view(scene.state, None).touched == ("S1a", "S1e")


def test_how_many_play_follows_from_the_mode() -> None:
    assert list(RULES.seats_with(RULES.Options(mode="introductory", aggressive=True))) == [3, 4]

    def seats(mode: str) -> list[int]:
        return list(RULES.seats_with(RULES.Options.model_validate({"mode": mode})))

    assert [seats(mode) for mode in ("standard", "introductory", "solitaire", "coop")] == [
        [2, 3, 4],
        [2, 3, 4],
        [1],
        [2],
    ]


@pytest.mark.parametrize("seats, options, seed", GAMES[::3])
def test_nobody_learns_who_is_asked_in_a_contested_battle(seats: int, options: dict[str, Any], seed: int) -> None:
    for state, decision, _ in walk(seats, options, seed):
        battle = state.battle
        asked = decision.kind in (
            "attack",
            "defend",
            "berserk",
            "late",
            "interrupt",
            "shift",
            "retreat",
            "stand",
            "choose",
        )
        if not asked or battle is None or NONE in (battle.attacker, battle.defender):
            assert not decision.veil
            continue
        assert decision.veil == "battle"
        others = [None, *(one for one in range(seats) if one != decision.seat)]
        for viewer in others:
            told = told_of(RULES.decisions(state), (viewer,))
            assert [(one.seat, one.kind) for one in told] == [(NOBODY, "battle")]
        spectator = RULES.view(state, None)
        for viewer in others[1:]:
            seen = RULES.view(state, viewer)
            worth = seen.fray.worth if seen.fray else ()
            assert {name for name, _ in worth} <= set(seen.players[viewer].hand)
            assert (seen.fray and replace(seen.fray, worth=())) == spectator.fray  # but for what own cards would add
