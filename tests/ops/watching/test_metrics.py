"""Figures for whoever watches: from the rows by one statement, from the processes as they count, of nobody by name."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from contextlib import suppress
from datetime import timedelta
from pathlib import Path
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client, override_settings
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from prometheus_client import REGISTRY, generate_latest

from asgard_pbem.mail import tasks
from asgard_pbem.mail.models import InboundMail
from asgard_pbem.serving.metrics import exposing, gauges, workers
from asgard_pbem.tables.guards import pulse
from asgard_pbem.tables.models import Game, OpenDecision, Outbox, Player, Pulse
from tests.web.finding.rows import games_of_the_past

TOKEN = "a token of the test"


def told(text: str) -> dict[str, float]:
    """Each line of what Prometheus reads."""
    return {name: float(value) for name, value in re.findall(r"^(asgard_[^ ]+) (\S+)$", text, re.MULTILINE)}


def mail(state: str, age: timedelta) -> InboundMail:
    at = timezone.now() - age
    return InboundMail.objects.create(received_at=at, source="test", sha256=uuid4().hex, size_bytes=1, state=state)


@pytest.mark.django_db
def test_backlogs_and_what_failed_are_counted_by_one_statement() -> None:
    player = Player.objects.create(email="anna@home.example", name="Anna")
    now = timezone.now()
    for state, age in (("new", 60), ("new", 5), ("quarantined", 9), ("done", 900)):
        mail(state, timedelta(seconds=age))
    for state, age in (("queued", 120), ("failed", 9), ("failed", 8), ("sent", 900)):
        Outbox.objects.create(
            player=player, purpose="notice", key=uuid4().hex, state=state, due_at=now - timedelta(seconds=age)
        )
    for error, age in (("TimeoutError", 1000), ("SMTPRecipientsRefused 450 4.2.0", 5000)):  # tried again in an hour
        Outbox.objects.create(
            player=player, purpose="notice", key=uuid4().hex, attempts=3, error=error,
            created_at=now - timedelta(seconds=age), due_at=now + timedelta(hours=1),
        )  # fmt: skip
    gone = "SMTPRecipientsRefused 550 5.1.1"
    Outbox.objects.create(player=player, purpose="notice", key="gone", state="failed", attempts=1, error=gone)
    pulse.turn("beat", timedelta())
    with suppress(ZeroDivisionError):
        pulse.run("sweep", lambda: 1 // 0)
    pulse.run("calls", lambda: 7)
    with CaptureQueriesContext(connection) as asked:
        rows = {(name, word): value for name, word, value in gauges.read()}
    assert len([one for one in asked if one["sql"].lstrip().upper().startswith("SELECT")]) == 1
    assert rows["asgard_unread_mails", ""] == 2
    assert 60 <= rows["asgard_unread_oldest_seconds", ""] < 90
    assert rows["asgard_quarantined_mails", ""] == 1
    assert (rows["asgard_outbox_queued", ""], rows["asgard_outbox_failed", ""]) == (3, 2)
    assert rows["asgard_outbox_untaken", ""] == 1, "of the other the relay has said that its address is to blame"
    assert 1000 <= rows["asgard_outbox_oldest_untaken_seconds", ""] < 1030
    assert 120 <= rows["asgard_outbox_oldest_due_seconds", ""] < 150
    assert 0 <= rows["asgard_pulse_age_seconds", "beat"] < 5
    assert 0 <= rows["asgard_pulse_undone_seconds", "sweep"] < 5
    assert ("asgard_pulse_undone_seconds", "calls") not in rows
    assert {name for name, _ in rows} == set(gauges.TOLD) - {"asgard_copy_age_seconds"}, (
        "embedded: nothing makes copies"
    )


@pytest.mark.django_db
def test_a_week_later_only_what_may_be_there_no_more_is_told_no_more() -> None:
    """An alert that ends by itself says that all is well again: of what is done once an hour it would not be true."""
    Pulse.objects.all().delete()  # those of checks that have a session of their own, and commit
    for name in ("purge raw mail", "worker old", "mailbox 9"):
        Pulse.objects.create(name=name, at=timezone.now() - timedelta(days=8))
    assert {word for name, word, _ in gauges.read() if name == "asgard_pulse_age_seconds"} == {"purge raw mail"}


@pytest.mark.django_db
def test_of_copies_only_those_are_told_that_our_scripts_are_to_make() -> None:
    for wanted in (["base", "dump"], ["dump"], ["elsewhere"]):
        with override_settings(COPIES=wanted):
            ages = {word: age for name, word, age in gauges.read() if name == "asgard_copy_age_seconds"}
        assert set(ages) == {*wanted} - {"elsewhere"}
        assert all(age >= 0 for age in ages.values()), "none was made: since there could have been one"


COUNTS = """
import sys
from prometheus_client import Counter, Histogram
Counter("asgard_one", "One.", ["word"]).labels("a").inc(int(sys.argv[1]))
Histogram("asgard_two", "Two.", buckets=(1, 2)).observe(1.5)
"""


def test_what_children_counted_that_ended_is_added_up_and_their_files_go(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PROMETHEUS_MULTIPROC_DIR", str(tmp_path))
    monkeypatch.setattr(exposing, "MOST_ENDED", 2)
    seen = []
    for number in (1, 2, 4, 8, 16, 32, 64):
        subprocess.run([sys.executable, "-c", COUNTS, str(number)], check=True)
        seen.append(told(generate_latest(exposing.registry()).decode()))
    assert [one['asgard_one_total{word="a"}'] for one in seen] == [1, 3, 7, 15, 31, 63, 127]
    assert [one['asgard_two_bucket{le="1.0"}'] for one in seen] == [0] * 7
    assert [one['asgard_two_bucket{le="2.0"}'] for one in seen] == [1, 2, 3, 4, 5, 6, 7]
    assert seen[-1]["asgard_two_count"] == 7
    assert seen[-1]["asgard_two_sum"] == 1.5 * 7
    assert len([*tmp_path.glob("*.db")]) <= 2 * 3


@pytest.mark.django_db
def test_they_are_counted_by_indexes_however_much_lies_there_of_which_nothing_is_due() -> None:
    many, now, player = range(600), timezone.now(), Player.objects.create(email="anna@home.example")
    game, *_ = games_of_the_past(len(many), player, "greedy")
    running = games_of_the_past(100, player, "greedy", status="running", winners=None, ended_at=None)
    OpenDecision.objects.bulk_create(
        OpenDecision(
            game=running[at % 100], seat=0, key=str(at), kind="play", since=now, prompt=1,
            deadline=now + timedelta(minutes=at + 60),
        )
        for at in many
    )  # fmt: skip
    InboundMail.objects.bulk_create(
        InboundMail(received_at=now, source="test", sha256=uuid4().hex * 2, size_bytes=1, state=InboundMail.State.DONE)
        for _ in many
    )
    Outbox.objects.bulk_create(
        Outbox(key=str(at), player=player, game=game, purpose="prompt", state=Outbox.State.SENT, payload={})
        for at in many
    )
    large = {model._meta.db_table for model in (Game, InboundMail, Outbox)}
    with connection.as_owner(), connection.cursor() as cursor:  # type: ignore[attr-defined]  # of our backend
        # Of anybody else it is refused with a warning alone.
        cursor.execute("ANALYZE tables_opendecision, " + ", ".join(sorted(large)))
    with connection.cursor() as cursor:
        cursor.execute("EXPLAIN " + gauges.STATEMENT)
        plan = "\n".join(line for (line,) in cursor.fetchall())
    wanted = {"inbound_waiting", "inbound_quarantined", "outbox_due", "outbox_failed", "decision_due", "game_listed"}
    assert {index for index in wanted if index not in plan} == set(), plan
    assert not large & set(re.findall(r"Seq Scan on (\w+)", plan)), plan


@pytest.mark.django_db(transaction=True)
def test_they_are_read_once_in_some_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[int] = []
    monkeypatch.setattr(gauges, "read", lambda: read.append(1) or [("asgard_unread_mails", "", 1.0)])
    fresh = gauges.Gauges()
    for _ in range(20):
        assert len(list(fresh.collect())) == len(gauges.TOLD) + 1
    assert len(read) == 1


@pytest.mark.django_db
def test_a_database_that_is_away_leaves_its_figures_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gauges, "read", list)
    families = list(gauges.Gauges().collect())
    assert [(one.name, [sample.value for sample in one.samples]) for one in families if one.samples] == [
        ("asgard_database_answers", [0.0])
    ]


@pytest.mark.django_db
def test_only_who_shows_the_token_is_told(client: Client) -> None:
    assert client.get("/metrics").status_code == 404
    with override_settings(METRICS_TOKEN=TOKEN):
        for shown in ("", "Bearer", f"Bearer {TOKEN}x", f"Bearer {TOKEN[:-1]}"):
            assert client.get("/metrics", headers={"authorization": shown}).status_code == 404
        answer = client.get("/metrics", headers={"authorization": f"Bearer {TOKEN}"})
    assert answer.status_code == 200
    assert answer.headers["Cache-Control"].startswith("max-age=0")
    assert told(answer.content.decode())["asgard_database_answers"] == 1


def test_pages_are_told_apart_by_name_never_by_address(client: Client) -> None:
    client.get("/healthz")
    client.get("/no-such-page-of-anna@home.example")
    client.generic("BREW", "/healthz")
    lines = [line for line in generate_latest(REGISTRY).decode().splitlines() if line.startswith("asgard_http")]
    assert any('view="healthz"' in line for line in lines)
    assert any('method="other"' in line for line in lines)
    assert not any("anna" in line or "BREW" in line for line in lines)


def test_what_wakes_somebody_is_told_before_it_happens_the_first_time() -> None:
    workers.tell_failures()
    names = told(generate_latest(REGISTRY).decode())
    assert {
        'asgard_mails_put_off_total{door="smtp"}', 'asgard_mails_put_off_total{door="provider"}',
        'asgard_mails_sent_total{outcome="later"}', 'asgard_mails_sent_total{outcome="sent"}',
        f'asgard_tasks_failed_total{{task="{tasks.send_mail.name}"}}',
    } <= set(names)  # fmt: skip


def test_each_process_that_a_worker_begins_is_counted() -> None:
    before = told(generate_latest(REGISTRY).decode())["asgard_worker_children_total"]
    workers.born(sender=None)
    assert told(generate_latest(REGISTRY).decode())["asgard_worker_children_total"] == before + 1


def test_what_processes_left_that_ended_before_is_taken_away_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PROMETHEUS_MULTIPROC_DIR", str(tmp_path))
    gone = subprocess.Popen([sys.executable, "-c", ""])
    gone.wait()
    names = {"old": f"counter_{gone.pid}.db", "child": f"histogram_{gone.pid}.db", "own": f"counter_{os.getpid()}.db"}
    for name in names.values():
        (tmp_path / name).write_bytes(b"")
    long_ago = time.time() - 10 * 24 * 3600
    for name in ("old", "own"):
        os.utime(tmp_path / names[name], (long_ago, long_ago))
    exposing.tidy(os.getpid())
    assert {file.name for file in tmp_path.iterdir()} == {names["child"], names["own"]}
