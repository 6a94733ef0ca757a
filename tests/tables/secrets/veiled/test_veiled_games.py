"""Whole games full of battles behind veils: by bots, by mail, proved from their logs."""

from __future__ import annotations

import pytest

from asgard_pbem.simulation import direct
from asgard_pbem.tables.models import Game
from asgard_pbem.tables.reading import logfile, projecting
from engine.log import exported as log
from engine.table import registry
from tests.toys import skirmish

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _skirmish_is_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "games", lambda: {"skirmish": skirmish.game})


@pytest.mark.parametrize("seed", range(4))
def test_bots_play_it_to_the_end_and_its_log_proves_it(seed: int) -> None:
    played = direct.play_directly(key="skirmish", seats=3 + seed % 2, seed=seed, bots=["random", "greedy", "thinker"])
    game = Game.objects.get(pk=played.game)
    assert game.status == Game.Status.OVER
    assert log.verify(logfile.export(game.pk, viewer=None)).complete
    assert list(projecting.differences(game.pk)) == []
