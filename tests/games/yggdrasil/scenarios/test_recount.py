"""Whole games under the eyes of a referee. They begin with three Giants of each rune defeated: runes are completed."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from engine.core.chance import SeededChance
from engine.core.contract import Imagined
from engine.core.happenings import Happening
from engine.games.yggdrasil.bots.choices import sensible
from engine.games.yggdrasil.data import GIANT
from engine.games.yggdrasil.state import State
from tests.games.yggdrasil.scenarios.referee import CHAIN, ENEMIES, RUNES, Referee
from tests.games.yggdrasil.scene import RULES


def near_runes(state: State, rng: random.Random) -> None:
    """Three parts of each rune, two Vikings for each god, Enemies and the Vanir somewhere."""
    for parts in RUNES.values():
        for code in rng.sample(parts, 3):
            state.pile.remove(GIANT[code])
            state.defeated.append(GIANT[code])
    state.spaces[:] = [rng.choice((0, 1, 1, 2, 2)) for _ in ENEMIES]
    state.vanir = rng.randint(1, 5)
    state.vikings[:] = [2] * state.seats
    state.bag_vikings[CHAIN.index("black")] -= 2 * state.seats


def played(
    state: State, begun: list[Happening], rng: random.Random, chance: SeededChance, wise: float
) -> Iterator[Happening]:
    yield from begun
    while asked := RULES.decisions(state):
        move = RULES.forced(state, asked[0])
        if move is None and rng.random() < wise:
            move = sensible(Imagined(RULES, state), asked[0], rng)
        elif move is None:
            found = [RULES.menu(state, asked[0]).random(rng) for _ in range(6)]
            move = next((one for one in found if one.kind != "end"), found[0])
        yield from RULES.apply(state, asked[0].seat, move, chance)


@pytest.mark.parametrize("seats", range(1, 7))
@pytest.mark.parametrize("level", ["introductory", "standard", "ragnarok"])
@pytest.mark.parametrize("wise", [0.0, 0.85], ids=["eager", "wiser"])
def test_every_step_is_legal_and_does_what_the_rules_say(seats: int, level: str, wise: float) -> None:
    rng, chance = random.Random(seats), SeededChance(b"referee %d" % seats)
    state, begun = RULES.setup(RULES.Options(difficulty=level), seats, chance)
    near_runes(state, rng)
    referee = Referee(state)
    for one in played(state, begun, rng, chance, wise):
        referee.read(one)
    assert (referee.stock, referee.dead) == (
        [list(own) for own in zip(state.vikings, state.elves, strict=True)],
        state.dead,
    )
    assert referee.bag == {code: [state.bag_vikings[at], state.bag_fires[at]] for at, code in enumerate(CHAIN)}
