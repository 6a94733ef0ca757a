"""Logs of old, taken in: played again, told in words, given away again as they came. Their end may be of version 1."""

from __future__ import annotations

from pathlib import Path

import pytest

from asgard_pbem.tables.models import Event, Game
from asgard_pbem.tables.reading import checking, history, logfile, telling
from asgard_pbem.tables.store import loading
from engine.table import registry
from tests.tables.conftest import INSTALLED
from tests.toys import toy

HOME = Path(__file__).resolve().parents[2] / "golden" / "logs"
WHOLE = sorted(path for path in HOME.glob("*.log") if not path.stem.endswith("_view"))
pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("path", WHOLE, ids=lambda path: path.stem)
def test_a_log_of_old_is_taken_in_told_and_given_away_again(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "games", lambda: {**INSTALLED(), toy.game.key: toy.game})
    game = logfile.load(path.read_bytes())
    found = checking.check(game.pk)
    assert (found.faults, found.incomplete) == ([], False)
    assert logfile.export(game.pk, viewer=None) == path.read_bytes()
    kept = Game.objects.get(pk=game.pk)
    end = Event.objects.get(game=game, kind="game_ended")
    assert kept.winners == end.payload["winners"]
    loading.shelf.clear()
    for viewer in (None, 0):
        words = history.words(kept, "ru")
        told = [telling.told(entry, words) for entry in history.history(game.pk, viewer)]
        assert len(told) == kept.moment
        assert all(told)
    table = history.table_now(game.pk)
    result = table.rules.result(table.state) if table.state is not None else None
    assert result is None or words.result(result)
