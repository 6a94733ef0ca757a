"""The clock: what renews a deadline and what does not, and that no game that fails stops it."""

from __future__ import annotations

import io
from dataclasses import replace
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from asgard_pbem.bots.tasks import play_bots
from asgard_pbem.tables import notify, services, tasks
from asgard_pbem.tables.guards import aside
from asgard_pbem.tables.models import Game, OpenDecision, Outbox, Player, SetAside
from asgard_pbem.tables.services.playing import clock
from asgard_pbem.tables.store import loading, rows
from engine.core.chance import ChanceMismatch
from engine.core.decisions import Decision
from tests.tables.conftest import OpenToy, Standing, lay
from tests.toys import toy

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)


# --- Deadlines ---------------


def test_who_is_asked_the_same_anew_gets_a_prompt_and_a_fresh_deadline(
    open_toy: OpenToy, people: list[Player], standing: Standing, monkeypatch: pytest.MonkeyPatch
) -> None:
    """T4: the last player with discs in phase 3 is asked the same after each of them, with everybody looking on."""
    one = Decision(0, "commit")
    monkeypatch.setattr(toy.HighestCard, "decisions", lambda self, state: (one,))
    monkeypatch.setattr(toy.HighestCard, "apply", lambda self, state, seat, move, chance: [toy.Boasted(seat)])
    game = open_toy(2, days_per_decision=2)
    asked = OpenDecision.objects.get(game=game)
    standing.time += DAY
    services.submit_orders(game.pk, seat=0, player=people[0], lines=["boast"], cause=uuid4())
    again = OpenDecision.objects.get(game=game)
    assert again.key == asked.key
    assert asked.deadline is not None
    assert again.deadline == asked.deadline + DAY
    prompts = Outbox.objects.filter(game=game, seat=0, purpose="prompt").values_list("prompt", flat=True)
    assert sorted(prompts) == [asked.prompt, again.prompt]


def test_an_absence_after_the_deadline_does_not_move_it(
    open_toy: OpenToy, people: list[Player], standing: Standing
) -> None:
    """T5: whoever has let the time run out does not get it back by going away."""
    game, now, asked = open_toy(2, days_per_decision=2), timezone.now(), standing.time
    services.set_absence(people[0], since=now - DAY, until=now + 5 * DAY)
    assert OpenDecision.objects.get(game=game, seat=0).deadline == asked + 2 * DAY
    gone = rows.Holder(0, people[0].pk, "", "", "", asked + DAY, now)  # away before it ran out: the rest comes after
    assert rows.deadline(asked, 2, gone) == now + DAY


def test_what_is_asked_late_in_a_turn_leaves_a_quarter_of_the_time_and_rests_count_for_neither() -> None:
    """Four days for a turn: a day for what comes up in its last hours, but two more for the whole of it at most."""
    asked = timezone.now()

    def due(late: timedelta, *rest: timedelta) -> timedelta | None:
        rests = [(asked + rest[0], asked + rest[1])] if rest else []
        found = rows.deadline(asked, 4, None, asked_at=asked + late, rests=rests)
        return found and found - asked

    assert due(2 * DAY) == 4 * DAY
    assert due(3.5 * DAY) == 4.5 * DAY
    assert due(5.5 * DAY) == 6 * DAY
    assert due(3.5 * DAY, 4 * DAY, 9 * DAY) == 9.5 * DAY  # half a day was left when the table came to rest
    assert due(5.5 * DAY, 5.75 * DAY, 9.75 * DAY) == 10 * DAY  # and here a quarter


def test_a_question_that_changes_is_not_reminded_of_twice(open_toy: OpenToy, people: list[Player]) -> None:
    """T9: an answer laid and taken back leaves the question as old as it was."""
    game = open_toy(2, days_per_decision=4)
    late = timezone.now() + timedelta(days=3, hours=1)
    assert services.remind(late) == 2
    lay(game, 0, people[0])
    services.undo(game.pk, seat=0, player=people[0], cause=uuid4())
    assert OpenDecision.objects.get(game=game, seat=0).reminded_at == late
    assert services.remind(late) == 0


