"""A machine whose clock is wrong asks nobody as of a week ago, and says what is wrong with it."""

from __future__ import annotations

import logging
from datetime import UTC, datetime, timedelta
from typing import cast

import pytest
from django.db import connection
from django.utils import timezone

from asgard_pbem.database.base import DatabaseWrapper
from asgard_pbem.mail.answering import process
from asgard_pbem.mail.doors import inbound
from asgard_pbem.mail.doors.identity import AuthVerdicts
from asgard_pbem.mail.management import stuck
from asgard_pbem.mail.messages import Rendered
from asgard_pbem.mail.models import InboundMail
from asgard_pbem.mail.sending import again, failing
from asgard_pbem.mail.sending import owed as sending
from asgard_pbem.serving import health
from asgard_pbem.serving.metrics import series, workers
from asgard_pbem.tables import services, tasks
from asgard_pbem.tables.guards import clocks, pulse
from asgard_pbem.tables.models import Event, OpenDecision, Outbox, Player
from asgard_pbem.tables.store import append
from tests.tables.conftest import OpenToy, lay

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)
OFF = [-8 * DAY, 8 * DAY, timedelta(hours=-1), 2 * clocks.SKEW]
SOON = timedelta(seconds=30)


class Wrong:
    """The clock of a machine that is so much ahead."""

    by = timedelta()

    @classmethod
    def now(cls, zone: object) -> datetime:
        return datetime.now(UTC) + cls.by


@pytest.fixture
def set_clock(monkeypatch: pytest.MonkeyPatch) -> type[Wrong]:
    right = timezone.now
    monkeypatch.setattr(Wrong, "by", timedelta())
    monkeypatch.setattr(clocks, "datetime", Wrong)
    monkeypatch.setattr(append, "datetime", Wrong)
    monkeypatch.setattr(timezone, "now", lambda: right() + Wrong.by)
    return Wrong


def times_off() -> float:
    return sum(sample.value for metric in series.clock_off.collect() for sample in metric.samples
               if sample.name.endswith("_total"))  # fmt: skip


@pytest.mark.parametrize("off", OFF)
def test_who_is_asked_by_a_machine_whose_clock_is_wrong_has_all_their_time(
    off: timedelta, set_clock: type[Wrong], open_toy: OpenToy, people: list[Player], caplog: pytest.LogCaptureFixture
) -> None:
    """A worker of queue `in` that was eight days behind once had the clock's worker play for all whom it asked."""
    game = open_toy(2, days_per_decision=7)
    began, counted = datetime.now(UTC), times_off()
    set_clock.by = off
    lay(game, 0, people[0])
    lay(game, 1, people[1])
    assert "clock is" in caplog.text
    assert times_off() > counted
    set_clock.by = timedelta()
    assert all(abs(one.recorded_at - began) < SOON for one in Event.objects.filter(game=game))
    asked = OpenDecision.objects.filter(game=game, answered=False)
    assert asked
    assert all(one.deadline is not None and abs(one.deadline - began - 7 * DAY) < SOON for one in asked)
    assert tasks.tick_deadlines()["time_outs"] == 0


@pytest.mark.parametrize("off", OFF)
def test_a_mail_is_in_time_or_late_by_the_clock_that_all_share(off: timedelta, set_clock: type[Wrong]) -> None:
    began = datetime.now(UTC)
    set_clock.by = off
    inbound.accept(
        b"From: a@b.example\r\n\r\nyes", envelope_from=None, envelope_to=["play@in.example"], source="smtp",
        provider_event_id=None, verdicts=AuthVerdicts(),
    )  # fmt: skip
    assert abs(InboundMail.objects.get().received_at - began) < SOON


