"""What runs by the clock: once when it is due, however often it is told; and never by a clock that has leapt."""

from __future__ import annotations

import logging
import re
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Any

import pytest
from celery.exceptions import SoftTimeLimitExceeded
from django.db import connection
from django.db.models import F
from django.utils import timezone
from django.utils.module_loading import import_string

from asgard_pbem.alerts import keys
from asgard_pbem.alerts import tasks as alert_tasks
from asgard_pbem.mail import tasks as mail_tasks
from asgard_pbem.serving import rounds
from asgard_pbem.tables import notify, services, tasks
from asgard_pbem.tables.guards import pulse
from asgard_pbem.tables.models import Game, OpenDecision, Player, Pulse
from asgard_pbem.tables.store.keeping import forgetting
from asgard_pbem.web import tasks as web_tasks
from tests.tables.conftest import OpenToy

pytestmark = [pytest.mark.django_db, pytest.mark.tampers]
DAY = timedelta(days=1)


@pytest.fixture
def late(open_toy: OpenToy, people: list[Player]) -> Game:
    """A table at which somebody's time is up."""
    game = open_toy(2, days_per_decision=1)
    OpenDecision.objects.filter(game=game).update(deadline=F("deadline") - 2 * DAY)
    Game.objects.filter(pk=game.pk).update(days_per_decision=1)
    return game


def shift(name: str, by: timedelta) -> None:
    """As if `name` had last run so much later (or earlier) than it did."""
    Pulse.objects.filter(pk=name).update(at=F("at") + by)


def test_of_many_messages_that_waited_behind_an_outage_one_sweeps() -> None:
    swept = [tasks.sweep() for _ in range(20)]
    assert [bool(one) for one in swept] == [True] + 19 * [False]
    shift("sweep", -tasks.SWEPT_LATELY)
    assert tasks.sweep()


def test_a_time_of_the_future_stops_no_sweep() -> None:
    assert tasks.sweep()
    shift("sweep", 8 * DAY)
    assert tasks.sweep()


def test_a_sign_of_life_of_the_future_is_put_right_by_the_next_one() -> None:
    """Else whoever gave it, by a clock that was wrong, would seem to live for so long after its end."""
    pulse.live("beat")
    shift("beat", 8 * DAY)
    pulse.live("beat")
    last = pulse.last("beat")
    assert last is not None
    assert abs(timezone.now() - last) < timedelta(seconds=20)


def test_the_first_tick_ever_plays_and_so_does_the_next() -> None:
    assert tasks.tick_deadlines() != {}
    assert tasks.tick_deadlines() != {}


