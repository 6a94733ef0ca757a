"""The command that measures teams: it plays what is known least, stops where enough is known, goes on from its log."""

from __future__ import annotations

import sys
from argparse import Namespace
from pathlib import Path

import pytest

from tests.games.teams import Share
from tests.games.yggdrasil import rates
from tests.games.yggdrasil.rates import Game, next_game, read, table

GIVEN = Namespace(bot="greedy", levels=("introductory", "hard"), gods=(1, 2), games=40, ms=1, playouts=0, width=10)


def test_an_interval_holds_the_share_and_narrows_with_games() -> None:
    assert Share(0, 0).interval == (0.0, 1.0)
    assert [round(100 * one) for one in Share(5, 10).interval] == [24, 76]
    assert Share(0, 20).interval[0] == 0.0
    assert 0.13 < Share(0, 20).interval[1] < 0.17
    assert Share(50, 100).width < Share(5, 10).width


def test_the_next_game_is_one_of_the_setting_that_is_known_least() -> None:
    shares = {("introductory", 1): Share(9, 10), ("introductory", 2): Share(7, 9), ("hard", 1): Share(4, 10)}
    assert next_game(GIVEN, shares) == Game("hard", 2, 0, "greedy", 1)
    assert next_game(GIVEN, {**shares, ("hard", 2): Share(3, 12)}) == Game("introductory", 2, 9, "greedy", 1)


def test_what_is_known_well_enough_is_played_no_more() -> None:
    every = {(level, gods): Share(40, 40) for level in GIVEN.levels for gods in GIVEN.gods}
    assert next_game(GIVEN, every) is None
    assert next_game(GIVEN, {**every, ("hard", 2): Share(12, 12)}) == Game("hard", 2, 12, "greedy", 1)
    assert next_game(GIVEN, {**every, ("hard", 2): Share(0, 30)}) is None  # narrower than 10 points


def test_a_run_goes_on_where_the_last_one_stopped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    log = tmp_path / "rates.log"
    command = ["rates", "random", "--levels", "introductory", "--gods", "1", "--log", str(log)]
    for games in ("1", "2"):
        monkeypatch.setattr(sys, "argv", [*command, "--games", games])
        rates.main()
    assert log.read_text() == "introductory 1 lost\n" * 2
    assert read(log) == {("introductory", 1): Share(0, 2)}
    assert capsys.readouterr().out.splitlines()[-1] == table(read(log)).splitlines()[-1]
    assert "0 (0-66; 2)" in table(read(log))
