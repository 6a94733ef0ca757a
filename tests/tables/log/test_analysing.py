"""Winning chances are estimated after the end only, in slices that may be lost or doubled, from what is public."""

from __future__ import annotations

import random
from contextlib import nullcontext
from uuid import UUID

import pytest
from django.core.management import CommandError, call_command
from pytest_django import DjangoCaptureOnCommitCallbacks, Settings

from asgard_pbem.simulation import direct as simulation
from asgard_pbem.tables import notify, tasks
from asgard_pbem.tables.models import Analysis, Game
from asgard_pbem.tables.reading import analysing, history
from engine.core.chance import SeededChance
from engine.table.analysis import Estimate, play_out, turning_points

pytestmark = pytest.mark.django_db


@pytest.fixture
def quick(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.ANALYSIS_SLICE_MS = 1
    monkeypatch.setattr(analysing, "PLAYOUTS", 2)
    monkeypatch.setattr(analysing, "MOMENTS", 5)


def ended() -> Game:
    """A game that bots have played to its end."""
    played = simulation.play_directly(key="highest_card", seats=2, seed=3, bots=["greedy", "random"])
    return Game.objects.get(pk=UUID(played.game))


@pytest.mark.usefixtures("quick")
def test_slices_come_one_after_the_other_until_all_is_done(told: list[tuple[str, ...]]) -> None:
    game = ended()
    for _ in range(100):
        told.clear()
        tasks.analyse(str(game.pk))
        if not told:
            break
        assert told == [(notify.ANALYSE, str(game.pk))]
        assert analysing.of(game) == {}  # nothing half done is shown
    points = analysing.of(game)
    assert 2 <= len(points) <= 5
    assert all(one.playouts == 2 for one in points.values())
    assert all(sum(one.chances) == pytest.approx(1) for one in points.values())
    tasks.analyse(str(game.pk))
    assert not told
    assert analysing.of(game) == points


@pytest.mark.usefixtures("quick")
def test_what_is_dropped_or_broken_off_comes_out_the_same() -> None:
    game = ended()
    analysing.whole(game.pk)
    points = analysing.of(game)
    assert analysing.whole(game.pk) is not None
    assert analysing.of(game) == points
    Analysis.objects.all().delete()
    assert analysing.of(game) == {}
    assert analysing.work(game.pk)


def test_a_game_takes_no_more_time_than_it_may(settings: Settings) -> None:
    settings.ANALYSIS_SECONDS, settings.ANALYSIS_SLICE_MS = 1, 300
    game = ended()
    slices = 1
    while analysing.work(game.pk):
        slices += 1
    assert slices <= 1 + 1000 // 300
    assert Analysis.objects.get(pk=game.pk).done
    settings.ANALYSIS_SECONDS = 0
    assert analysing.whole(game.pk) is None


@pytest.mark.usefixtures("quick")
def test_two_workers_at_once_count_nothing_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    game = ended()
    analysing.work(game.pk)
    slice_, before = analysing._slice, Analysis.objects.get(pk=game.pk)

    def overtaken(*given: object) -> None:
        monkeypatch.setattr(analysing, "_slice", slice_)
        analysing.work(game.pk)
        slice_(*given)  # type: ignore[arg-type]

    monkeypatch.setattr(analysing, "_slice", overtaken)
    assert not analysing.work(game.pk)  # whoever came later goes on
    kept = analysing.read(Analysis.objects.get(pk=game.pk))
    assert sum(one.playouts for one in kept.values()) == 1 + sum(
        one.playouts for one in analysing.read(before).values()
    )


@pytest.mark.tampers
def test_a_running_game_is_never_analysed() -> None:
    """It would be advice."""
    game = ended()
    Analysis.objects.create(game=game, rules_version=game.rules_version, done=True, points=[[2, 1, [1, 0], [1, 0]]])
    assert analysing.of(game)
    Game.objects.filter(pk=game.pk).update(status=Game.Status.RUNNING)
    game.refresh_from_db()
    assert analysing.of(game) == {}
    assert not analysing.work(game.pk)
    with pytest.raises(CommandError, match="ended"):
        call_command("analyse", str(game.pk))


@pytest.mark.usefixtures("quick")
def test_the_end_of_a_game_queues_its_analysis_once(
    told: list[tuple[str, ...]],
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(notify, "quietly", nullcontext)
    loud = notify._quiet.set(False)
    with django_capture_on_commit_callbacks(execute=True):
        game = ended()
    notify._quiet.reset(loud)
    assert told.count((notify.ANALYSE, str(game.pk))) == 1


@pytest.mark.usefixtures("quick")
def test_a_game_that_cannot_be_played_out_is_tried_once(monkeypatch: pytest.MonkeyPatch) -> None:
    game = ended()

    def fails(*_: object) -> list[float]:
        raise ZeroDivisionError

    monkeypatch.setattr(analysing, "play_out", fails)
    with pytest.raises(ZeroDivisionError):
        analysing.work(game.pk)
    assert not analysing.work(game.pk)
    assert analysing.of(game) == {}


def test_what_is_hidden_changes_no_estimate() -> None:
    """Tables that a spectator cannot tell apart have the same chances, playout by playout."""
    game = ended()
    table = history.table_at_moment(game.pk, 4)
    other = table.copy()
    other.state = table.rules.redeal(table.state, None, SeededChance(b"other"))
    spread = Estimate(), Estimate()
    for number in range(40):
        for one, estimate in zip((table, other), spread, strict=True):
            estimate.add(play_out(one, random.Random(number)))
    errors = zip(spread[0].errors, spread[1].errors, strict=True)
    apart = [abs(a - b) for a, b in zip(spread[0].chances, spread[1].chances, strict=True)]
    assert all(one < 4 * (a + b) for one, (a, b) in zip(apart, errors, strict=True))


def test_bots_have_whims_in_an_analysis() -> None:
    """Where everybody always did the same an open game would look decided."""
    game = ended()
    table = history.table_at_moment(game.pk, 4)
    assert len({tuple(play_out(table, random.Random(number))) for number in range(40)}) > 1


def test_turning_points_are_larger_than_chance() -> None:
    def level(chance: float, playouts: int) -> Estimate:
        won = chance * playouts
        return Estimate(playouts, [won, playouts - won], [won, playouts - won])

    few = {1: level(0.5, 4), 5: level(0.75, 4)}
    assert turning_points(few) == []
    many = {1: level(0.4, 400), 5: level(0.68, 400), 9: level(0.7, 400)}
    (turn,) = turning_points(many)
    assert (turn.since, turn.moment, turn.before, turn.after) == (1, 5, 40, 68)


@pytest.mark.usefixtures("quick")
def test_the_command_tells_the_figures(capsys: pytest.CaptureFixture[str]) -> None:
    game = ended()
    call_command("analyse", str(game.pk))
    lines = [line.split("\t") for line in capsys.readouterr().out.splitlines() if "\t" in line]
    assert len(lines) >= 2
    assert all(len(line) == 4 and line[1] == "2" for line in lines)
