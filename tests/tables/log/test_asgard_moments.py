"""Asgard from any moment: forks show their makers what they saw, what was undone is as before, exports verify."""

from __future__ import annotations

import random
from pathlib import Path
from uuid import uuid4

import pytest

from asgard_pbem.tables import services
from asgard_pbem.tables.models import Game, Player
from asgard_pbem.tables.reading import history, logfile, projecting
from engine.__main__ import main as engine
from engine.table import registry
from engine.table.table import Table
from tests.tables.conftest import INSTALLED
from tests.tables.log.test_real_games import open_table, play_wildly

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _all_are_installed(_toy_is_installed: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "games", INSTALLED)


def begins(game: Game) -> Table:
    """The table as it was when play began; what nobody has to decide has happened since."""
    tables = (history.table_at_moment(game.pk, moment) for moment in range(1, Game.objects.get(pk=game.pk).moment + 1))
    return next(table for table in tables if table.state is not None)


def test_a_fork_from_any_moment_is_what_its_maker_saw_then(people: list[Player]) -> None:
    game = open_table("asgard", people[:2], 3)
    play_wildly(game, people, random.Random(3), 90)
    last = Game.objects.get(pk=game.pk).moment
    for moment in random.Random(3).sample(range(5, last), 7):
        for seat in (0, 1):
            fork = services.fork(game.pk, moment=moment, viewer=seat, player=people[seat], cause=uuid4())
            then, now = history.table_at_moment(game.pk, moment), begins(fork)
            assert now.rules.view(now.state, seat) == then.rules.view(then.state, seat)
            assert list(projecting.differences(fork.pk)) == []


def test_what_is_taken_back_is_as_it_was(people: list[Player]) -> None:
    game = open_table("asgard", people[:2], 4)
    rng, undone = random.Random(4), 0
    for _ in range(120):
        pending = history.table_now(game.pk).pending()
        if not pending:
            break
        decision = rng.choice(pending)
        seat, table = decision.seat, history.table_now(game.pk)
        before = table.state.copy()
        move = rng.choice([move for _, _, move in table.rules.menu(table.state, decision).leaves()])
        sent = {"seat": seat, "player": people[seat]}
        services.submit_move(game.pk, **sent, move=move.model_dump(mode="json"), cause=uuid4())
        if history.may_undo(game.pk, seat) and rng.random() < 0.5:
            services.undo(game.pk, **sent, cause=uuid4())
            undone += 1
            assert history.table_now(game.pk).state == before
    assert undone > 5
    assert list(projecting.differences(game.pk)) == []


def test_an_exported_game_is_verified_by_the_program(
    people: list[Player], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = open_table("asgard", people[:2], 6)
    rng = random.Random(6)
    while Game.objects.get(pk=game.pk).status == Game.Status.RUNNING:
        play_wildly(game, people, rng, 50)
    file = tmp_path / "asgard.jsonl"
    file.write_bytes(logfile.export(game.pk, viewer=None))
    assert engine(["verify", str(file)]) == 0
    assert "asgard" in capsys.readouterr().out
    file.write_bytes(file.read_bytes().replace(b'"asgard"', b'"aesir"', 1))
    assert engine(["verify", str(file)]) == 1
