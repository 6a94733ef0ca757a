"""What those who watch the processes are told, and the headers that every page carries."""

import threading
import time
from datetime import timedelta

import pytest
from amqp.exceptions import AccessRefused
from celery import current_app
from django.db.models import F
from django.db.utils import OperationalError
from django.test import Client, override_settings
from psycopg.errors import AdminShutdown, ConnectionTimeout, DiskFull, QueryCanceled

from asgard_pbem.serving import health
from asgard_pbem.serving.metrics import workers
from asgard_pbem.tables.guards import pulse
from asgard_pbem.tables.models import Pulse


def test_a_living_process_says_so_without_a_database(client: Client) -> None:
    answer = client.get("/healthz")
    assert (answer.status_code, answer.content) == (200, b"ok\n")


@pytest.mark.django_db
def test_a_ready_service_has_its_database_and_its_broker(client: Client) -> None:
    answer = client.get("/readyz")
    told = answer.json()
    assert (answer.status_code, told["database"], told["broker"], told["disk"]) == (200, "ok", "ok", "ok")


@pytest.mark.parametrize("problem", [AccessRefused(reply_text="no"), ConnectionRefusedError()])
def test_a_broker_that_is_away_or_lets_nobody_in_is_down(problem: Exception, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise problem

    monkeypatch.setattr("kombu.Connection.ensure_connection", refuse)
    assert health.broker() == "down"


def shift(name: str, by: timedelta) -> None:
    Pulse.objects.filter(pk=name).update(at=F("at") + by)


@pytest.mark.django_db(transaction=True)
def test_it_tells_of_beat_and_of_the_workers_of_each_queue_without_giving_way_for_them() -> None:
    assert (health.beat(), health.at_work()) == ("never", "never")
    pulse.turn("beat", timedelta())
    workers.say(workers.queues())
    assert (health.beat(), health.at_work()) == ("ok", "ok")
    shift("beat", -2 * health.LATE)
    shift(workers.sign_of(workers.queues()[-1]), -2 * health.LATE)
    assert (health.beat(), health.at_work()) == ("late", "late")
    assert not {"beat", "workers"} & set(health.NEEDED)


@pytest.mark.django_db
def test_a_full_disk_makes_it_unready_here_and_at_the_database(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    assert health.disk() == "ok"

    def full(*_: object) -> None:
        raise OperationalError("no room") from DiskFull("no room")

    with monkeypatch.context() as patched:
        patched.setattr(pulse, "turn", full)
        assert health.disk() == "full"
    monkeypatch.setattr(health, "ROOM_BYTES", 1 << 62)
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()["disk"]) == (503, "full")


@pytest.mark.django_db
def test_a_database_that_is_slow_is_told_apart_and_keeps_its_pages(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(health, "SLOW_S", 0.0)
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()["database"]) == (200, "slow")


@pytest.mark.django_db
@pytest.mark.parametrize(
    "kind, word", [(QueryCanceled, "slow"), (ConnectionTimeout, "frozen"), (AdminShutdown, "down")]
)
def test_what_the_server_cuts_off_is_slowness_and_no_word_at_all_is_none(
    kind: type[Exception], word: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise OperationalError("no answer") from kind("no answer")

    monkeypatch.setattr(health.MigrationExecutor, "__init__", fail)
    assert list(health.database()) == ["frozen", "slow", word]


@pytest.fixture(autouse=True)
def looks(monkeypatch: pytest.MonkeyPatch) -> health.Looks:
    """Nothing has been looked at yet."""
    fresh = health.Looks(health.LOOKS)
    monkeypatch.setattr(health, "ready", fresh)
    return fresh


@pytest.mark.django_db
def test_a_database_that_is_away_makes_it_unready(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise OperationalError("no server")

    monkeypatch.setattr(health.MigrationExecutor, "__init__", refuse)
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()["database"]) == (503, "down")


@pytest.mark.django_db
def test_migrations_that_are_due_make_it_unready(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("asgard_pbem.serving.health.MigrationExecutor.migration_plan", lambda *_: ["due"])
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()["database"]) == (503, "unmigrated")


@pytest.mark.django_db
def test_a_broker_that_is_away_makes_it_unready(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(current_app, "connection_for_write", lambda **_: (_ for _ in ()).throw(OSError("refused")))
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()["broker"]) == (503, "down")


def test_a_look_that_hangs_is_down_in_time_and_is_not_doubled(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    began: list[int] = []
    let_go = threading.Event()

    def hang() -> str:
        began.append(1)
        let_go.wait(30)
        return "ok"

    monkeypatch.setattr(health, "PATIENCE_S", 0.2)
    monkeypatch.setattr(health, "ready", health.Looks({"database": hang, "broker": lambda: "ok"}))
    start = time.monotonic()
    answers = [client.get("/readyz") for _ in range(3)]
    assert time.monotonic() - start < 2
    assert [(answer.status_code, answer.json()) for answer in answers] == [
        (503, {"database": "down", "broker": "ok"})
    ] * 3
    assert len(began) == 1
    let_go.set()
    health.ready.looks["database"].thread.join(5)  # type: ignore[union-attr]  # it has begun
    assert client.get("/readyz").status_code == 200


def test_what_was_well_and_hangs_now_is_down(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was seen before says nothing of a broker that has not answered since."""
    let_go = threading.Event()
    let_go.set()

    def look() -> str:
        let_go.wait(30)
        return "ok"

    monkeypatch.setattr(health, "PATIENCE_S", 0.2)
    monkeypatch.setattr(health, "KEPT_S", 0.0)
    monkeypatch.setattr(health, "ready", health.Looks({"broker": look}))
    assert client.get("/readyz").status_code == 200
    let_go.clear()
    answer = client.get("/readyz")
    let_go.set()
    assert (answer.status_code, answer.json()) == (503, {"broker": "down"})


def test_however_often_it_is_asked_it_looks_once_a_second(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[int] = []

    def look() -> str:
        looked.append(1)
        return "ok"

    monkeypatch.setattr(health, "KEPT_S", 60.0)
    monkeypatch.setattr(health, "ready", health.Looks({"database": look}))
    assert {client.get("/readyz").status_code for _ in range(50)} == {200}
    assert len(looked) == 1


@pytest.mark.parametrize("host", ["127.0.0.1", "127.0.0.1:8000", "localhost:8000", "[::1]:8000", "[::1]"])
@override_settings(ALLOWED_HOSTS=["games.example.org"], SECURE_SSL_REDIRECT=True)
def test_the_machine_itself_may_ask_whether_it_lives_and_nothing_else(host: str) -> None:
    client = Client(headers={"host": host})
    assert client.get("/healthz").status_code == 200
    assert client.get("/readyz").status_code == 400
    assert client.get("/sign-in/").status_code == 400
    assert Client(headers={"host": "evil.example"}).get("/healthz").status_code == 400


def test_every_answer_forbids_what_is_not_ours(client: Client) -> None:
    headers = client.get("/healthz").headers
    assert "default-src 'none'" in headers["Content-Security-Policy"]
    assert "unsafe" not in headers["Content-Security-Policy"]
    assert headers["X-Frame-Options"] == "DENY"
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "same-origin"


@pytest.mark.parametrize("method", ["post", "put", "delete"])
def test_health_is_only_read(client: Client, method: str) -> None:
    assert getattr(client, method)("/healthz").status_code == 405
