"""Bots: they see what their seat sees, greedy is far better than chance in every mode, and plays every phase."""

from __future__ import annotations

import random

import pytest

from engine.core.chance import SeededChance
from engine.core.contract import Imagined
from engine.core.moves import Move
from engine.games.asgards_chosen.bots import marching, mustering
from engine.games.asgards_chosen.bots.outlook import Outlook
from engine.games.asgards_chosen.bots.sense import ANSWERS, sensible
from engine.games.asgards_chosen.moves import Attack, PassTurn
from engine.table.table import Table
from tests.games.asgards_chosen.playing import BY_NAME, Setting, positions, won
from tests.games.asgards_chosen.scene import RULES, Scene
from tests.games.asgards_chosen.table import GAME
from tests.games.match import Match

FEW = ("introductory", "standard, 2", "standard, 3", "epic, 4", "solitaire", "coop")
few = pytest.mark.parametrize("setting", [BY_NAME[name] for name in FEW], ids=lambda one: one.name)


@pytest.mark.parametrize("name", ["introductory", "standard, 2", "standard, 4", "epic, 4"])
def test_greedy_beats_random_players(name: str) -> None:
    """Of 100 games of each: docs/games/asgards_chosen.md."""
    setting = BY_NAME[name]
    assert sum(won(setting, seed, frozenset({seed % setting.seats})) for seed in range(12)) >= 11


def test_greedy_wins_alone() -> None:
    assert sum(won(BY_NAME["solitaire"], seed, frozenset({0})) for seed in range(12)) >= 10


def test_heroes_leave_a_focus_that_draws_nothing() -> None:
    """Whoever holds all cards anyway stood there for the rest of a game, as the last round's heroes did."""
    given = {
        "heroes": {"AF": "S1e", "AM": "L4e"}, "markers": {"A": "S1a L4a"},
        "hands": {"A": "odin dvergar1 freyr baldr troll1 garmr1"},
    }  # fmt: skip
    rest = "thor tyr hel loki nixie1 ormr1 alfar1"

    def first(discards: str = "", *, ending: bool = False) -> Move:
        scene = Scene(1, "solitaire", discards={"A": discards}, **given)
        scene.state.ending = ending
        return marching.weighed(Outlook(scene.turn("A").state, 0))[0][1]

    assert isinstance(first(), Attack)
    assert isinstance(first(rest), PassTurn)
    assert isinstance(first(rest, ending=True), Attack)


def test_it_does_so_from_its_desk() -> None:
    match = Match("asgards_chosen", "greedy", "random")
    assert sum(match.play(number)[0] for number in range(4)) == 4


@few
def test_greedy_answers_alike_wherever_only_what_it_cannot_know_differs(setting: Setting) -> None:
    """Its sense looks at whole tables; it must not look into hands and piles on them."""
    for number, (state, decision, move) in enumerate(positions(setting, 7)):
        for world in range(2):
            other = RULES.redeal(state, decision.seat, SeededChance(b"%d %d" % (number, world)))
            if RULES.forced(state, decision) is None:
                assert sensible(Imagined(RULES, other), decision, random.Random(1)) == move, decision


@few
def test_all_that_greedy_weighs_is_legal(setting: Setting) -> None:
    kinds: set[str] = set()
    for state, decision, _ in positions(setting, 8):
        found = []
        if decision.kind == "campaign":
            found = marching.weighed(Outlook(state, decision.seat))
        elif decision.kind == "muster":
            found = mustering.weighed(Outlook(state, decision.seat))
        for _, move in found:
            RULES.apply(state.copy(), decision.seat, move, SeededChance(b"weighed"))
            kinds.add(move.kind)
    assert kinds >= {"attack", "move", "muster", "pass"}


def test_greedy_has_an_answer_of_its_own_to_every_question_but_those_of_the_board() -> None:
    kinds = {one.kind for one in RULES.questions}
    assert kinds - set(ANSWERS) == {"tile", "town", "add"}


@pytest.mark.parametrize("bot", ["random", "greedy", "thinker"])
def test_a_bot_that_is_not_asked_says_so(bot: str) -> None:
    table = Table(GAME, RULES, RULES.Options(), 2, BY_NAME["standard, 2"].begun(1)[0], [(), ()])
    desk = table.desk(0)
    desk.decisions = ()
    with pytest.raises(ValueError, match="nothing is asked"):
        GAME.bots[bot].move(desk, random.Random(1))
