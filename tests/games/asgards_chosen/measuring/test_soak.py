"""A few games of the long run (`python -m tests.games.asgards_chosen.measuring.soak`), of every setting."""

from __future__ import annotations

import pytest

from engine.core.chance import SeededChance
from tests.games.asgards_chosen.measuring.soak import soak
from tests.games.asgards_chosen.playing import SETTINGS, Setting, positions
from tests.games.asgards_chosen.recount.reading import Reader
from tests.games.asgards_chosen.scene import RULES


@pytest.mark.parametrize("setting", SETTINGS, ids=lambda one: one.name)
def test_random_games_end_keep_their_bounds_replay_equal_and_are_told_whole(setting: Setting) -> None:
    assert len(soak(2, 5000, setting).moves) == 2


@pytest.mark.parametrize("setting", SETTINGS, ids=lambda one: one.name)
def test_a_reader_of_the_log_keeps_the_table_of_greedy_players(setting: Setting) -> None:
    """Their games come to battles, favors and charms that random ones seldom see."""
    chance = SeededChance(b"%s %d" % (setting.name.encode(), 3))  # that of `Setting.begun`
    state, told = RULES.setup(RULES.Options(**setting.options), setting.seats, chance)
    reader = Reader(setting)
    reader.read(told)
    for _, decision, move in positions(setting, 3):
        reader.read(RULES.apply(state, decision.seat, move, chance))
        if state.veil is None:
            reader.same_as(state)
