"""Every battle that the log tells is counted again by rules.md alone: strengths, who wins, losses, rewards.

Games are rich: half of the gods are replaced by creatures and items of the second deck, so that abilities meet.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from engine.core.chance import SeededChance
from engine.core.flow.veil import Aside
from engine.core.happenings import Happening
from engine.games.asgards_chosen.data import SORT
from engine.games.asgards_chosen.happenings import clashes
from engine.games.asgards_chosen.state import State
from tests.games.asgards_chosen.measuring.soak import MOST, drawn
from tests.games.asgards_chosen.playing import BY_NAME, SETTINGS, Setting
from tests.games.asgards_chosen.recount.referee import Referee
from tests.games.asgards_chosen.scene import RULES


def enrich(state: State, rng: random.Random) -> None:
    """The gods go into the box."""
    pool = [card for card in state.later if SORT[card] != "event"]
    rng.shuffle(pool)
    for pile in (*state.hands, *state.draws):
        for at, card in enumerate(pile):
            if pool and rng.random() < 0.5:
                pile[at] = pool.pop()
                state.later.remove(pile[at])
                state.box.append(card)


def rich(setting: Setting, seed: int) -> Iterator[Happening]:
    """What is told of such a game, in which players seldom pass or decline."""
    rng, chance = random.Random(seed), SeededChance(b"recount %d" % seed)
    state, out = RULES.setup(RULES.Options(**setting.options), setting.seats, chance)
    enrich(state, rng)
    for _ in range(MOST):
        yield from out
        asked = [one for one in RULES.decisions(state) if one.waits]
        if not asked:
            return
        decision = rng.choice(asked)
        move = RULES.forced(state, decision) or drawn(state, decision, rng, seldom_quiet=True)
        out = RULES.apply(state, decision.seat, move, chance)


@pytest.mark.parametrize("setting", SETTINGS, ids=lambda one: one.name)
@pytest.mark.parametrize("seed", range(2))
def test_each_battle_comes_to_what_the_rules_say(setting: Setting, seed: int) -> None:
    referee = Referee(setting)
    referee.read(rich(setting, seed))
    referee.settled()
    assert referee.battles


# --- And the referee does not let everything pass ---------------


def whole(one: Happening) -> Any:
    return one.what if isinstance(one, Aside) else one


def altered(told: list[Happening], at: int, what: Happening | None) -> list[Happening]:
    """The log with another happening in this place, or none."""
    old = told[at]
    new = [] if what is None else [replace(old, what=what) if isinstance(old, Aside) else what]
    return [*told[:at], *new, *told[at + 1 :]]


WRONG: dict[type[Happening], list[dict[str, Any] | None]] = {
    clashes.MilitiaRevealed: [{"power": 99}],
    clashes.CardFights: [{"power": 99}],
    clashes.StepEnded: [{"attack": 99}, {"defence": 99}],
    clashes.BattleDecided: [{"attack": 99}, {"defence": 99}, {"won": None}],
    clashes.TerritoryTaken: [None, {"territory": "S1a"}],
    clashes.HeroVanquished: [None],
    clashes.HeroRebuked: [None],
    clashes.EnemyRises: [None],
}


@pytest.mark.parametrize("name", ["standard, 2", "solitaire"])
@pytest.mark.parametrize("kind", WRONG, ids=lambda one: one.kind)
def test_a_log_that_tells_it_otherwise_is_refused(name: str, kind: type[Happening]) -> None:
    told = list(rich(BY_NAME[name], 0))
    public = [at for at, one in enumerate(told) if not isinstance(one, Aside) or one.to is None]
    places = [at for at in public if type(whole(told[at])) is kind and _counts(whole(told[at]))]
    for wrong in WRONG[kind] if places else ():
        one = whole(told[places[-1]])
        change = {field: not one.won if value is None else value for field, value in (wrong or {}).items()}
        log = altered(told, places[-1], None if wrong is None else replace(one, **change))
        referee = Referee(BY_NAME[name])
        with pytest.raises((AssertionError, KeyError)):  # noqa: PT012  the last may be missed only at the end
            referee.read(log)
            referee.settled()


def _counts(one: Any) -> bool:
    """Whether something was lost: where nobody was, an enemy marker comes without a battle."""
    return not isinstance(one, clashes.EnemyRises) or one.lost_by is not None
