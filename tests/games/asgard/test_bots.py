"""Bots see their desk only; `greedy` beats `random`, and writes a whole game in twelve mails."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from itertools import count

import pytest

from engine.core.chance import SeededChance
from engine.core.contract import Desk, Imagined
from engine.core.decisions import Decision
from engine.core.moves import Move
from engine.games.asgard import game
from engine.games.asgard.bots.playouts import as_greedy, proposals
from engine.games.asgard.bots.worth import worth
from engine.games.asgard.state import State
from engine.table.orders import take
from engine.table.session import Session
from engine.table.table import Table
from tests.games.asgard.playing import RULES, waiting

MAILS = 12


def desk(state: State, seat: int) -> Desk:
    """The desk of a seat, whose menus come from a redealt table: a bot that peeked would be found out."""
    decisions = RULES.decisions(state)
    other = RULES.redeal(state, seat, SeededChance(b"what the seat cannot know"))
    own = tuple(one for one in decisions if one.seat == seat)
    return Desk(
        seat, RULES.view(other, seat), own, lambda decision: RULES.menu(other, decision), decisions,
        imagine=lambda chance: Imagined(RULES, RULES.redeal(other, seat, chance)),
    )  # fmt: skip


def blind(state: State, decision: Decision) -> Desk:
    """A desk without a view: all that `random` looks at is the menu."""
    return Desk(decision.seat, None, (decision,), lambda one: RULES.menu(state, one))


def match(seed: int, bots: list[str]) -> tuple[int, ...]:
    """Winners of a game between bots."""
    rng, chance = random.Random(seed), SeededChance(seed.to_bytes(8, "big"))
    state, _ = RULES.setup(RULES.Options(), len(bots), chance)
    while asked := waiting(state):
        decision = asked[0]
        name = bots[decision.seat]
        place = desk(state, decision.seat) if name == "greedy" else blind(state, decision)
        RULES.apply(state, decision.seat, game.bots[name].move(place, rng), chance)
    result = RULES.result(state)
    assert result is not None
    return result.winners


def test_greedy_beats_three_random_players() -> None:
    won = 0
    for seed in range(100):
        bots = ["random"] * 4
        bots[seed % 4] = "greedy"
        won += match(seed, bots) == (seed % 4,)
    assert won >= 70


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_greedy_players_finish_games_among_themselves(seats: int) -> None:
    assert len(match(seats, ["greedy"] * seats)) == 1


def by_mail(seed: int, seats: int, language: str) -> Counter[int]:
    """Mails answered by each seat in a game in which everybody writes whole sheets."""
    rng = random.Random(seed)
    table = Table(game, RULES, RULES.Options(), seats, None, [()] * seats)
    session = Session(table, SeededChance(seed.to_bytes(8, "big")), ())
    session.start()
    mails: Counter[int] = Counter()
    while asked := session.table.pending():
        seat = asked[0].seat
        lines = game.bots["greedy"].sheet(session.table.desk(seat), rng, game.notation, language)
        taken = take(session, seat, lines)
        assert taken.rest == len(lines), lines
        assert not any(line.startswith(">") for line in lines)  # a mail program would take it for a quotation
        mails[seat] += 1
    assert RULES.result(session.table.state) is not None
    return mails


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_game_by_sheets_takes_twelve_mails_of_each_player(seats: int, language: str) -> None:
    for seed in range(4):
        mails = by_mail(seed, seats, language)
        assert max(mails.values()) <= MAILS
        assert len(mails) == seats


def greedy_game(seats: int, seed: int) -> Iterator[tuple[State, Decision, Move]]:
    """Every position of a game among greedy players, what is asked and what greedy answers."""
    rng, chance = random.Random(seed), SeededChance(seed.to_bytes(8, "big"))
    state, _ = RULES.setup(RULES.Options(), seats, chance)
    while asked := waiting(state):
        move = game.bots["greedy"].move(desk(state, asked[0].seat), rng)
        yield state, asked[0], move
        RULES.apply(state, asked[0].seat, move, chance)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_playouts_answer_as_greedy_does(seats: int) -> None:
    """What is quick about them (no view, no menu, plans kept) changes no answer."""
    for state, decision, move in greedy_game(seats, 11):
        assert as_greedy(Imagined(RULES, state), decision, random.Random(1)) == move


@pytest.mark.parametrize("seats", [2, 4])
def test_a_thinker_without_time_plays_as_greedy_does(seats: int) -> None:
    for state, decision, move in greedy_game(seats, 5):
        place = desk(state, decision.seat)
        place.enough = lambda: True
        assert game.bots["thinker"].move(place, random.Random(1)) == move


def test_all_that_a_thinker_considers_is_legal() -> None:
    rng = random.Random(1)
    for state, decision, move in greedy_game(3, 8):
        found = proposals(desk(state, decision.seat), rng)
        assert found[0] == move
        for one in found:
            RULES.apply(state.copy(), decision.seat, one, SeededChance(b"tried"))


def test_a_thinker_sees_its_desk_only() -> None:
    """Tables that a seat cannot tell apart get the same answer, whatever is hidden on them."""
    for number, (state, decision, _) in enumerate(greedy_game(2, 3)):
        if number % 12 == 7:
            others = [RULES.redeal(state, decision.seat, SeededChance(b"%d" % world)) for world in range(3)]
            assert len({_thought(other, state, decision.seat) for other in others}) == 1


def _thought(table: State, known: State, seat: int) -> Move:
    """What the thinker answers at `table` after three sets of playouts, in worlds that fit what is known."""
    place, sets = desk(table, seat), count(1)
    place.imagine = lambda chance: Imagined(RULES, RULES.redeal(known, seat, chance))
    place.enough = lambda: next(sets) > 3
    return game.bots["thinker"].move(place, random.Random(9))


def test_worth_is_about_who_is_ahead() -> None:
    for state, _, _ in greedy_game(2, 4):
        even = worth(RULES.view(state, 0), 0)
        assert worth(RULES.view(state, 0), 1) == -even
        richer = state.copy()
        richer.scores[0] += 10
        assert worth(RULES.view(richer, 0), 0) == pytest.approx(even + 10)


@pytest.mark.parametrize("bot", ["random", "greedy", "thinker"])
def test_a_bot_that_is_not_asked_says_so(bot: str) -> None:
    state, _ = RULES.setup(RULES.Options(), 3, SeededChance(b"bots"))
    with pytest.raises(ValueError, match="nothing is asked"):
        game.bots[bot].move(desk(state, 2), random.Random(1))
