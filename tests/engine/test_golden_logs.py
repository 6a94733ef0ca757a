"""Logs that left the service long ago: what was a proof then stays one. `tests/golden/logs` is never written anew."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.log import exported as log
from engine.table import registry
from tests.toys import toy

HOME = Path(__file__).resolve().parents[1] / "golden" / "logs"
WHOLE = sorted(path for path in HOME.glob("*.log") if not path.stem.endswith("_view"))
INSTALLED = registry.games()


@pytest.fixture(autouse=True)
def _toy_is_installed_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "games", lambda: {**INSTALLED, toy.game.key: toy.game})


@pytest.mark.parametrize("path", WHOLE, ids=lambda path: path.stem)
def test_a_whole_log_of_old_still_proves_itself(path: Path) -> None:
    report = log.verify(path.read_bytes())
    assert report.complete
    assert report.checked == "chain, commitment, every draw, every move, result"


def test_what_one_viewer_was_told_of_old_still_proves_itself() -> None:
    assert log.verify((HOME / "v1_toy_view.log").read_bytes()).events > 0


def test_what_players_added_of_old_is_found_in_the_report() -> None:
    report = log.verify((HOME / "v1_toy.log").read_bytes())
    assert [bool(added) for added in report.added] == [True, True, False]