def test_a_clock_that_is_right_is_not_asked_about_again(
    set_clock: type[Wrong], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The session has told the hour once; each move would cost a trip otherwise."""
    connection.ensure_connection()
    asked: list[bool] = []
    monkeypatch.setattr(DatabaseWrapper, "ask_hour", lambda _: asked.append(True))
    set_clock.by = clocks.SKEW / 2
    assert clocks.behind() == timedelta()
    assert not asked


def test_a_machine_that_slept_and_woke_is_right_again(set_clock: type[Wrong]) -> None:
    """Its counter of seconds stood meanwhile, so the session's hour is an old one: then the database is asked."""
    ours = cast("DatabaseWrapper", connection)
    ours.ask_hour()
    told, at = ours.told_hour
    ours.told_hour = told - DAY, at
    assert clocks.behind() == timedelta()
    assert ours.told_hour[0] > told - SOON


@pytest.mark.parametrize("off", OFF)
def test_a_worker_says_so_while_it_has_nothing_to_do(
    off: timedelta, set_clock: type[Wrong], caplog: pytest.LogCaptureFixture
) -> None:
    set_clock.by = off
    counted = times_off()
    with caplog.at_level(logging.ERROR):
        workers.say(["in"])
    assert "clock is" in caplog.text
    assert times_off() > counted


@pytest.mark.parametrize("off", OFF)
def test_what_fails_on_such_a_machine_is_tried_again_as_soon_as_elsewhere(
    off: timedelta, set_clock: type[Wrong], people: list[Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Once its clock was right again, mails waited for the eight days that it had been ahead."""

    def fails(*_: object, **__: object) -> Rendered:
        raise RuntimeError

    monkeypatch.setattr(process, "judge", fails)
    began = datetime.now(UTC)
    set_clock.by = off
    services.owe(player=people[0], purpose=Outbox.Purpose.SIGN_IN, key="a key")
    owed = Outbox.objects.filter(key="a key")
    assert abs(owed[0].created_at - began) < SOON
    owed.update(due_at=began - SOON)  # its time is right to some milliseconds, by which it may not be due yet
    assert not sending.send(owed[0].pk, fails)
    assert abs(owed[0].due_at - began - failing.pause(1)) < SOON
    mail = inbound.accept(
        b"From: a@b.example\r\n\r\nyes", envelope_from=None, envelope_to=["play@in.example"], source="smtp",
        provider_event_id=None, verdicts=AuthVerdicts(),
    )  # fmt: skip
    process.process(mail.pk)
    mail.refresh_from_db()
    assert (mail.attempts, mail.error) == (1, "RuntimeError")
    assert mail.next_attempt_at is not None
    assert abs(mail.next_attempt_at - began - process.PAUSE) < SOON


@pytest.mark.parametrize("off", OFF)
def test_who_looks_from_such_a_machine_is_told_of_its_clock_and_not_that_everybody_is_silent(
    off: timedelta, set_clock: type[Wrong], people: list[Player]
) -> None:
    for name in (*stuck.BEATS, *map(workers.sign_of, workers.queues())):
        pulse.turn(name, timedelta())
    before = [(one.what, one.name) for one in stuck.everything()]
    set_clock.by = off
    first, *others = stuck.everything()
    assert (first.what, first.name) == ("clock", "this machine")
    assert ("behind" if off < timedelta() else "ahead of") in first.why
    assert [(one.what, one.name) for one in others] == before
    assert (health.beat(), health.at_work()) == ("ok", "ok")


@pytest.mark.parametrize("off", OFF)
def test_what_is_sent_again_by_hand_from_such_a_machine_is_due_at_once(
    off: timedelta, set_clock: type[Wrong], people: list[Player]
) -> None:
    services.owe(player=people[0], purpose=Outbox.Purpose.SIGN_IN, key="a key")
    owed = Outbox.objects.filter(key="a key")
    owed.update(state="failed", attempts=24)
    set_clock.by = off
    assert again.resend(owed[0].pk) == "is owed again"
    assert abs(owed[0].due_at - datetime.now(UTC)) < SOON
    owed.update(attempts=2, due_at=datetime.now(UTC) + failing.pause(2))
    assert again.resend(owed[0].pk).startswith("may be with the relay just now")
