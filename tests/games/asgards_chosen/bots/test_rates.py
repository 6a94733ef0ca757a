"""The commands that measure: win rates go on from their log, a profile shows that every part of the game is played."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.games.asgards_chosen.measuring import rates
from tests.games.asgards_chosen.measuring.profile import profile
from tests.games.asgards_chosen.measuring.rates import read, table
from tests.games.asgards_chosen.playing import BY_NAME


def test_a_run_goes_on_where_the_last_one_stopped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    log = tmp_path / "rates.log"
    for games in ("1", "2"):
        command = ["rates", "random", "--settings", "coop", "--games", games, "--log", str(log)]
        monkeypatch.setattr(sys, "argv", command)
        rates.main()
    assert log.read_text() == "coop lost\n" * 2
    assert capsys.readouterr().out.splitlines()[-1] == table(read(log)) == "| coop | 0 (0-66; 2) |"


def test_greedy_wins_a_fair_share_together() -> None:
    """Of 300 games each: docs/games/asgards_chosen.md."""
    assert sum(rates.won(BY_NAME["coop"], number, "greedy") for number in range(16)) >= 4
    assert sum(rates.won(BY_NAME["solitaire, scattered"], number, "greedy") for number in range(10)) >= 8


LEAST: dict[str, dict[str, float]] = {
    "standard, 4": {
        "battles: attacks": 4, "battles: won by the attacker": 3, "battles: on others": 1,
        "battles: others beaten": 0.7,
        "land taken: terrains": 2, "land taken from others": 0.5, "favors": 2, "faery rings used": 0.2,
        "mustered: creatures": 1, "mustered: items": 0.05, "played: berserk": 1, "played: defend": 0.3,
        "abilities used": 0.1, "god: thor": 0.2, "god: tyr": 0.4, "god: freyja": 0.1, "god: loki": 0.1,
        "god: freyr": 0.2, "god: heimdall": 0.2, "god: hel": 0.4, "gods appeased": 3.5, "markers at the end": 2.5,
    },
    "solitaire": {
        "battles: attacks": 5, "battles: won by the attacker": 3, "battles: events beaten": 0.5, "favors": 3,
        "mustered: creatures": 3, "mustered: items": 0.3, "abilities used": 0.5, "god: frigg": 0.4, "gods appeased": 6,
    },
    "coop": {"battles: attacks": 2, "mustered: creatures": 3, "charms": 0.5, "god: odin": 0.01, "gods appeased": 3},
}  # fmt: skip


@pytest.mark.parametrize("name", LEAST)
def test_greedy_plays_the_whole_game(name: str) -> None:
    """Means per player and game of what it does."""
    found = profile("greedy", 8, BY_NAME[name])
    assert {what: found.get(what, 0.0) for what, least in LEAST[name].items() if found.get(what, 0.0) < least} == {}
    assert found["paid too much"] < 3
    assert found["rounds"] < 16
