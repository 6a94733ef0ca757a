"""Bots: they see what their seat sees; plain sense wins where chance never does, and thought begins with sense."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from engine.core.chance import SeededChance
from engine.core.contract import Desk, Imagined
from engine.core.moves import Move
from engine.games.yggdrasil.bots import BOTS
from engine.games.yggdrasil.bots.choices import sensible
from engine.games.yggdrasil.bots.sense import Sense, best_action
from engine.games.yggdrasil.bots.thought import Team, proposals
from engine.games.yggdrasil.bots.worth import worth
from engine.games.yggdrasil.moves import FightEnemy, Forge, TakeElf, VanirAdvance
from engine.games.yggdrasil.state import State
from engine.games.yggdrasil.view import View
from tests.games.yggdrasil.scene import RULES, Scene


def desk(state: State, seat: int) -> Desk[View]:
    return Desk(
        seat, RULES.view(state, seat), RULES.decisions(state),
        lambda decision: RULES.menu(state, decision),
        imagine=lambda chance: Imagined(RULES, RULES.redeal(state, seat, chance)),
        enough=lambda: True,
    )  # fmt: skip


def won(bot: str, gods: int, seed: int) -> bool:
    """Whether a team of this bot alone wins."""
    rng, chance = random.Random(seed), SeededChance(bytes([gods, seed]))
    state, _ = RULES.setup(RULES.Options.model_validate({"deal_gods": True}), gods, chance)
    while asked := RULES.decisions(state):
        seat = asked[0].seat
        move = RULES.forced(state, asked[0]) or BOTS[bot].move(desk(state, seat), rng)
        RULES.apply(state, seat, move, chance)
    result = RULES.result(state)
    return result is not None and bool(result.winners)


def test_plain_sense_wins_with_one_god_where_chance_does_not() -> None:
    assert sum(won("greedy", 1, seed) for seed in range(12)) >= 3
    assert sum(won("random", 1, seed) for seed in range(12)) == 0


def test_thought_begins_with_plain_sense() -> None:
    scene = Scene("thor odin", at={"hel": 3, "surt": 5}, stock={"thor": (4, 1)})
    rng = random.Random(1)
    found = proposals(desk(scene.state, 0), rng)
    assert found[0] == sensible(Imagined(RULES, scene.state), RULES.decisions(scene.state)[0], rng)
    assert len(set(found)) == len(found) > 3
    assert BOTS["thinker"].move(desk(scene.state, 0), rng) == found[0]


def turn_of(state: State) -> list[Move]:
    """What plain sense does in the turn that has begun."""
    seat, chance, found = state.seat, SeededChance(b"a turn"), list[Move]()
    while state.stage != "over" and state.seat == seat:
        found.append(best_action(state, seat))
        RULES.apply(state, seat, found[-1], chance)
    return found


@pytest.mark.parametrize("enemy", ["hel", "surt", "loki"])
def test_who_is_about_to_lose_arms_and_fights_for_it_in_the_same_turn(enemy: str) -> None:
    scene = Scene("thor odin", at={enemy: 7}, stock={"thor": (7, 0)})
    fights = [move for move in turn_of(scene.state) if isinstance(move, FightEnemy)]
    assert [move.enemy for move in fights] == [enemy]
    assert scene.state.stage != "over"


def test_a_table_is_worth_more_the_farther_the_enemies_are() -> None:
    values = [worth(Scene("thor odin", at={"hel": space}).state, 0) for space in range(8)]
    assert values == sorted(values, reverse=True)
    over = [Scene("thor odin", at={"hel": 7}).does("end"), Scene("thor odin", deck=["normal_loki"]).does("end")]
    lost, victory = (worth(scene.state, 0) for scene in over)
    assert lost < min(values[:-1]) < victory


def test_the_worth_of_a_table_is_what_actions_promise_added_up() -> None:
    scene = Scene("thor odin", at={"hel": 3, "surt": 2}, stock={"thor": (2, 0)}, vanir=2)
    sense, before = Sense(scene.state, 0), worth(scene.state, 0)
    sense.base = None  # what is ahead in this turn is in no table's worth
    promises = {(one.move, one.says.get("enemy")): one.worth for one in sense.promises()}
    for order, key in (("elf", (TakeElf, None)), ("vanir +", (VanirAdvance, None)), ("forge hel 1", (Forge, "hel"))):
        after = Scene("thor odin", at={"hel": 3, "surt": 2}, stock={"thor": (2, 0)}, vanir=2).does(order)
        assert worth(after.state, 0) - before == pytest.approx(promises[key])


def test_gods_divide_the_enemies_among_them() -> None:
    scene = Scene("thor odin tyr", at={"hel": 3}, owns={"odin": "ring_3"})
    forged = [move for move in turn_of(scene.state) if isinstance(move, Forge)]
    assert forged
    assert all(move.enemy != "hel" for move in forged)


# --- Thought ---------------


class Patience:
    """Says that it is enough after so many sets of playouts."""

    def __init__(self, sets: int) -> None:
        self.left = self.sets = sets

    def __call__(self) -> bool:
        self.left -= 1
        return self.left < 0


def test_a_thinker_stops_when_it_has_thought_long_enough() -> None:
    scene = Scene("thor odin", at={"hel": 3, "surt": 5}, stock={"thor": (4, 1)})
    for sets in (0, 1, 5):
        patience = Patience(sets)
        BOTS["thinker"].move(replace(desk(scene.state, 0), enough=patience), random.Random(1))
        assert patience.left == -1  # asked once more, and then no more


def test_a_thinker_finds_the_fight_that_wins_the_game() -> None:
    """The last card is played: without the one step back of Surt all is lost, whatever else a turn may bring."""
    scene = Scene("thor odin", at={"surt": 7, "hel": 4}, stock={"thor": (6, 0)}, deck=["normal_loki"])
    state, rng, chance = scene.state, random.Random(2), SeededChance(b"the last turn")
    while asked := RULES.decisions(state):
        thinking = replace(desk(state, asked[0].seat), enough=Patience(4))
        move = RULES.forced(state, asked[0]) or BOTS["thinker"].move(thinking, rng)
        RULES.apply(state, asked[0].seat, move, chance)
    result = RULES.result(state)
    assert result is not None
    assert result.winners == (0, 1)


def test_what_a_thinker_is_shown_is_another_deck_than_the_true_one() -> None:
    scene = Scene("thor odin", at={"hel": 3})
    decks = {tuple(desk(scene.state, 0).imagine(SeededChance(bytes([seed]))).state.deck) for seed in range(4)}
    assert tuple(scene.state.deck) not in decks
    assert len(decks) == 4


def test_the_chance_of_a_moment_is_that_of_games_played_to_their_end() -> None:
    thinker, rng = BOTS["thinker"], random.Random(3)
    assert isinstance(thinker, Team)
    won = Imagined(RULES, Scene("thor odin", at={"hel": 1}, deck=["normal_loki"]).state)
    lost = Imagined(RULES, Scene("thor odin", at=dict.fromkeys(("hel", "surt", "loki", "fenrir"), 7)).state)
    assert [thinker.shares_of(world, 2, rng) for world in (won, lost)] == [[0.5, 0.5], [0.0, 0.0]]
