"""The bots: greedy beats who plays at random, sees its desk only, and drafts an Age by one mail."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from engine.core.chance import SeededChance
from engine.core.contract import Imagined
from engine.core.decisions import Decision
from engine.core.grammar.text import fold
from engine.core.moves import Move
from engine.games.blood_rage import game
from engine.games.blood_rage.bots.acting import weighed
from engine.games.blood_rage.bots.fighting import call
from engine.games.blood_rage.bots.outlook import Outlook
from engine.games.blood_rage.bots.sense import sensible
from engine.games.blood_rage.data import PROVINCES
from engine.games.blood_rage.moves import CallMove, CallPass, CommitQuest, Invade
from engine.games.blood_rage.rules.strength import in_province
from engine.games.blood_rage.state import State
from engine.table.session import Session
from engine.table.table import Table
from tests.games.blood_rage.profile import profile
from tests.games.blood_rage.scene import RULES, Scene, begun
from tests.games.match import Match


def test_greedy_beats_three_random_players() -> None:
    match = Match("blood_rage", "greedy", "random", seats=4)
    assert sum(match.play(number)[0] for number in range(32)) >= 30  # of 100: docs/games/blood_rage.md


@pytest.mark.parametrize("seats", [2, 3])
def test_greedy_beats_random_at_smaller_tables(seats: int) -> None:
    match = Match("blood_rage", "greedy", "random", seats=seats)
    assert sum(match.play(number)[0] for number in range(12)) >= 11


def test_greedy_plays_the_whole_game() -> None:
    """Means per clan and game of what it does: docs/games/blood_rage.md has them of more games."""
    games, seats = 3, 4
    total, glory = profile("greedy", games, seats)
    found: Counter[str] = Counter()
    for (what, _), count in total.items():
        found[what] += count
    least = {
        "battle cards drafted": 4, "upgrade cards drafted": 4, "quest cards drafted": 4, "invasions": 8, "marches": 1,
        "upgrades: clan": 1, "upgrades: monster": 0.8, "upgrades: ship": 0.2, "upgrades: warrior": 0.05,
        "upgrades: leader": 0.05, "pillages declared": 4, "pillages won": 3, "figures that answered a call": 1,
        "battles fought in": 5, "battle cards played": 4, "quests taken": 3, "quests met": 2, "rage raised": 1.5,
        "axes raised": 1.5, "horns raised": 1.5, "Glory: Ragnarok": 5, "Glory: quests": 15,
    }  # fmt: skip
    few = {what: found[what] / games / seats for what, count in least.items() if found[what] < count * games * seats}
    assert few == {}
    assert found["Rage lost by passing"] / games / seats < 1.5
    assert sum(map(sum, glory)) / games / seats > 80


def greedy_game(seats: int, seed: int) -> Iterator[tuple[State, Decision, Move]]:
    """Every position of a game among greedy players, what is asked and what greedy answers."""
    rng, chance = random.Random(seed), SeededChance(seed.to_bytes(8, "big"))
    state, _ = RULES.setup(RULES.Options(), seats, chance)
    while asked := [one for one in RULES.decisions(state) if one.waits]:
        move = RULES.forced(state, asked[0]) or sensible(Imagined(RULES, state), asked[0], rng)
        yield state, asked[0], move
        RULES.apply(state, asked[0].seat, move, chance)


@pytest.mark.parametrize("seats, seed", [(2, 5), (3, 6), (4, 7)])
def test_greedy_answers_alike_wherever_only_what_it_cannot_know_differs(seats: int, seed: int) -> None:
    """Its sense looks at whole tables; it must not look into the hands on them."""
    for number, (state, decision, move) in enumerate(greedy_game(seats, seed)):
        for world in range(2):
            other = RULES.redeal(state, decision.seat, SeededChance(b"%d %d" % (number, world)))
            assert sensible(Imagined(RULES, other), decision, random.Random(1)) == move


def test_the_outlook_counts_strength_as_the_rules_do() -> None:
    for state, decision, _ in greedy_game(3, 8):
        look = Outlook(state, decision.seat)
        for place in PROVINCES:
            counted = [in_province(state, seat, place) for seat in range(3)]
            assert [one[place] for one in look.strength] == counted
            assert look.figures[place] == len(state.in_battle(decision.seat, place))


def test_all_actions_that_greedy_weighs_are_legal() -> None:
    for seed in (1, 2):
        for state, decision, _ in greedy_game(4, seed):
            if decision.kind == "action":
                for _, move in weighed(state, decision.seat):
                    RULES.apply(state.copy(), decision.seat, move, SeededChance(b"weighed"))


def test_greedy_pillages_at_once_where_thors_domain_lets_it_and_others_could_come() -> None:
    scene = Scene(sheet={"A": "TDO"}, figures={"B": "L @AND"}, tokens={"GIM": "glory5"}, hand={"A": "TY6 TY5"},
                  pillaged="ELV ANG MUS HOR UTG AND MYR YGG", rage={"A": 4})  # fmt: skip
    first = weighed(scene.state, 0)[0][1]
    assert isinstance(first, Invade)
    assert (first.to, first.pillage) == ("GIM", True)


def test_greedy_commits_quests_before_others_end_the_phase() -> None:
    """Two provinces are left, and B stands in both of them: Rage that is left then is worth nothing."""
    scene = Scene(age=3, hand={"A": "QYG3 TRO"}, figures={"A": "L W @YGG", "B": "L @GIM, W @AND"}, sheet={"A": "EXP"},
                  pillaged="ELV ANG MUS HOR UTG MYR YGG", rage={"A": 6, "B": 6})  # fmt: skip
    assert weighed(scene.state, 0)[0][1] == CommitQuest(card="QYG3")


def test_greedy_stays_away_from_a_hopeless_battle_and_joins_one_that_it_can_turn() -> None:
    given: dict[str, Any] = {"figures": {"A": "L W2 @GIM", "B": "W @AND"}, "hand": {"A": "TY5 TY3"}}
    scene = Scene(**given).does("A", "pillage GIM")
    assert call(scene.state, 1) == CallPass()
    given = {"figures": {"A": "W @GIM", "B": "L @AND"}, "hand": {"B": "TY5"}}
    scene = Scene(**given).does("A", "pillage GIM")
    assert call(scene.state, 1) == CallMove(figure="L", source="AND")


def test_greedy_drafts_a_whole_age_by_one_mail() -> None:
    table = Table(game, game.rules, RULES.Options(), 3, begun(3), [(), (), ()])
    found, rng = Session(table, SeededChance(b"mail")), random.Random(1)
    for seat in range(3):
        for line in game.bots["greedy"].sheet(table.desk(seat), rng, game.notation, "ru"):
            order = game.notation.read([fold(line)], table.desk(seat))
            if order.plans:
                found.file(seat, order.plans)
            if order.moves:
                found.any_of(seat, order.moves)
    found.settle()
    assert table.state.stage == "action"
    assert [len(hand) for hand in table.state.hands] == [6, 6, 6]


@pytest.mark.parametrize("bot", ["random", "greedy"])
def test_a_bot_that_is_not_asked_says_so(bot: str) -> None:
    table = Table(game, game.rules, RULES.Options(), 3, begun(3), [(), (), ()])
    desk = table.desk(0)
    desk.decisions = ()
    with pytest.raises(ValueError, match="nothing is asked"):
        game.bots[bot].move(desk, random.Random(1))
