"""The log table itself: what the application's role may do to it."""

from __future__ import annotations

import uuid

import pytest
from django.db import connection, transaction
from django.db.utils import DatabaseError, ProgrammingError
from django.utils import timezone

from asgard_pbem.tables.models import Event, Game

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    game = Game.objects.create(key="toy", rules_version=1, seats=2, commitment="0" * 64, head_hash="0" * 64)
    return Event.objects.create(
        game=game, seq=1, kind="game_opened", version=1, payload={"a": 1}, salt="00", recorded_at=timezone.now(),
        cause=uuid.uuid4(), prev_hash="0" * 64, hash="1" * 64,
    )  # fmt: skip


def refused(statement: str, *, as_owner: bool = False) -> str:
    """The error that `statement` ends with; empty when it went through."""
    try:
        with transaction.atomic(), connection.cursor() as cursor:
            if as_owner:
                cursor.execute("SET LOCAL ROLE NONE")
            cursor.execute(statement)
    except DatabaseError as why:
        return str(why)
    return ""


def test_the_application_works_as_its_own_role(event: Event) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT current_user")
        assert cursor.fetchone() == ("asgard_app",)


@pytest.mark.parametrize("table", ["event", "event_00", "event_15"])
@pytest.mark.parametrize("statement", ["UPDATE {} SET seq = seq", "DELETE FROM {}", "TRUNCATE {}"])
def test_the_application_has_no_right_to_change_the_log(event: Event, statement: str, table: str) -> None:
    assert "permission denied" in refused(statement.format(table))


@pytest.mark.parametrize("statement", ["UPDATE event SET kind = 'other'", "DELETE FROM event"])
def test_even_the_owner_is_stopped_by_the_trigger(event: Event, statement: str) -> None:
    assert "the log is written once" in refused(statement, as_owner=True)


def test_a_number_is_given_once(event: Event) -> None:
    with pytest.raises(DatabaseError), transaction.atomic():
        Event.objects.create(
            game=event.game, seq=1, kind="x", version=1, payload={}, salt="", recorded_at=timezone.now(),
            cause=uuid.uuid4(), prev_hash="", hash="",
        )  # fmt: skip
    assert Event.objects.filter(game=event.game).count() == 1


def test_the_log_is_spread_over_sixteen_partitions(event: Event) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_inherits WHERE inhparent = 'event'::regclass")
        assert cursor.fetchone() == (16,)


def test_the_application_may_not_alter_the_schema(event: Event) -> None:
    with pytest.raises(ProgrammingError, match="must be owner"), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("ALTER TABLE event DISABLE TRIGGER event_insert_only")
