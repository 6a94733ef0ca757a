"""Beat goes on whatever its machine's clock does, keeps no file, and says that it lives."""

from __future__ import annotations

import tempfile
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from celery import Celery
from django.db import OperationalError
from django.utils.module_loading import import_string

from asgard_pbem.serving import beat, rounds
from asgard_pbem.serving.beat import Beat
from asgard_pbem.tables import notify
from asgard_pbem.tables.guards import alive, pulse
from asgard_pbem.tables.models import Pulse

pytestmark = pytest.mark.django_db


class Told(Beat):
    """Sends nothing: notes what would be sent."""

    producer = None

    def apply_entry(self, entry: Any, producer: Any = None) -> None:
        self.sent = [*getattr(self, "sent", []), entry.task]


@pytest.fixture
def scheduler() -> Told:
    app = Celery("a test", set_as_current=False, changes={"beat_schedule": {
        "often": {"task": "often", "schedule": timedelta(seconds=30)},
        "seldom": {"task": "seldom", "schedule": timedelta(hours=1)},
    }})  # fmt: skip
    return Told(app)


def until_idle(scheduler: Told) -> list[str]:
    """What is sent until nothing is due."""
    scheduler.sent = []
    for _ in range(20):
        if scheduler.tick() > 0:
            break
    return sorted(scheduler.sent)


def test_the_first_round_is_due_at_once(scheduler: Told) -> None:
    assert until_idle(scheduler) == ["often", "seldom"]
    assert until_idle(scheduler) == []


def test_after_a_clock_that_was_days_ahead_beat_goes_on(scheduler: Told) -> None:
    until_idle(scheduler)
    for entry in scheduler.schedule.values():  # it ran while the clock was eight days ahead
        entry.last_run_at = datetime.now(UTC) + timedelta(days=8)
    scheduler._heap = None
    until_idle(scheduler)
    for entry in scheduler.schedule.values():
        assert entry.last_run_at <= datetime.now(UTC)
        entry.last_run_at -= timedelta(seconds=31)
    scheduler._heap = None
    assert until_idle(scheduler) == ["often"]


def test_beat_says_that_it_lives(scheduler: Told, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    assert pulse.last("beat") is None
    scheduler.tick()
    assert pulse.last("beat") is not None
    assert alive.sign_of("beat").exists()


def test_a_database_that_is_away_stops_no_beat(scheduler: Told, monkeypatch: pytest.MonkeyPatch) -> None:
    def away(*_: object) -> bool:
        raise OperationalError("away")

    monkeypatch.setattr(beat.pulse, "turn", away)
    monkeypatch.setattr(beat.connection, "close", lambda: None)  # the test's own
    assert until_idle(scheduler) == ["often", "seldom"]


def test_beat_is_the_one_that_the_settings_name(settings: Any) -> None:
    assert f"{Beat.__module__}:{Beat.__qualname__}" == settings.CELERY_BEAT_SCHEDULER


def test_no_message_of_beat_expires_for_the_clock_of_its_worker_may_be_ahead(settings: Any) -> None:
    """A worker two minutes ahead once dropped every sweep unseen; what waited long behind an outage costs one look."""
    options = [entry.get("options", {}) for entry in settings.CELERY_BEAT_SCHEDULE.values()]
    assert len(options) > 5
    assert not [one for one in options if "expires" in one]


def test_what_is_done_once_an_hour_notes_it_under_the_name_by_which_it_is_missed() -> None:
    """Of a new one: else `stuck` and the alert would say nothing when it is done no more."""
    sent = {one["task"]: one["schedule"] for one in rounds.schedule(embedded=False).values()}
    hourly = {task for task, every in sent.items() if every >= timedelta(hours=1)}
    assert {f"asgard_pbem.{task}" for task in rounds.HOURLY.values()} == hourly
    assert {f"asgard_pbem.{task}" for task in rounds.OFTEN.values()} == {*sent} - hourly | {notify.SWEEP_INBOUND}
    for name, task in rounds.HOURLY.items():
        Pulse.objects.all().delete()
        with notify.quietly():
            import_string(f"asgard_pbem.{task}")()
        assert list(Pulse.objects.values_list("name", flat=True)) == [name]
        assert rounds.queue_of(name) in rounds.TASKS