@pytest.mark.parametrize("without", [{"reminders": False}, {"practice": True}])
def test_nobody_is_reminded_where_the_table_wants_it_so_or_for_practice(
    without: dict[str, bool], open_toy: OpenToy
) -> None:
    game, late = open_toy(2, days_per_decision=4), timezone.now() + timedelta(days=3, hours=1)
    Game.objects.filter(pk=game.pk).update(**without)
    assert services.remind(late) == 0
    Game.objects.filter(pk=game.pk).update(reminders=True, practice=False)
    assert services.remind(late) == 2


# --- Games that fail ---------------


@pytest.fixture
def broken(monkeypatch: pytest.MonkeyPatch) -> set[Any]:
    """Ids of games that cannot be loaded."""
    ids: set[Any] = set()
    load = loading.load

    def fail_for_some(row: rows.GameRow) -> loading.Loaded:
        if row.id in ids:
            raise ChanceMismatch("the log does not replay")
        return load(row)

    monkeypatch.setattr(loading, "load", fail_for_some)
    return ids


def test_failing_games_that_are_due_before_all_others_do_not_stop_them(
    open_toy: OpenToy, broken: set[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """More of their questions than one call takes up."""
    monkeypatch.setattr(clock, "AT_ONCE", 4)
    games = [open_toy(2, days_per_decision=1) for _ in range(4)]
    sound = games.pop()
    broken |= {game.pk for game in games}
    late = timezone.now() + 2 * DAY
    assert services.play_time_outs(late) == 0
    assert services.play_time_outs(late + timedelta(seconds=30)) == 2
    assert sound.events.filter(kind="move_made").count() == 2
    assert SetAside.objects.count() == 3


def test_a_failing_game_is_tried_again_after_ever_longer_pauses_until_it_goes_on(
    open_toy: OpenToy, broken: set[Any]
) -> None:
    game, now = open_toy(2, days_per_decision=1), timezone.now() + 2 * DAY
    broken.add(game.pk)
    pauses = []
    for _ in range(12):
        assert services.play_time_outs(now) == 0
        row = SetAside.objects.get(game=game)
        pauses.append(row.next_try_at - now)
        assert services.play_time_outs(row.next_try_at - timedelta(seconds=1)) == 0
        assert SetAside.objects.get(game=game).failures == row.failures
        now = row.next_try_at
    assert pauses[:3] == [timedelta(minutes=1), timedelta(minutes=2), timedelta(minutes=4)]
    assert pauses[-1] == aside.LONGEST_PAUSE
    assert row.place.startswith("ChanceMismatch at ")
    assert "fail_for_some" in row.place
    broken.clear()
    assert services.play_time_outs(now) == 2
    assert not SetAside.objects.exists()


def test_a_try_counts_before_it_is_made_because_it_may_end_the_process(open_toy: OpenToy) -> None:
    game, now = open_toy(2, days_per_decision=1), timezone.now() + 2 * DAY
    assert aside.attempt(game.pk, now)
    assert not aside.attempt(game.pk, now)  # another worker's beat
    assert services.play_time_outs(now) == 0
    assert services.play_time_outs(now + timedelta(minutes=1)) == 2


def test_what_ends_its_process_again_and_again_waits_until_somebody_has_looked(open_toy: OpenToy) -> None:
    """A failure that is noted is none of these: it is tried again for as long as it lasts."""
    game, now = open_toy(2, days_per_decision=1), timezone.now() + 2 * DAY
    for _ in range(aside.MOST_DEATHS):
        assert aside.attempt(game.pk, now)
        now += aside.LONGEST_PAUSE
    assert not aside.attempt(game.pk, now)
    assert not aside.attempt(game.pk, now, beside=2)
    assert services.play_time_outs(now) == 0
    call_command("retry", str(game.pk))
    with pytest.raises(CommandError, match="is not set aside"):
        call_command("retry", str(game.pk))
    assert services.play_time_outs(now) == 2


def test_all_that_is_set_aside_is_tried_again_at_once_by_one_word(
    open_toy: OpenToy, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = [open_toy(2), open_toy(2)]
    for game in games:
        assert aside.attempt(game.pk, timezone.now())
        aside.failed(game.pk, ZeroDivisionError(), doing="a test")
    told: list[tuple[str, str]] = []
    monkeypatch.setattr(notify, "tell", lambda name, game: told.append((name, game)))
    for count in (2, 0):
        call_command("retry", stdout=(out := io.StringIO()))
        assert out.getvalue() == f"Games that are tried again: {count}.\n"
    assert sorted(told) == sorted((notify.PLAY_BOTS, str(game.pk)) for game in games)
    assert not SetAside.objects.exists()


@pytest.mark.tampers
def test_a_try_that_ended_with_its_process_when_all_was_done_is_forgotten(
    open_toy: OpenToy, people: list[Player]
) -> None:
    """Or its table would be called stuck for ever: nobody tries what nobody waits for."""
    done, due = open_toy(2, days_per_decision=1), open_toy(2, days_per_decision=1)
    begun = timezone.now() - timedelta(minutes=2)
    for game in (done, due):
        assert aside.attempt(game.pk, begun)  # and the process is killed before it says that it succeeded
    OpenDecision.objects.filter(game=due).update(deadline=begun)  # nobody has played it
    assert tasks.forget_tries() == 0  # it may still be at work
    SetAside.objects.update(next_try_at=begun)
    assert tasks.forget_tries() == 1
    assert [row.pk for row in SetAside.objects.all()] == [due.pk]
    aside.failed(due.pk, ZeroDivisionError(), doing="a test")
    services.close_table(due.pk, by=None, cause=uuid4())
    assert tasks.forget_tries() == 1


def test_what_ended_many_processes_is_not_forgotten_before_somebody_has_looked(open_toy: OpenToy) -> None:
    game = open_toy(2)
    SetAside.objects.create(
        game=game, failures=8, deaths=aside.MOST_DEATHS, next_try_at=timezone.now() - DAY, since=timezone.now() - DAY
    )
    assert tasks.forget_tries() == 0  # it waits until somebody has looked


def test_several_may_be_at_the_bots_of_one_game_until_one_of_them_has_failed(open_toy: OpenToy) -> None:
    game, now = open_toy(2, days_per_decision=1), timezone.now()
    assert [aside.attempt(game.pk, now, beside=2) for _ in range(5)] == [True, True, True, False, False]
    aside.succeeded(game.pk)
    assert aside.attempt(game.pk, now, beside=2)
    aside.failed(game.pk, ZeroDivisionError(), doing="a test")
    assert not aside.attempt(game.pk, now, beside=2)


def test_a_game_whose_bots_fail_is_passed_over_by_the_sweep_for_a_while(
    people: list[Player], standing: Standing, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Failing(toy.ToyBot):
        def move(self, desk: Any, rng: Any) -> Any:
            raise ZeroDivisionError

    game = services.open_table(opened_by=people[0], key="highest_card", seats=2, cause=uuid4(), bots={1: "greedy"})
    assert tasks.games_waiting_for_bots() == [game.pk]
    with monkeypatch.context() as patch:
        bots = {"greedy": Failing(), "random": Failing()}
        patch.setattr("asgard_pbem.bots.driver.find_game", lambda key: replace(toy.game, bots=bots))
        assert play_bots(str(game.pk)) == 0
    assert tasks.games_waiting_for_bots() == []
    assert SetAside.objects.get(game=game).place.startswith("ZeroDivisionError at ")
    SetAside.objects.update(next_try_at=timezone.now())
    assert tasks.games_waiting_for_bots() == [game.pk]
    assert play_bots(str(game.pk)) == 1
    assert not SetAside.objects.exists()
    assert Game.objects.get(pk=game.pk).head_seq > game.head_seq
