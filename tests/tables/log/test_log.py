"""The log table itself: what the application's role may do to it."""

from __future__ import annotations

import uuid

import pytest
from django.db import connection, transaction
from django.db.utils import DatabaseError, ProgrammingError
from django.utils import timezone

from asgard_pbem.database import base
from asgard_pbem.tables.models import Event, Game, GameSecret

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


@pytest.mark.parametrize("table", ["event", "event_00", "event_15"])
def test_not_even_the_owner_empties_the_log(event: Event, table: str) -> None:
    assert "TRUNCATE is refused" in refused(f"TRUNCATE {table} CASCADE", as_owner=True)


def test_flush_empties_no_log_but_that_of_tests(event: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    assert connection.settings_dict["NAME"] in base.MADE_FOR_TESTS
    monkeypatch.setattr(base, "MADE_FOR_TESTS", set())
    with pytest.raises(DatabaseError, match="TRUNCATE is refused"), transaction.atomic():
        connection.ops.execute_sql_flush(["TRUNCATE event"])


def add(event: Event, **fields: object) -> str:
    """The error that one more event ends with; empty when it went in."""
    row = {
        "game": event.game, "seq": 2, "kind": "x", "version": 1, "payload": {}, "salt": "", "hash": "2" * 64,
        "recorded_at": timezone.now(), "cause": uuid.uuid4(), "prev_hash": event.hash,
    }  # fmt: skip
    try:
        with transaction.atomic():
            Event.objects.create(**row | fields)
    except DatabaseError as why:
        return str(why)
    return ""


@pytest.mark.parametrize(
    "fields", [{"seq": 10_002}, {"seq": 3}, {"prev_hash": "f" * 64}, {"prev_hash": "0" * 64}, {"prev_hash": ""}]
)
def test_an_event_that_follows_none_is_refused(event: Event, fields: dict[str, object]) -> None:
    assert "does not follow" in add(event, **fields)
    assert add(event) == ""


def test_a_first_event_follows_nothing(event: Event) -> None:
    other = Game.objects.create(key="toy", rules_version=1, seats=2, commitment="0" * 64, head_hash="0" * 64)
    assert "does not follow" in add(event, game=other)
    assert "does not follow" in add(event, game=other, seq=1)
    assert add(event, game=other, seq=1, prev_hash="0" * 64) == ""


def test_a_gap_is_refused_in_the_partitions_too(event: Event) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT tableoid::regclass::text FROM event")
        (part,) = cursor.fetchone()
    fields = "game_id, 7, kind, version, seat, payload, salt, recorded_at, cause, hash, hash"
    assert "does not follow" in refused(f"INSERT INTO {part} SELECT {fields} FROM event")


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE tables_gamesecret SET seed = ''",
        "UPDATE tables_gamesecret SET seed = '', chance_key = ''",
        "UPDATE tables_gamesecret SET game_id = gen_random_uuid()",
        "DELETE FROM tables_gamesecret",
        "TRUNCATE tables_gamesecret",
        """INSERT INTO tables_gamesecret (game_id, seed) SELECT game_id, '' FROM tables_gamesecret
           ON CONFLICT (game_id) DO UPDATE SET seed = excluded.seed""",
    ],
)
def test_the_application_puts_no_other_seed_in_place_of_a_tables(event: Event, statement: str) -> None:
    GameSecret.objects.create(game=event.game, seed=b"sealed")
    assert "permission denied" in refused(statement)


def test_the_key_of_chance_may_be_added_to_a_seed(event: Event) -> None:
    GameSecret.objects.create(game=event.game, seed=b"sealed")
    assert GameSecret.objects.update(chance_key=b"key") == 1


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
