"""Bots: they see what their seat sees; plain sense wins where chance never does, and thought begins with sense."""

from __future__ import annotations

import random

import pytest

from engine.core.chance import SeededChance
from engine.core.contract import Desk, Imagined
from engine.core.moves import Move
from engine.games.yggdrasil.bots import BOTS, proposals
from engine.games.yggdrasil.bots.choices import sensible
from engine.games.yggdrasil.bots.sense import best_action
from engine.games.yggdrasil.bots.worth import worth
from engine.games.yggdrasil.moves import FightEnemy
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
    values = [worth(RULES.view(Scene("thor odin", at={"hel": space}).state, 0), 0) for space in range(8)]
    assert values == sorted(values, reverse=True)
    over = [Scene("thor odin", at={"hel": 7}).does("end"), Scene("thor odin", deck=["normal_loki"]).does("end")]
    lost, victory = (worth(RULES.view(scene.state, 0), 0) for scene in over)
    assert lost < min(values) < max(values) < victory
