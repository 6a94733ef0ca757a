"""What those who watch the processes are told, and the headers that every page carries."""

import pytest
from celery import current_app
from django.db import connection
from django.db.utils import OperationalError
from django.test import Client


def test_a_living_process_says_so_without_a_database(client: Client) -> None:
    answer = client.get("/healthz")
    assert (answer.status_code, answer.content) == (200, b"ok\n")


@pytest.mark.django_db
def test_a_ready_service_has_its_database_and_its_broker(client: Client) -> None:
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()) == (200, {"database": "ok", "broker": "ok"})


@pytest.mark.django_db
def test_a_database_that_is_away_makes_it_unready(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise OperationalError("no server")

    monkeypatch.setattr(connection, "cursor", refuse)
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()["database"]) == (503, "down")


@pytest.mark.django_db
def test_migrations_that_are_due_make_it_unready(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("asgard_pbem.health.MigrationExecutor.migration_plan", lambda *_: ["due"])
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()["database"]) == (503, "unmigrated")


@pytest.mark.django_db
def test_a_broker_that_is_away_makes_it_unready(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(current_app, "connection_for_write", lambda **_: (_ for _ in ()).throw(OSError("refused")))
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()["broker"]) == (503, "down")


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
