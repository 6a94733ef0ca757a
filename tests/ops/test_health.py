"""What those who watch the processes are told, and the headers that every page carries."""

import threading
import time

import pytest
from celery import current_app
from django.db.utils import OperationalError
from django.test import Client, override_settings

from asgard_pbem.serving import health


def test_a_living_process_says_so_without_a_database(client: Client) -> None:
    answer = client.get("/healthz")
    assert (answer.status_code, answer.content) == (200, b"ok\n")


@pytest.mark.django_db
def test_a_ready_service_has_its_database_and_its_broker(client: Client) -> None:
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()) == (200, {"database": "ok", "broker": "ok"})


@pytest.fixture(autouse=True)
def looks(monkeypatch: pytest.MonkeyPatch) -> health.Looks:
    """Nothing has been looked at yet."""
    fresh = health.Looks({"database": health.database, "broker": health.broker})
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
