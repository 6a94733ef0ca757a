"""Statements of Django's that are asked by `together`: the same rows, prepared, on a session that is well."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from datetime import UTC, date, datetime
from typing import Any, cast
from uuid import UUID

import pytest
from django.db import (
    DataError,
    NotSupportedError,
    OperationalError,
    close_old_connections,
    connection,
    transaction,
)
from django.test.utils import CaptureQueriesContext
from psycopg.types.json import Jsonb

from asgard_pbem.database import asking, base
from asgard_pbem.database.asking import Text
from asgard_pbem.database.base import DatabaseWrapper
from asgard_pbem.database.saving import insert_with_commit, save_with_commit
from asgard_pbem.database.together import Statement
from asgard_pbem.tables.models import Outbox, Player

pytestmark = pytest.mark.django_db
AT = datetime(2026, 5, 1, 12, 30, 15, 123456, tzinfo=UTC)
VALUES: dict[str, Any] = {
    "uuid": UUID(int=7), "timestamptz": AT, "text": "it's 100 % \\ $1 é", "bytea": b"\x00'\\", "int": 7,
    "bigint": 2**40,
    "boolean": True, "jsonb": Jsonb({"a": ["'", None]}), "text[]": ["a", 'b"', "c,"], "uuid[]": [UUID(int=1)],
    "numeric": 1.5, "date": date(2026, 5, 1),
}  # fmt: skip


def wrapper() -> DatabaseWrapper:
    return cast("DatabaseWrapper", cast("Any", connection)._wrapped if hasattr(connection, "_wrapped") else connection)


@pytest.mark.parametrize("kind", VALUES)
@pytest.mark.parametrize("empty", [False, True])
def test_values_go_and_come_as_by_a_cursor(kind: str, empty: bool) -> None:
    value = None if empty else VALUES[kind]
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT %s::{kind}, %s::{kind} IS NULL", [value, value])
        expected = cursor.fetchall()
    assert Text(f"SELECT %s::{kind}, %s::{kind} IS NULL").rows(connection, [value, value]) == expected
    assert Text(f"SELECT %s::{kind}, %s::{kind} IS NULL", {0: value}).rows(connection, [value]) == expected


def test_names_stand_for_one_value_wherever_they_stand_and_a_percent_for_itself() -> None:
    text = "SELECT %(a)s::int + %(b)s::int, %(a)s::int %% 4, 'x' LIKE '%%'"
    assert asking.rows(connection, text, b=2, a=5) == [(7, 1, True)]


def test_a_value_is_never_part_of_the_statement_unless_it_is_fixed() -> None:
    one = Text("SELECT %s::text, %s::text", {1: "a'; DROP TABLE x; --"})
    assert one.rows(connection, ["b'; DROP"]) == [("b'; DROP", "a'; DROP TABLE x; --")]


def test_it_is_counted_among_what_django_was_asked() -> None:
    with CaptureQueriesContext(connection) as asked:
        Text("SELECT 1").rows(connection, [])
    assert [one["sql"] for one in asked] == ["SELECT 1"]


def test_what_waits_for_the_commit_is_there_for_whoever_asks_before_it(people: list[Player]) -> None:
    row = Outbox(key="k", player=people[0], purpose=Outbox.Purpose.NOTICE, payload={"a": 1})
    insert_with_commit(row)
    assert Outbox.objects.get(pk=row.pk).payload == {"a": 1}
    row.payload = {"b": 2}
    save_with_commit(row, ["payload"])
    assert Outbox.objects.get(pk=row.pk).payload == {"b": 2}


@pytest.mark.django_db(transaction=True)
def test_what_waits_for_the_commit_is_undone_with_the_transaction(people: list[Player]) -> None:
    kept = Outbox(key="kept", player=people[0], purpose=Outbox.Purpose.NOTICE)
    with transaction.atomic():
        insert_with_commit(kept)
    with transaction.atomic():
        insert_with_commit(Outbox(key="lost", player=people[0], purpose=Outbox.Purpose.NOTICE))
        transaction.set_rollback(True)
    assert [one.key for one in Outbox.objects.filter(key__in=("kept", "lost"))] == ["kept"]


# --- A session that has ended, or is of no use any more


@pytest.fixture
def again(transactional_db: None) -> Iterator[None]:
    """As at the beginning of a task: Django may look whether the session still lives."""
    connection.ensure_connection()
    connection.health_check_enabled = True
    connection.health_check_done = False
    yield
    connection.close()


def session() -> int:
    return int(Text("SELECT pg_backend_pid()").rows(connection, [])[0][0])


def test_a_session_that_has_just_answered_is_not_asked_whether_it_lives(
    again: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked: list[bool] = []
    usable = DatabaseWrapper.is_usable
    monkeypatch.setattr(DatabaseWrapper, "is_usable", lambda self: looked.append(True) or usable(self))
    first = session()
    for fresh in (True, False):
        connection.health_check_done = False
        monkeypatch.setattr(base, "FRESH_S", 5.0 if fresh else -1.0)
        looked.clear()
        assert (session(), bool(looked)) == (first, not fresh)


def test_one_that_was_ended_meanwhile_is_made_anew_at_once(again: None) -> None:
    first = session()
    other = connection.copy()
    with other.as_owner(), other.cursor() as cursor:
        cursor.execute("SELECT pg_terminate_backend(%s, 5000)", [first])
    other.close()
    connection.health_check_done = False
    assert session() != first


def test_one_that_was_interrupted_is_made_anew_for_the_next_task(again: None) -> None:
    """A worker's time limit is no error of the database's: Django kept the dead session, and task after task failed."""
    first = session()

    def interrupt(*_: object) -> None:
        raise InterruptedError

    before = signal.signal(signal.SIGALRM, interrupt)
    signal.setitimer(signal.ITIMER_REAL, 0.1)
    try:
        with pytest.raises(InterruptedError):
            Text("SELECT pg_sleep(1)").rows(connection, [])
    finally:
        signal.signal(signal.SIGALRM, before)
    for _ in range(2):  # after a task and before the next
        close_old_connections()
    connection.health_check_enabled, connection.health_check_done = True, False
    assert session() != first


def test_what_waited_for_a_commit_that_never_came_is_not_written_later(again: None) -> None:
    transaction.set_autocommit(False)
    connection._kept.append(Statement(b"SELECT 1 / 0"))
    transaction.set_autocommit(True)
    assert session()


def test_an_error_in_a_value_is_one_of_djangos() -> None:
    with pytest.raises(DataError):
        Text("SELECT %s::text").rows(connection, ["a\0b"])


def test_in_the_middle_of_a_task_it_is_missed(again: None) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    connection.connection.pgconn.finish()
    with pytest.raises(OperationalError):
        session()


def test_a_session_whose_statements_are_of_an_older_schema_ends(again: None) -> None:
    """It would refuse them for ever."""
    asked = Text("SELECT one FROM of_before")
    with connection.as_owner():
        with connection.cursor() as cursor:
            cursor.execute("CREATE TEMPORARY TABLE of_before AS SELECT 1 AS one")
        first = session()
        assert asked.rows(connection, []) == [(1,)]
        with connection.cursor() as cursor:
            cursor.execute("ALTER TABLE of_before ALTER one TYPE text")
        with pytest.raises(NotSupportedError):
            asked.rows(connection, [])
        connection.close_if_unusable_or_obsolete()
        assert session() != first