@pytest.mark.parametrize("off", [2 * pulse.SKEW, -2 * pulse.SKEW, 8 * DAY])
def test_a_worker_whose_clock_is_wrong_plays_for_nobody(
    off: timedelta, late: Game, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    right = timezone.now
    monkeypatch.setattr(timezone, "now", lambda: right() + off)
    with caplog.at_level(logging.ERROR):
        assert tasks.tick_deadlines() == {}
    assert "clock is" in caplog.text
    assert OpenDecision.objects.filter(game=late, answered=False).exists()


@pytest.mark.parametrize("by", [-8 * DAY, -2 * pulse.LEAP, 8 * DAY])
def test_after_a_leap_or_an_outage_time_outs_wait_until_people_could_look(by: timedelta, late: Game) -> None:
    assert tasks.tick_deadlines() != {}
    shift("clock", by)
    held = [tasks.tick_deadlines() for _ in range(3)]
    assert held == [{}, {}, {}]
    Pulse.objects.update(hold_until=F("hold_until") - pulse.SETTLE)
    assert tasks.tick_deadlines() != {}


FORGETS = (
    tasks.forget_old, tasks.settle_games, mail_tasks.forget_old_mail, mail_tasks.purge_raw,
    alert_tasks.forget_old_calls, web_tasks.end_old_sessions,
)  # fmt: skip


def forgotten() -> int:
    """How many of those that throw away have begun, when all are told to."""
    Pulse.objects.exclude(pk="clock").delete()
    for one in FORGETS:
        one()
    return Pulse.objects.exclude(pk="clock").count()


@pytest.mark.parametrize("off", [2 * pulse.SKEW, -2 * pulse.SKEW, 400 * DAY])
def test_a_worker_whose_clock_is_wrong_throws_nothing_away(
    off: timedelta, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """One that was 400 days ahead for a minute once emptied every mail of the service."""
    by_name = [
        task for each in rounds.TASKS.values() for task in each if re.search(r"\.(forget|purge|settle|end)_", task)
    ]
    assert {one.name for one in FORGETS} == {f"asgard_pbem.{name}" for name in by_name}
    assert forgotten() == len(FORGETS)
    right = timezone.now
    monkeypatch.setattr(timezone, "now", lambda: right() + off)
    assert forgotten() == 0
    assert "clock is" in caplog.text


@pytest.mark.parametrize("by", [-2 * pulse.LEAP, 8 * DAY])
def test_after_a_leap_nothing_is_thrown_away_until_people_could_look(by: timedelta, settings: Any) -> None:
    settings.EMBEDDED = False
    tasks.tick_deadlines()
    assert forgotten() == len(FORGETS)
    shift("clock", by)
    assert forgotten() == 0  # before the clock has seen it
    tasks.tick_deadlines()
    assert forgotten() == 0
    Pulse.objects.update(hold_until=F("hold_until") - pulse.SETTLE)
    assert forgotten() == len(FORGETS)


def test_local_play_forgets_what_is_old_though_it_was_off_for_days(settings: Any) -> None:
    """It is often up for less than the hour until the next round."""
    settings.EMBEDDED = True
    tasks.tick_deadlines()
    shift("clock", -2 * DAY)
    tasks.tick_deadlines()
    assert forgotten() == len(FORGETS)


def test_a_hold_of_a_clock_that_was_wrong_does_not_last_longer_than_any_other() -> None:
    tasks.tick_deadlines()
    Pulse.objects.update(hold_until=timezone.now() + 8 * DAY)
    assert tasks.tick_deadlines() == {}
    hold = Pulse.objects.get(pk="clock").hold_until
    assert isinstance(hold, datetime)
    assert hold <= timezone.now() + pulse.SETTLE


def test_when_it_last_ran_can_be_read() -> None:
    assert pulse.last("sweep") is None
    tasks.sweep()
    last = pulse.last("sweep")
    assert last is not None
    assert abs(timezone.now() - last) < timedelta(seconds=20)


def test_a_round_that_ends_its_process_each_time_comes_less_often_but_for_ever() -> None:
    began = []

    def dies() -> None:
        began.append(True)
        raise KeyboardInterrupt  # as good as a kill: see below

    def killed() -> bool:
        """Whether a round began; what would be written at its end is not."""
        before = len(began)
        unended = Pulse.objects.filter(pk="round").values_list("unended", flat=True).first() or 0
        with suppress(KeyboardInterrupt):
            pulse.run("round", dies)
        if len(began) > before:
            Pulse.objects.filter(pk="round").update(unended=unended + 1)
        return len(began) > before

    assert [killed() for _ in range(6)] == 3 * [True] + 3 * [False]
    shift("round", -pulse.FIRST_PAUSE)
    assert [killed(), killed()] == [True, False]
    shift("round", -pulse.FIRST_PAUSE)
    assert not killed()
    for _ in range(20):
        shift("round", -pulse.LONGEST_PAUSE)
        assert killed()
    shift("round", -pulse.LONGEST_PAUSE)
    assert pulse.run("round", lambda: 7) == 7
    assert pulse.run("round", lambda: 7) == 7


def test_a_round_that_fails_has_ended_all_the_same() -> None:
    for _ in range(10):
        with pytest.raises(ZeroDivisionError):
            pulse.run("round", lambda: 1 // 0)


def test_a_round_that_fails_each_time_says_since_when_and_where_though_it_has_begun_just_now() -> None:
    """Mails were not forgotten for weeks, and each hour's beginning looked like a sign of life."""

    def fails() -> None:
        raise ValueError("a secret")

    began = timezone.now() - timedelta(seconds=20)
    for _ in range(3):
        with pytest.raises(ValueError, match="secret"):
            pulse.run("round", fails)
        shift("round", -timedelta(minutes=1))
    row = Pulse.objects.get(pk="round")
    first = row.undone_since
    assert first is not None
    assert began < first < timezone.now() + timedelta(seconds=20)
    assert row.place.startswith("ValueError at ")
    assert row.place.endswith(" in fails")
    assert "secret" not in row.place
    assert row.unended == 0
    pulse.run("round", lambda: None)
    row.refresh_from_db()
    assert (row.undone_since, row.place) == (None, "")


def test_a_round_that_ends_its_process_each_time_is_undone_as_well() -> None:
    seen = []
    pulse.run("round", lambda: seen.append(Pulse.objects.get(pk="round").undone_since))
    assert seen[0] is not None, "at work, or killed at it: nobody can tell"


def test_a_slice_that_leaves_more_to_do_is_not_the_good_end_of_its_round() -> None:
    """Else a step that fails behind one that has always something to do would look well for most of each hour."""
    with pytest.raises(ZeroDivisionError):
        pulse.run("round", lambda: 1 // 0)
    first = Pulse.objects.get(pk="round").undone_since
    assert pulse.run("round", lambda: True)
    assert Pulse.objects.get(pk="round").undone_since == first
    assert pulse.run("round", lambda: False) is False
    assert Pulse.objects.get(pk="round").undone_since is None


def time_is_up() -> None:
    raise SoftTimeLimitExceeded


def test_a_part_of_a_round_that_fails_holds_back_none_behind_it_and_is_told_of() -> None:
    done = []
    with pytest.raises(ZeroDivisionError):
        pulse.each(lambda: done.append(1), lambda: 1 // 0, lambda: int("x"), lambda: done.append(2))
    assert done == [1, 2]
    with pytest.raises(SoftTimeLimitExceeded):
        pulse.each(time_is_up, lambda: done.append(3))
    assert done == [1, 2]
    assert pulse.each(lambda: 1, lambda: 2) == [1, 2]


def test_time_outs_that_fail_hold_back_neither_reminders_nor_digests(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []
    monkeypatch.setattr(services, "play_time_outs", lambda now: 1 // 0)
    monkeypatch.setattr(services, "remind", asked.append)
    monkeypatch.setattr(services, "owe_digests", asked.append)
    with pytest.raises(ZeroDivisionError):
        tasks.tick_deadlines()
    assert len(asked) == 2
    row = Pulse.objects.get(pk="clock")
    assert "test_pulse" in row.place
    shift("clock", -timedelta(minutes=1))
    with pytest.raises(ZeroDivisionError):
        tasks.tick_deadlines()
    assert Pulse.objects.get(pk="clock").undone_since == row.undone_since is not None, "since the first of them"


def test_a_sweep_that_fails_somewhere_still_sends_mails_again(monkeypatch: pytest.MonkeyPatch) -> None:
    swept = []
    monkeypatch.setattr(tasks, "note_unknown_rules", lambda: 1 // 0)
    monkeypatch.setattr(tasks, "requeue_mails", lambda: swept.append("mails"))
    with pytest.raises(ZeroDivisionError), notify.quietly():
        tasks.sweep()
    assert swept == ["mails"]


def test_a_step_of_forgetting_that_fails_holds_back_none_behind_it() -> None:
    left = [3]

    def some() -> int:
        left[0] -= 1
        return left[0]

    with pytest.raises(ZeroDivisionError):
        forgetting.in_slices([lambda: 1 // 0, some])
    assert left[0] == 0


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("name", [*rounds.OFTEN, *rounds.HOURLY])
def test_every_round_of_beats_that_fails_says_so(name: str, settings: Any) -> None:
    """What each does asks the database; what notes that it began and ended is left to work."""

    def fails(execute: Any, sql: str, *given: Any) -> Any:
        if "tables_pulse" not in sql and sql.strip() != "SELECT clock_timestamp()":
            raise ZeroDivisionError
        return execute(sql, *given)

    settings.VAPID_PRIVATE_KEY = keys.fresh()  # else nobody is called
    Pulse.objects.all().delete()
    task = import_string(f"asgard_pbem.{ {**rounds.OFTEN, **rounds.HOURLY}[name] }")
    with connection.execute_wrapper(fails), pytest.raises(ZeroDivisionError):
        task()
    assert Pulse.objects.get(pk=name).undone_since is not None
    shift(name, -timedelta(minutes=1))
    with notify.quietly():
        task()
    assert list(Pulse.objects.exclude(undone_since=None)) == []


def test_reminders_that_end_their_process_hold_up_neither_time_outs_nor_digests(late: Game) -> None:
    tasks.tick_deadlines()
    OpenDecision.objects.filter(game=late).update(deadline=F("deadline") - 2 * DAY)
    Pulse.objects.filter(pk="reminders").update(unended=9)
    assert tasks.tick_deadlines()["reminders"] == 0
    assert Pulse.objects.get(pk="digests").unended == 0
    assert Pulse.objects.get(pk="reminders").unended == 9


@pytest.mark.parametrize("hours, said", [(3, "3:00:00 ahead of the"), (-3, "3:00:00 behind the")])
def test_a_clock_that_is_wrong_is_told_as_people_tell_it(
    hours: int, said: str, caplog: pytest.LogCaptureFixture
) -> None:
    """Python writes three hours too few as `-1 day, 21:00:00`."""
    now = timezone.now()
    assert not pulse.agrees(now + timedelta(hours=hours), now)
    assert said in caplog.text
